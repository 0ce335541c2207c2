package hookconform

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data/about.json data/rules.json data/claims.json data/escapes.json data/cases
var files embed.FS

// Facts are what the data says of itself.
type Facts struct {
	Data         int      `json:"data"`
	Hookconform  string   `json:"hookconform"`
	Corpus       string   `json:"corpus"`
	Vocabulary   int      `json:"vocabulary"`
	Tier         string   `json:"tier"`
	Capabilities []string `json:"capabilities"`
	Platforms    []string `json:"platforms"`
}

// Rule is a rule as an adapter is given it; its numbers are of type json.Number.
type Rule = map[string]any

// A Case is a payload, and what is expected of an adapter. Version and RegisteredEvent are empty where there is none.
//
// Refuse is "must" if the payload must be refused, "may" if it may be. Rules, if there are any, stand in the place of
// the combined ones. Expect is in the order of the corpus.
type Case struct {
	ID              string
	Platform        string
	Version         string
	RegisteredEvent string
	Payload         string
	Refuse          string
	Rules           []Rule
	MayRefuseRules  bool
	Expect          []Expectation
	Unsupported     []string
}

// Expectation is what one check of a case compares.
type Expectation struct {
	Capability  string
	Comparisons []Comparison
}

var facts struct {
	once sync.Once
	Facts
}

// about is no variable with a function in it: the cases would be linked into every program.
func about() Facts {
	facts.once.Do(func() {
		if err := json.Unmarshal([]byte(text("about.json")), &facts.Facts); err != nil {
			panic(err)
		}
	})
	return facts.Facts
}

// About returns the version of the data, the fingerprint of the corpus, tier, capabilities and platforms.
func About() Facts { return about() }

// Platforms returns the names of the platforms, sorted.
func Platforms() []string { return slices.Clone(about().Platforms) }

// Cases returns all cases of a platform, in the order of the corpus.
func Cases(platform string) ([]Case, error) {
	if !slices.Contains(about().Platforms, platform) {
		return nil, fmt.Errorf("no platform %q; there are %s", platform, strings.Join(about().Platforms, ", "))
	}
	lines := strings.Split(text("cases/"+platform+".ndjson"), "\n")
	found := make([]Case, 0, len(lines))
	for number, line := range lines {
		if line == "" {
			continue
		}
		r := &caseReader{reader: reader{text: line}}
		one, err := r.read()
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", platform, number+1, err)
		}
		found = append(found, one)
	}
	return found, nil
}

// Rules returns the combined rules, which cases without rules of their own are matched with.
func Rules() []Rule { return rows("rules.json") }

// Claims returns native names with their canonical names and versions.
func Claims() []map[string]any { return rows("claims.json") }

// Escapes returns what hooks see of all that happens in a session, by platform, version and way.
func Escapes() []map[string]any { return rows("escapes.json") }

func text(name string) string {
	found, err := files.ReadFile("data/" + name)
	if err != nil {
		panic(err)
	}
	return string(found)
}

func rows(name string) []map[string]any {
	value, err := parse(text(name))
	if err != nil {
		panic(name + ": " + err.Error())
	}
	return objects(value)
}

func objects(value any) []map[string]any {
	items, _ := value.([]any)
	found := make([]map[string]any, 0, len(items))
	for _, item := range items {
		object, _ := item.(map[string]any)
		found = append(found, object)
	}
	return found
}

// caseReader reads one row. A mark stands in it for a text that would fill megabytes.
type caseReader struct {
	reader
	row      Case
	repeated map[string]any
}

func (r *caseReader) read() (Case, error) {
	if err := r.object(r.field); err != nil {
		return Case{}, err
	}
	for mark, value := range r.repeated {
		repeat, _ := value.(map[string]any)
		part, isText := repeat["text"].(string)
		times, err := strconv.Atoi(fmt.Sprint(repeat["times"]))
		if !isText || err != nil {
			return Case{}, errors.New("`repeated` says no text and how often it stands")
		}
		r.expand(mark, strings.Repeat(part, times))
	}
	return r.row, nil
}

func (r *caseReader) field(key string) error {
	row := &r.row
	switch key {
	case "id":
		return r.textOrNull(&row.ID)
	case "platform":
		return r.textOrNull(&row.Platform)
	case "version":
		return r.textOrNull(&row.Version)
	case "registered_event":
		return r.textOrNull(&row.RegisteredEvent)
	case "payload":
		return r.textOrNull(&row.Payload)
	case "refuse":
		return r.textOrNull(&row.Refuse)
	case "unsupported":
		return r.texts(&row.Unsupported)
	case "expect":
		return r.object(func(capability string) error {
			row.Expect = append(row.Expect, Expectation{Capability: capability})
			return r.comparisons(&row.Expect[len(row.Expect)-1].Comparisons)
		})
	}
	value, err := r.value()
	switch key {
	case "rules":
		row.Rules = objects(value)
	case "may_refuse_rules":
		row.MayRefuseRules = value == true
	case "repeated":
		r.repeated, _ = value.(map[string]any)
	}
	return err
}

func (r *caseReader) comparisons(found *[]Comparison) error {
	return r.array(func() error {
		var one Comparison
		err := r.object(func(key string) error {
			switch key {
			case "at":
				return r.textOrNull(&one.At)
			case "as":
				return r.textOrNull(&one.As)
			case "ignoring":
				return r.texts(&one.Ignoring)
			case "without":
				return r.texts(&one.Without)
			}
			value, err := r.value()
			switch key {
			case "is":
				one.Is = value
			case "absent":
				one.Absent = value == true
			case "or_absent":
				one.OrAbsent = value == true
			case "at_most":
				most, wrong := strconv.Atoi(fmt.Sprint(value))
				one.AtMost = &most
				err = errors.Join(err, wrong)
			default:
				// Judged without it, a check would pass that should not.
				err = errors.Join(err, fmt.Errorf("a comparison has the unknown key %q", key))
			}
			return err
		})
		*found = append(*found, one)
		return err
	})
}

// textOrNull reads a text, or null as the empty one.
func (r *caseReader) textOrNull(into *string) error {
	if r.blanks(); r.at < len(r.text) && r.text[r.at] == 'n' {
		return r.word("null")
	}
	var err error
	*into, err = r.string()
	return err
}

func (r *caseReader) texts(into *[]string) error {
	*into = []string{}
	return r.array(func() error {
		var one string
		err := r.textOrNull(&one)
		*into = append(*into, one)
		return err
	})
}

func (r *caseReader) expand(mark, text string) {
	row := &r.row
	row.Payload = strings.ReplaceAll(row.Payload, mark, text)
	for _, rule := range row.Rules {
		for key, value := range rule {
			rule[key] = replaced(value, mark, text)
		}
	}
	for _, expected := range row.Expect {
		for number := range expected.Comparisons {
			expected.Comparisons[number].Is = replaced(expected.Comparisons[number].Is, mark, text)
		}
	}
}

func replaced(value any, mark, text string) any {
	switch value := value.(type) {
	case string:
		return strings.ReplaceAll(value, mark, text)
	case []any:
		for number, item := range value {
			value[number] = replaced(item, mark, text)
		}
	case map[string]any:
		for key, item := range value {
			value[key] = replaced(item, mark, text)
		}
	}
	return value
}
