package hookconform

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// How many objects and arrays may stand within one another.
const maxDepth = 10_000

// reader reads JSON. encoding/json cannot be used: it puts U+FFFD in the place of half a surrogate pair, which some
// payloads hold. Here a half stays as the three bytes that UTF-8 would have for it (WTF-8).
//
// Values are nil, bool, json.Number, string, []any and map[string]any. Of a key that stands twice the last one counts.
type reader struct {
	text  string
	at    int
	depth int
}

// parse returns the one value of a JSON text.
func parse(text string) (any, error) {
	r := &reader{text: text}
	value, err := r.value()
	if err != nil {
		return nil, err
	}
	if r.blanks(); r.at < len(text) {
		return nil, r.fault("end of text")
	}
	return value, nil
}

func (r *reader) value() (any, error) {
	r.blanks()
	if r.at >= len(r.text) {
		return nil, r.fault("a value")
	}
	switch r.text[r.at] {
	case '{':
		found := map[string]any{}
		err := r.object(func(key string) error {
			value, err := r.value()
			found[key] = value
			return err
		})
		return found, err
	case '[':
		found := []any{}
		err := r.array(func() error {
			value, err := r.value()
			found = append(found, value)
			return err
		})
		return found, err
	case '"':
		return r.string()
	case 't':
		return true, r.word("true")
	case 'f':
		return false, r.word("false")
	case 'n':
		return nil, r.word("null")
	}
	return r.number()
}

// object calls each for every key, which then reads the value.
func (r *reader) object(each func(key string) error) error {
	return r.items('{', '}', "an object", func() error {
		r.blanks()
		key, err := r.string()
		if err != nil {
			return err
		}
		if r.blanks(); !r.next(':') {
			return r.fault("a colon")
		}
		return each(key)
	})
}

// array calls each for every item, which it then reads.
func (r *reader) array(each func() error) error {
	return r.items('[', ']', "an array", each)
}

func (r *reader) items(open, end byte, what string, each func() error) error {
	if r.blanks(); !r.next(open) {
		return r.fault(what)
	}
	if r.depth++; r.depth > maxDepth {
		return fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	defer func() { r.depth-- }()
	if r.blanks(); r.next(end) {
		return nil
	}
	for {
		if err := each(); err != nil {
			return err
		}
		r.blanks()
		if r.next(end) {
			return nil
		}
		if !r.next(',') {
			return r.fault("a comma or the end of " + what)
		}
	}
}

func (r *reader) string() (string, error) {
	if !r.next('"') {
		return "", r.fault("a string")
	}
	start := r.at
	length := r.plain()
	if r.at < len(r.text) && r.text[r.at] == '"' {
		r.at++
		return r.text[start : start+length], nil
	}
	var built strings.Builder
	for {
		built.WriteString(r.text[start : start+length])
		if r.at >= len(r.text) || r.text[r.at] < ' ' {
			return "", r.fault("the rest of a string")
		}
		if r.next('"') {
			return built.String(), nil
		}
		r.at++
		if err := r.escape(&built); err != nil {
			return "", err
		}
		start = r.at
		length = r.plain()
	}
}

// plain goes over what stands for itself in a string, and returns its length.
func (r *reader) plain() int {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] != '"' && r.text[r.at] != '\\' && r.text[r.at] >= ' ' {
		r.at++
	}
	return r.at - start
}

const escapes = "\"\\/bfnrt"
const escaped = "\"\\/\b\f\n\r\t"

func (r *reader) escape(built *strings.Builder) error {
	if r.next('u') {
		unit, err := r.unit()
		if err != nil {
			return err
		}
		writeUnit(built, r.paired(unit))
		return nil
	}
	if r.at < len(r.text) {
		if place := strings.IndexByte(escapes, r.text[r.at]); place >= 0 {
			r.at++
			built.WriteByte(escaped[place])
			return nil
		}
	}
	return r.fault("an escape")
}

// paired returns the character that a unit and the escape behind it make, or the unit.
func (r *reader) paired(unit rune) rune {
	if unit < 0xD800 || unit > 0xDBFF || !strings.HasPrefix(r.text[r.at:], `\u`) {
		return unit
	}
	before := r.at
	r.at += 2
	if low, err := r.unit(); err == nil {
		if pair := utf16.DecodeRune(unit, low); pair != utf8.RuneError {
			return pair
		}
	}
	r.at = before
	return unit
}

func (r *reader) unit() (rune, error) {
	if r.at+4 > len(r.text) {
		return 0, r.fault("four hexadecimal digits")
	}
	unit, err := strconv.ParseUint(r.text[r.at:r.at+4], 16, 16)
	if err != nil {
		return 0, r.fault("four hexadecimal digits")
	}
	r.at += 4
	return rune(unit), nil
}

// number keeps a number as it is written: none is too long, and none is rounded.
func (r *reader) number() (any, error) {
	start := r.at
	r.next('-')
	if !r.next('0') && r.digits() == 0 {
		r.at = start
		return nil, r.fault("a value")
	}
	if r.next('.') && r.digits() == 0 {
		return nil, r.fault("a digit")
	}
	if r.next('e') || r.next('E') {
		_ = r.next('+') || r.next('-')
		if r.digits() == 0 {
			return nil, r.fault("a digit")
		}
	}
	return json.Number(r.text[start:r.at]), nil
}

func (r *reader) digits() int {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at - start
}

func (r *reader) word(word string) error {
	if !strings.HasPrefix(r.text[r.at:], word) {
		return r.fault("a value")
	}
	r.at += len(word)
	return nil
}

func (r *reader) next(char byte) bool {
	if r.at < len(r.text) && r.text[r.at] == char {
		r.at++
		return true
	}
	return false
}

func (r *reader) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \n\r\t", r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *reader) fault(wanted string) error {
	return fmt.Errorf("no JSON: at byte %d there is not %s", r.at, wanted)
}

// writeUnit writes a character, or half a surrogate pair, which strings.Builder would replace.
func writeUnit(built *strings.Builder, char rune) {
	if utf16.IsSurrogate(char) {
		built.Write([]byte{0xE0 | byte(char>>12), 0x80 | byte(char>>6)&0x3F, 0x80 | byte(char)&0x3F})
		return
	}
	built.WriteRune(char)
}
