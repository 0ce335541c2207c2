package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// InvalidError says that a payload cannot be judged, so it is refused: it must never look like a harmless call.
type InvalidError string

func (e InvalidError) Error() string { return "invalid payload: " + string(e) }

// read returns the one value of a JSON text. Refused is what another program may read otherwise: a key that stands twice,
// of which json.Unmarshal keeps the last, and half a surrogate pair, for which it reads something else.
func read(text []byte) (any, error) {
	if !utf8.Valid(text) || !json.Valid(text) {
		return nil, InvalidError("not JSON")
	}
	if halfPair(text) {
		return nil, InvalidError("half a surrogate pair")
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return value(decoder)
}

// halfPair tells whether an escape of a JSON text stands for half a surrogate pair.
func halfPair(text []byte) bool {
	unit := func(at int) rune {
		if at+6 > len(text) || text[at] != '\\' || text[at+1] != 'u' {
			return -1
		}
		found, _ := strconv.ParseUint(string(text[at+2:at+6]), 16, 16)
		return rune(found)
	}
	for at := 0; at < len(text); at++ {
		if text[at] != '\\' {
			continue
		}
		if utf16.IsSurrogate(unit(at)) {
			if utf16.DecodeRune(unit(at), unit(at+6)) == utf8.RuneError {
				return true
			}
			at += 6
		}
		at++
	}
	return false
}

func value(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, InvalidError(err.Error())
	}
	switch token {
	case json.Delim('{'):
		return object(decoder)
	case json.Delim('['):
		return array(decoder)
	}
	// Whole numbers of many digits stay as they are; what no double holds is read as different numbers.
	if number, is := token.(json.Number); is && strings.ContainsAny(number.String(), ".eE") {
		if _, err := number.Float64(); err != nil {
			return nil, InvalidError(fmt.Sprintf("no double holds %s", number))
		}
	}
	return token, nil
}

func object(decoder *json.Decoder) (any, error) {
	found := map[string]any{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, InvalidError(err.Error())
		}
		name, _ := key.(string)
		if _, twice := found[name]; twice {
			return nil, InvalidError(fmt.Sprintf("the key %q stands twice", name))
		}
		if found[name], err = value(decoder); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return found, err
}

func array(decoder *json.Decoder) (any, error) {
	found := []any{}
	for decoder.More() {
		item, err := value(decoder)
		if err != nil {
			return nil, err
		}
		found = append(found, item)
	}
	_, err := decoder.Token()
	return found, err
}
