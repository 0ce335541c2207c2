package hookconform

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestValuesThatAreTheSame(t *testing.T) {
	zeros := strings.Repeat("0", 5000)
	for _, pair := range [][2]string{
		{`1`, `1.0`}, {`1`, `10e-1`}, {`-0`, `0.0`}, {`0e999999999999999999999`, `0`}, {`1e2`, `100`},
		{`1` + zeros, `10` + zeros[1:]}, {`1` + zeros, `1e5000`}, {`1` + zeros, `0.1e5001`},
		{`0.1`, `0.10`}, {`0.1`, `0.1000000000000000055511151231257827`}, {`12345678901234567168`, `1.2345678901234567e19`},
		{`{"a": 1, "b": [null]}`, `{"b":[null],"a":1.0}`}, {`{"a": 1, "a": 2}`, `{"a": 2}`},
		{`"\ud83d\ude00"`, `"😀"`}, {`"\ud83d"`, `"\uD83D"`}, {`"\u00e9\/\n"`, `"é/\u000a"`},
	} {
		if one, other := parsed(t, pair[0]), parsed(t, pair[1]); !Same(one, other) || !Same(other, one) {
			t.Errorf("%.40s and %.40s are the same", pair[0], pair[1])
		}
	}
}

func TestValuesThatDiffer(t *testing.T) {
	zeros := strings.Repeat("0", 5000)
	for _, pair := range [][2]string{
		{`1`, `true`}, {`0`, `false`}, {`0`, `null`}, {`""`, `null`}, {`1`, `"1"`}, {`1`, `-1`}, {`[]`, `{}`}, {`[]`, `null`},
		{`9007199254740993`, `9007199254740992`}, {`1` + zeros, `1` + zeros[1:] + `1`}, {`1e400`, `1e401`},
		{`1e999999999999999999999`, `1e999999999999999999998`}, {`9007199254740993`, `9007199254740992.0`},
		{`[1,2]`, `[2,1]`}, {`[1]`, `[1,1]`}, {`{"a":null}`, `{}`}, {`{"a":1}`, `{"b":1}`}, {`"A"`, `"a"`},
		{`"\ud83d"`, `"\ufffd"`}, {`"\ud83d"`, `"\ude00"`}, {`"é"`, `"e\u0301"`},
	} {
		if one, other := parsed(t, pair[0]), parsed(t, pair[1]); Same(one, other) || Same(other, one) {
			t.Errorf("%.40s and %.40s differ", pair[0], pair[1])
		}
	}
}

func TestTextsThatAreNoJSON(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":1,}`, `{a:1}`, `01`, `1.`, `.1`, `1e`, `+1`, `-`, `NaN`, `Infinity`, `tru`, `nulls`,
		`"`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\n\"", `1 1`, `'a'`, strings.Repeat("[", maxDepth+1),
	} {
		if value, err := parse(text); err == nil {
			t.Errorf("%.20q is %v", text, value)
		}
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	for _, text := range []string{
		`{"a":[1,2.50,null,true,false,"x"],"b":{"\ud83d":"\ude00\ud83d"}}`, `"\u0000\"\\\u007f😀\u2028"`, `1e400`,
		strings.Repeat("[", 500) + strings.Repeat("]", 500),
	} {
		value := parsed(t, text)
		if written := encoded(value); !Same(parsed(t, written), value) || !json.Valid([]byte(written)) {
			t.Errorf("%s is written as %s", text, written)
		}
	}
}

