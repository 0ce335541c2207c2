package hookconform

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Characters of a value that a report shows whole.
const mostCharacters = 2000

// A Report is what a run found.
type Report struct {
	Adapter Adapter
	Cases   int
	Results []Result
}

// Run judges an adapter by all cases of the platforms it names.
func Run(adapter Adapter) (Report, error) {
	report := Report{Adapter: adapter}
	rules := Rules()
	for _, platform := range adapter.platforms() {
		cases, err := Cases(platform)
		if err != nil {
			return report, err
		}
		report.Cases += len(cases)
		for _, one := range cases {
			report.Results = append(report.Results, Judge(one, adapter, rules)...)
		}
	}
	return report, nil
}

// Counts returns the number of checks by outcome.
func (r Report) Counts() map[Outcome]int {
	counts := map[Outcome]int{Passed: 0, Failed: 0, Errored: 0, Unsupported: 0}
	for _, one := range r.Results {
		counts[one.Outcome]++
	}
	return counts
}

// Red returns the results that turn the run red.
func (r Report) Red() []Result {
	var red []Result
	for _, one := range r.Results {
		if one.IsRed() {
			red = append(red, one)
		}
	}
	return red
}

// Passed tells whether checks were judged, and none is red.
func (r Report) Passed() bool {
	return len(r.Red()) == 0 && r.Counts()[Passed] > 0
}

// Verdict returns the status as a sentence.
func (r Report) Verdict() string {
	red := len(r.Red())
	judged := red + r.Counts()[Passed]
	switch {
	case judged == 0:
		return "failed: no check of this selection was judged, which proves nothing"
	case red == 1:
		return fmt.Sprintf("failed: 1 of %s checks is red", grouped(judged))
	case red > 0:
		return fmt.Sprintf("failed: %s of %s checks are red", grouped(red), grouped(judged))
	case judged == 1:
		return "passed: 1 check"
	}
	return fmt.Sprintf("passed: %s checks", grouped(judged))
}

// MarshalJSON returns the report as `hookconform run --format json` writes it (schema: run-report).
func (r Report) MarshalJSON() ([]byte, error) {
	about := About()
	capabilities := slices.DeleteFunc(slices.Clone(about.Capabilities), func(name string) bool {
		return name == "rules" && r.Adapter.Match == nil
	})
	slices.Sort(capabilities)
	status := "failed"
	if r.Passed() {
		status = "passed"
	}
	red := []any{}
	for _, one := range r.Red() {
		red = append(red, one.asJSON())
	}
	counts := countsOf(r.Results)
	for _, outcome := range []Outcome{Passed, Failed, Errored, Unsupported, "known", "stale"} {
		if counts[string(outcome)] == nil {
			counts[string(outcome)] = 0
		}
	}
	return []byte(encoded(map[string]any{
		"report":      2,
		"hookconform": about.Hookconform,
		"adapter": map[string]any{
			"name": r.Adapter.Name, "version": r.Adapter.Version, "language": "go", "protocol": 2,
			"tier": about.Tier, "kind": "native", "platforms": listed(r.Adapter.platforms()),
			"capabilities": listed(capabilities), "events": "all", "verdicts": "all",
			"coarse_words":   map[string]any{"tools": map[string]any{}, "events": map[string]any{}},
			"legacy_aliases": false, "further_fields": false, "rule_engine": "own",
		},
		"corpus": map[string]any{"fingerprint": about.Corpus, "vocabulary": about.Vocabulary},
		"selection": map[string]any{
			"platforms": listed(r.Adapter.Platforms), "capabilities": listed(about.Capabilities), "cases": []any{},
			"measured_only": false,
		},
		"cases": r.Cases, "status": status, "verdict": r.Verdict(), "counts": counts, "table": r.table(),
		"inferred": 0, "not_applicable": map[string]any{}, "checks": red, "stale_entries": []any{},
		"stray_output": map[string]any{"count": 0, "lines": []any{}},
	})), nil
}

func (a Adapter) platforms() []string {
	if len(a.Platforms) == 0 {
		return Platforms()
	}
	platforms := slices.Clone(a.Platforms)
	slices.Sort(platforms)
	return platforms
}

func (r Report) table() []any {
	groups := map[[2]string][]Result{}
	for _, one := range r.Results {
		key := [2]string{one.Platform, one.Capability}
		groups[key] = append(groups[key], one)
	}
	var keys [][2]string
	for key := range groups {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b [2]string) int {
		return slices.Compare(a[:], b[:])
	})
	table := []any{}
	for _, key := range keys {
		row := map[string]any{"platform": key[0], "capability": key[1], "counts": countsOf(groups[key])}
		table = append(table, row)
	}
	return table
}

func countsOf(results []Result) map[string]any {
	counts := map[string]any{}
	for _, one := range results {
		number, _ := counts[string(one.Outcome)].(int)
		counts[string(one.Outcome)] = number + 1
	}
	return counts
}

func (r Result) asJSON() map[string]any {
	row := map[string]any{
		"check": r.Check, "case": r.Case, "platform": r.Platform, "capability": r.Capability,
		"outcome": string(r.Outcome),
	}
	if r.Message != "" {
		row["message"] = shortened(r.Message)
	}
	differences := []any{}
	for _, one := range r.Differences {
		difference := map[string]any{"pointer": shortened(one.Pointer)}
		for key, value := range map[string]any{"expected": one.Expected, "got": one.Got} {
			if value != any(Absent{}) {
				difference[key] = bounded(value)
			}
		}
		differences = append(differences, difference)
	}
	if len(differences) > 0 {
		row["differences"] = differences
	}
	return row
}

func listed(names []string) []any {
	found := make([]any, 0, len(names))
	for _, name := range names {
		found = append(found, name)
	}
	return found
}

func shown(value any) string {
	if value == any(Absent{}) {
		return "absent"
	}
	return shortened(encoded(value))
}

func bounded(value any) any {
	if text := encoded(value); len(text) > mostCharacters {
		return shortened(text)
	}
	return value
}

// shortened returns a text with its middle left out if it is long.
func shortened(text string) string {
	if len(text) <= mostCharacters {
		return text
	}
	start, end := mostCharacters*3/4, len(text)-mostCharacters/4
	for !utf8.RuneStart(text[start]) {
		start--
	}
	for !utf8.RuneStart(text[end]) {
		end++
	}
	return fmt.Sprintf("%s … %s (%d bytes)", text[:start], text[end:], len(text))
}

func grouped(number int) string {
	digits := fmt.Sprint(number)
	for place := len(digits) - 3; place > 0; place -= 3 {
		digits = digits[:place] + "," + digits[place:]
	}
	return digits
}

var _ json.Marshaler = Report{}
