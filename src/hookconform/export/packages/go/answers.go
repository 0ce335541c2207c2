package hookconform

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

//go:embed data/answers.json
var answersText string

// An Answer is what a hook answers: its exit code and what it writes.
type Answer struct {
	ExitCode int
	Stdout   string
	Stderr   string
}

// A Verdict is what a guard decides.
type Verdict string

// The verdicts that a measured answer can carry out.
const (
	Deny       Verdict = "deny"
	Ask        Verdict = "ask"
	Allow      Verdict = "allow"
	AddContext Verdict = "context"
)

// NoAnswer is the error where no measured answer does what is wanted.
type NoAnswer struct {
	Platform string
	Version  string
	Event    string
	Verdict  Verdict
}

func (e NoAnswer) Error() string {
	at := strings.TrimSpace(e.Platform + " " + e.Version)
	return fmt.Sprintf("%s: no measured answer to %s is %s", at, e.Event, e.Verdict)
}

// answerTable has ranges of versions, oldest first, by platform, event and verdict, and each answer once.
type answerTable struct {
	Platforms map[string]map[string]map[Verdict][]answerRange `json:"platforms"`
	Answers   []measuredAnswer                                `json:"answers"`
}

type measuredAnswer struct {
	ExitCode int             `json:"exit_code"`
	JSON     json.RawMessage `json:"json"`
	Stdout   string          `json:"stdout"`
	Stderr   string          `json:"stderr"`
}

// answerRange begins at a version, or behind it; empty is the first of all. Number is nil where no answer holds.
type answerRange struct {
	from   string
	behind bool
	number *int
}

func (r *answerRange) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&r.from, &r.behind, &r.number})
}

var answers = sync.OnceValue(func() answerTable {
	var table answerTable
	if err := json.Unmarshal([]byte(answersText), &table); err != nil {
		panic(err)
	}
	return table
})

// Respond returns the answer that carries out a verdict, with the text for the user or the model in it. The event is
// the platform's own name; without a version the newest is meant. The error is [NoAnswer] where none does it.
func Respond(platform, version, event string, verdict Verdict, text string) (Answer, error) {
	table := answers()
	ranges := table.Platforms[platform][event][verdict]
	for place := len(ranges) - 1; place >= 0; place-- {
		if !ranges[place].hasBegun(version) {
			continue
		}
		if ranges[place].number == nil {
			break
		}
		return table.Answers[*ranges[place].number].filled(text), nil
	}
	return Answer{}, NoAnswer{platform, version, event, verdict}
}

func (r answerRange) hasBegun(version string) bool {
	if r.from == "" || version == "" {
		return true
	}
	order := CompareVersions(version, r.from)
	return order > 0 || order == 0 && !r.behind
}

// filled puts a text where the measured answer had one.
func (a measuredAnswer) filled(text string) Answer {
	stdout := strings.ReplaceAll(a.Stdout, "@text", text)
	if a.JSON != nil {
		// The mark stands within strings alone, so what is put there is escaped as in one.
		stdout = strings.ReplaceAll(string(a.JSON), "@text", inString(text))
	}
	return Answer{a.ExitCode, stdout, strings.ReplaceAll(a.Stderr, "@text", text)}
}

func inString(text string) string {
	quoted := encoded(text)
	return quoted[1 : len(quoted)-1]
}