func TestAnAnswerIsPassedOrFailedAtItsPlaces(t *testing.T) {
	one := 1
	within := []Comparison{{At: "/events/0/a", Is: json.Number("1")}}
	for _, row := range []struct {
		comparisons []Comparison
		events      string
		pointers    string
	}{
		{within, `[{"a": 1.0}]`, ""},
		{within, `[{"a": true}]`, "/events/0/a"},
		{within, `[{}]`, "/events/0/a"},
		{[]Comparison{{At: "/events/0/a", Is: nil}}, `[{"a": null}]`, ""},
		{[]Comparison{{At: "/events/0/a", Is: nil}}, `[{}]`, "/events/0/a"},
		{[]Comparison{{At: "/events/0/a", Is: nil, OrAbsent: true}}, `[{}]`, ""},
		{[]Comparison{{At: "/events/0/a", Absent: true}}, `[{}]`, ""},
		{[]Comparison{{At: "/events/0/a", Absent: true}}, `[{"a": null}]`, "/events/0/a"},
		{[]Comparison{{At: "/events/0/a", Absent: true, Ignoring: []string{"b"}}}, `[{"a": {"b": 1}}]`, ""},
		{[]Comparison{{At: "/events/0/a", Absent: true, Ignoring: []string{"b"}}}, `[{"a": {}}]`, "/events/0/a"},
		{[]Comparison{{At: "/events/0/a", Is: parsed(t, `{"c": 1}`), Ignoring: []string{"b"}}}, `[{"a": {"b": 1, "c": 2}}]`, "/events/0/a/c"},
		{[]Comparison{{At: "/events/0", Without: []string{"x", "y/z"}}}, `[{"x": null, "y/z": 1}]`, "/events/0/x /events/0/y~1z"},
		{[]Comparison{{At: "/events", AtMost: &one}}, `[{}, {"hook_event_name": "A"}, {}]`, "/events/1/hook_event_name /events/2"},
		{[]Comparison{{At: "/events/1", As: "/events/0", Ignoring: []string{"b"}}}, `[{"a": 1, "b": 1}, {"a": 1, "b": 2}]`, ""},
		{[]Comparison{{At: "/events/1", As: "/events/0"}}, `[{"a": 1, "b": 1}, {"a": 1, "b": 2}]`, "/events/1/b"},
		{[]Comparison{{At: "/events/1/a", Is: "x"}, {At: "/events/1/b", Is: "y"}}, `[{}]`, "/events/1/a"},
	} {
		found := Differences(row.comparisons, map[string]any{"events": parsed(t, row.events)})
		var pointers []string
		for _, one := range found {
			pointers = append(pointers, one.Pointer)
		}
		if got := strings.Join(pointers, " "); got != row.pointers {
			t.Errorf("%s: %q, expected %q", row.events, got, row.pointers)
		}
	}
}

func TestRulesAreComparedInOrder(t *testing.T) {
	comparisons := []Comparison{{At: "/matched_rules", Is: []any{"a", "b"}, Ignoring: []string{"c"}}}
	for names, passes := range map[string]bool{`["a","b"]`: true, `["a","c","b"]`: true, `["b","a"]`: false, `["a"]`: false} {
		found := Differences(comparisons, map[string]any{"matched_rules": parsed(t, names)})
		if (len(found) == 0) != passes {
			t.Errorf("%s: %v", names, found)
		}
	}
}

func TestVersionsInOrder(t *testing.T) {
	order := []string{"", "0.9", "0.60.9", "0.61.0-preview.1", "0.61.0-preview.2", "0.61.0-preview.10", "v0.61", "0.61.1", "1", "10.0"}
	for a, one := range order {
		for b, other := range order {
			if got := CompareVersions(one, other); got != sign(a-b) {
				t.Errorf("%s and %s: %d", one, other, got)
			}
		}
	}
	for _, same := range [][2]string{{"2.1", "2.1.0"}, {"v1", "1+build"}, {"1.02", "1.2"}} {
		if CompareVersions(same[0], same[1]) != 0 {
			t.Errorf("%s is %s", same[0], same[1])
		}
	}
}

