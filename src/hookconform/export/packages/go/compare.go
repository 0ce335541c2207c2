package hookconform

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// MaxDifferences is how many differences of one check are kept.
const MaxDifferences = 50

// Absent stands for a value that is not there, which null is not.
type Absent struct{}

// Comparison is one thing that a check compares. At is a JSON Pointer into {"events": […]} or {"matched_rules": […]}.
//
// What is there is compared with Is. If Absent is set, nothing may be there; OrAbsent allows that too. Keys in Ignoring
// do not count. If As is set, the value equals the one there instead; if Without is, it has none of these keys; if
// AtMost is, there are not more items.
type Comparison struct {
	At       string
	Is       any
	Absent   bool
	OrAbsent bool
	Ignoring []string
	As       string
	Without  []string
	AtMost   *int
}

// Difference is one place at which an answer differs; a value that is not there is [Absent].
type Difference struct {
	Pointer  string
	Expected any
	Got      any
}

// At returns the value at a JSON Pointer, [Absent] if there is none.
func At(document any, pointer string) any {
	value := document
	for _, part := range strings.Split(pointer, "/")[1:] {
		key := strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
		switch inside := value.(type) {
		case map[string]any:
			item, isThere := inside[key]
			if !isThere {
				return Absent{}
			}
			value = item
		case []any:
			number, err := strconv.Atoi(key)
			if err != nil || number < 0 || number >= len(inside) {
				return Absent{}
			}
			value = inside[number]
		default:
			return Absent{}
		}
	}
	return value
}

// Same tells whether two values as this package reads them are equal: 1 is 1.0, true is not 1, null is not absent,
// and the order of keys does not matter.
func Same(one, other any) bool {
	switch a := one.(type) {
	case map[string]any:
		b, isObject := other.(map[string]any)
		if !isObject || len(a) != len(b) {
			return false
		}
		for key, item := range a {
			if beside, isThere := b[key]; !isThere || !Same(item, beside) {
				return false
			}
		}
		return true
	case []any:
		b, isArray := other.([]any)
		return isArray && slices.EqualFunc(a, b, Same)
	case json.Number:
		b, isNumber := other.(json.Number)
		return isNumber && sameNumber(a, b)
	}
	switch other.(type) {
	case map[string]any, []any:
		return false
	}
	return one == other
}

// Differences returns where a result differs from what a check expects; if there are none, it passed.
func Differences(comparisons []Comparison, result any) []Difference {
	var found []Difference
	gone := map[string]bool{}
	for _, one := range comparisons {
		event := eventOf(one.At)
		// Of an event that is not there, the first comparison alone says so.
		if gone[event] {
			continue
		}
		found = append(found, one.differences(result)...)
		if event != "" {
			gone[event] = At(result, event) == any(Absent{})
		}
	}
	return found
}

// eventOf returns the pointer to the event that a pointer leads into, empty if it leads into none.
func eventOf(pointer string) string {
	parts := strings.SplitN(pointer, "/", 4)
	if len(parts) < 3 || parts[1] != "events" {
		return ""
	}
	return strings.Join(parts[:3], "/")
}

func (c Comparison) differences(result any) []Difference {
	got := At(result, c.At)
	switch {
	case c.At == "/matched_rules":
		names, _ := got.([]any)
		counting := slices.DeleteFunc(slices.Clone(names), func(name any) bool {
			text, isText := name.(string)
			return isText && slices.Contains(c.Ignoring, text)
		})
		if !Same(c.Is, counting) {
			return []Difference{{c.At, c.Is, counting}}
		}
		return nil
	case c.AtMost != nil:
		return tooMany(c.At, got, *c.AtMost)
	case c.Without != nil:
		var found []Difference
		for _, key := range c.Without {
			if value := At(got, "/"+escapedKey(key)); value != any(Absent{}) {
				found = append(found, Difference{c.At + "/" + escapedKey(key), Absent{}, value})
			}
		}
		return found
	case c.As != "":
		// Of an event that is not there, another comparison says so.
		if got == any(Absent{}) {
			return nil
		}
		return differencesAt(apart(At(result, c.As), c.Ignoring), apart(got, c.Ignoring), c.At)
	}
	expected, counting := c.Is, left(got, c.Ignoring)
	if c.Absent {
		expected = Absent{}
	}
	if counting == any(Absent{}) && c.OrAbsent {
		return nil
	}
	return differencesAt(expected, counting, c.At)
}

func tooMany(pointer string, got any, most int) []Difference {
	var found []Difference
	items, _ := got.([]any)
	for number := most; number < len(items) && len(found) <= MaxDifferences; number++ {
		place := pointer + "/" + strconv.Itoa(number)
		if name := At(items[number], "/hook_event_name"); name != any(Absent{}) {
			found = append(found, Difference{place + "/hook_event_name", Absent{}, name})
		} else {
			found = append(found, Difference{place, Absent{}, items[number]})
		}
	}
	return found
}

// differencesAt returns the innermost places at which two values differ, sorted by key.
func differencesAt(expected, got any, pointer string) []Difference {
	if Same(expected, got) {
		return nil
	}
	if one, other, are := bothObjects(expected, got); are {
		var found []Difference
		for _, key := range sortedKeys(merged(one, other)) {
			if len(found) > MaxDifferences {
				break
			}
			a, b := member(one, key), member(other, key)
			found = append(found, differencesAt(a, b, pointer+"/"+escapedKey(key))...)
		}
		return found
	}
	if one, other, are := bothArrays(expected, got); are && len(one) == len(other) {
		var found []Difference
		for number := range one {
			if len(found) > MaxDifferences {
				break
			}
			found = append(found, differencesAt(one[number], other[number], pointer+"/"+strconv.Itoa(number))...)
		}
		return found
	}
	return []Difference{{pointer, expected, got}}
}

func bothObjects(one, other any) (map[string]any, map[string]any, bool) {
	a, isObject := one.(map[string]any)
	b, isAlsoObject := other.(map[string]any)
	return a, b, isObject && isAlsoObject
}

func bothArrays(one, other any) ([]any, []any, bool) {
	a, isArray := one.([]any)
	b, isAlsoArray := other.([]any)
	return a, b, isArray && isAlsoArray
}

func merged(one, other map[string]any) map[string]any {
	all := make(map[string]any, len(one)+len(other))
	for key := range one {
		all[key] = nil
	}
	for key := range other {
		all[key] = nil
	}
	return all
}

func member(object map[string]any, key string) any {
	if value, isThere := object[key]; isThere {
		return value
	}
	return Absent{}
}

// left returns an object without ignored keys; one that held nothing else counts as absent.
func left(value any, ignored []string) any {
	object, isObject := value.(map[string]any)
	if !isObject || !slices.ContainsFunc(ignored, func(key string) bool { _, isThere := object[key]; return isThere }) {
		return value
	}
	rest := apart(value, ignored).(map[string]any)
	if len(rest) == 0 {
		return Absent{}
	}
	return rest
}

func apart(value any, keys []string) any {
	object, isObject := value.(map[string]any)
	if !isObject {
		return value
	}
	rest := make(map[string]any, len(object))
	for key, item := range object {
		if !slices.Contains(keys, key) {
			rest[key] = item
		}
	}
	return rest
}

func escapedKey(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}
