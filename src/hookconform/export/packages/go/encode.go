package hookconform

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// encoded returns a value that parse returned as compact JSON in ASCII, its keys sorted. Half a surrogate pair is
// written as an escape, so parse returns the same value.
func encoded(value any) string {
	var built strings.Builder
	encode(&built, value)
	return built.String()
}

func encode(built *strings.Builder, value any) {
	switch value := value.(type) {
	case nil:
		built.WriteString("null")
	case bool, json.Number, int:
		fmt.Fprint(built, value)
	case string:
		encodeString(built, value)
	case []any:
		built.WriteByte('[')
		for number, item := range value {
			if number > 0 {
				built.WriteByte(',')
			}
			encode(built, item)
		}
		built.WriteByte(']')
	case map[string]any:
		built.WriteByte('{')
		for number, key := range sortedKeys(value) {
			if number > 0 {
				built.WriteByte(',')
			}
			encodeString(built, key)
			built.WriteByte(':')
			encode(built, value[key])
		}
		built.WriteByte('}')
	default:
		panic(fmt.Sprintf("%T is no JSON value", value))
	}
}

func encodeString(built *strings.Builder, text string) {
	built.WriteByte('"')
	for at := 0; at < len(text); {
		char, size := decoded(text[at:])
		at += size
		switch {
		case char == '"' || char == '\\':
			built.WriteByte('\\')
			built.WriteRune(char)
		case char >= ' ' && char < utf8.RuneSelf:
			built.WriteRune(char)
		case char > 0xFFFF:
			high, low := utf16.EncodeRune(char)
			fmt.Fprintf(built, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(built, `\u%04x`, char)
		}
	}
	built.WriteByte('"')
}

// decoded returns the first character of a text, which may be half a surrogate pair, and its length.
func decoded(text string) (rune, int) {
	char, size := utf8.DecodeRuneInString(text)
	if char == utf8.RuneError && size == 1 && len(text) > 2 && text[0] == 0xED && text[1] >= 0xA0 && text[1] <= 0xBF {
		return 0xD000 | rune(text[1]&0x3F)<<6 | rune(text[2]&0x3F), 3
	}
	return char, size
}

func sortedKeys(object map[string]any) []string {
	keys := make([]string, 0, len(object))
	for key := range object {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