func TestOutcomesOfAnAdapter(t *testing.T) {
	one := Case{ID: "x", Expect: []Expectation{{"event", []Comparison{{At: "/events/0/a", Is: "b"}}}}}
	must, may := one, one
	must.Refuse, may.Refuse = "must", "may"
	good := map[string]string{"a": "b"}
	for name, row := range map[string]struct {
		asked   Case
		answers func() (any, error)
		outcome Outcome
	}{
		"right":             {one, func() (any, error) { return []any{good}, nil }, Passed},
		"wrong":             {one, func() (any, error) { return []any{map[string]string{"a": "c"}}, nil }, Failed},
		"kept half":         {one, func() (any, error) { return json.RawMessage(`[{"a":"\ud83d"}]`), nil }, Failed},
		"refused":           {one, func() (any, error) { return nil, Refused{} }, Failed},
		"may be refused":    {may, func() (any, error) { return nil, &Refused{} }, Passed},
		"must be refused":   {must, func() (any, error) { return nil, errors.Join(Refused{}) }, Passed},
		"was not refused":   {must, func() (any, error) { return []any{good}, nil }, Failed},
		"other platform":    {must, func() (any, error) { return nil, Refused{Code: UnsupportedPlatform} }, Failed},
		"unknown code":      {must, func() (any, error) { return nil, Refused{Code: -1} }, Errored},
		"another error":     {must, func() (any, error) { return nil, errors.New("no") }, Errored},
		"panic":             {must, func() (any, error) { panic("no") }, Errored},
		"nothing":           {one, func() (any, error) { return nil, nil }, Errored},
		"no events":         {one, func() (any, error) { return []any{}, nil }, Errored},
		"no object":         {one, func() (any, error) { return []any{1}, nil }, Errored},
		"not to be written": {one, func() (any, error) { return []any{func() {}}, nil }, Errored},
	} {
		adapter := Adapter{Canonicalize: func(string, Context) (any, error) { return row.answers() }}
		if got := Judge(row.asked, adapter, nil)[0]; got.Outcome != row.outcome {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestAllCasesAreRead(t *testing.T) {
	for _, platform := range Platforms() {
		cases, err := Cases(platform)
		if err != nil || len(cases) == 0 {
			t.Fatalf("%s: %d cases, %v", platform, len(cases), err)
		}
		for _, one := range cases {
			if one.Platform != platform || len(one.Expect) == 0 {
				t.Errorf("%s is not read", one.ID)
			}
		}
	}
	if _, err := Cases("nobody"); err == nil {
		t.Error("nobody is no platform")
	}
}

func TestAnswersThatAGuardGives(t *testing.T) {
	quoted := 0
	for platform, events := range answers().Platforms {
		for event, verdicts := range events {
			for verdict, ranges := range verdicts {
				newest := ranges[len(ranges)-1]
				given, err := Respond(platform, "", event, verdict, `no "rm" 😀`)
				if newest.number == nil {
					if !errors.As(err, &NoAnswer{}) {
						t.Errorf("%s %s %s: %v", platform, event, verdict, err)
					}
					continue
				}
				if err != nil || answers().Answers[*newest.number].JSON != nil && !json.Valid([]byte(given.Stdout)) {
					t.Errorf("%s %s %s: %+v, %v", platform, event, verdict, given, err)
				}
				quoted += strings.Count(given.Stdout, `no \"rm\"`)
			}
		}
	}
	if quoted == 0 {
		t.Error("no answer has the text")
	}
	if _, err := Respond("nobody", "", "PreToolUse", Deny, ""); !errors.As(err, &NoAnswer{}) {
		t.Errorf("nobody: %v", err)
	}
}

func TestAnswersOfARange(t *testing.T) {
	for from, begins := range map[string][3]bool{"": {true, true, true}, "1.2": {false, true, true}} {
		for place, version := range []string{"1.1", "1.2.0", "1.3"} {
			if got := (answerRange{from: from}).hasBegun(version); got != begins[place] {
				t.Errorf("%q at %s: %v", from, version, got)
			}
		}
	}
	behind := answerRange{from: "1.2", behind: true}
	if behind.hasBegun("1.2") || !behind.hasBegun("1.2.1") || !behind.hasBegun("") {
		t.Error("behind a version is not at it")
	}
}

func TestAReportCountsWhatWasJudged(t *testing.T) {
	report, err := Run(Adapter{
		Name: "nothing", Version: "1", Platforms: Platforms()[:1],
		Canonicalize: func(string, Context) (any, error) { return nil, Refused{} },
	})
	written, wrong := json.Marshal(report)
	if err != nil || wrong != nil || report.Passed() || report.Cases == 0 || !json.Valid(written) {
		t.Fatalf("%v, %v, %s", err, wrong, report.Verdict())
	}
	counts := report.Counts()
	if counts[Passed] == 0 || counts[Failed] == 0 || counts[Errored] != 0 || counts[Unsupported] == 0 {
		t.Error(counts)
	}
}

func TestWhatIsShownIsText(t *testing.T) {
	comparisons := []Comparison{{At: "/events/0/a", Is: parsed(t, `{"\ud83d": "\ud83d"}`)}}
	found := Differences(comparisons, map[string]any{"events": parsed(t, `[{"a": {}}]`)})
	if shown := (Result{Check: "x", Outcome: Failed, Differences: found}).String(); !utf8.ValidString(shown) || len(found) != 1 {
		t.Errorf("%q", shown)
	}
}

func parsed(t *testing.T, text string) any {
	t.Helper()
	value, err := parse(text)
	if err != nil {
		t.Fatalf("%.40s: %v", text, err)
	}
	return value
}

func sign(number int) int {
	switch {
	case number < 0:
		return -1
	case number > 0:
		return 1
	}
	return 0
}
