package hookconform

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Codes of an adapter that refuses; others say that it broke.
const (
	InvalidPayload      = -32001
	UnsupportedPlatform = -32002
	// InvalidRules is an answer to Match alone: a rule could never match.
	InvalidRules = -32602
)

// An Adapter is what is judged. Name and Version stand in the report. Without Platforms it has all of them.
//
// Canonicalize returns the canonical events of a payload: anything that encoding/json writes as a list of objects. A
// json.RawMessage keeps what a Go string cannot hold. Match returns the names of the rules that match; without it,
// rules are not judged. Either returns [Refused] for what it refuses. Another error, or a panic, is a broken adapter.
type Adapter struct {
	Name         string
	Version      string
	Platforms    []string
	Canonicalize func(payload string, context Context) (events any, err error)
	Match        func(payload string, rules []Rule, context Context) (names []string, err error)
}

// Context is where a payload comes from. Version and RegisteredEvent are empty where there is none.
type Context struct {
	Platform        string
	Version         string
	RegisteredEvent string
}

// Refused is the error of an adapter that refuses a payload. Without a Code it is one that cannot be read.
type Refused struct {
	Code    int
	Message string
}

func (r Refused) Error() string { return fmt.Sprintf("%d: %s", r.code(), r.message()) }

func (r Refused) code() int {
	if r.Code == 0 {
		return InvalidPayload
	}
	return r.Code
}

func (r Refused) message() string {
	if r.Message == "" {
		return "invalid payload"
	}
	return r.Message
}

// Outcome says what became of a check.
type Outcome string

// The outcomes. Failed and Errored turn a run red.
const (
	Passed      Outcome = "passed"
	Failed      Outcome = "failed"
	Errored     Outcome = "error"
	Unsupported Outcome = "unsupported"
)

// Result is the outcome of one check.
type Result struct {
	Check       string
	Case        string
	Platform    string
	Capability  string
	Outcome     Outcome
	Message     string
	Differences []Difference
}

// IsRed tells whether the result turns a run red.
func (r Result) IsRed() bool { return r.Outcome == Failed || r.Outcome == Errored }

// String returns the check, its outcome, and what is wrong, a line each.
func (r Result) String() string {
	lines := []string{r.Check + ": " + string(r.Outcome)}
	if r.Message != "" {
		lines = append(lines, "  "+r.Message)
	}
	for _, one := range r.Differences {
		lines = append(lines, fmt.Sprintf("  %s is %s, expected %s", one.Pointer, shown(one.Got), shown(one.Expected)))
	}
	// A key may hold half of a surrogate pair, which no terminal can show.
	return strings.ToValidUTF8(strings.Join(lines, "\n"), "\uFFFD")
}

// answer is what an adapter says to one question: a value, or a refusal, or why there is neither.
type answer struct {
	value   any
	refused *Refused
	broken  string
}

// Judge returns the outcome of each check of a case, in the order of the corpus. The rules are those of [Rules].
func Judge(c Case, adapter Adapter, rules []Rule) []Result {
	context := Context{c.Platform, c.Version, c.RegisteredEvent}
	if c.Rules != nil {
		rules = c.Rules
	}
	var canonicalized *answer
	var results []Result
	for _, expected := range c.Expect {
		switch {
		case expected.Capability != "rules":
			if canonicalized == nil {
				found := asked("events", func() (any, error) { return adapter.Canonicalize(c.Payload, context) })
				canonicalized = &found
			}
			results = append(results, judged(c, expected, *canonicalized))
		case adapter.Match == nil:
			results = append(results, result(c, expected.Capability, Unsupported))
		default:
			found := asked("matched_rules", func() (any, error) {
				names, err := adapter.Match(c.Payload, rules, context)
				return append([]string{}, names...), err
			})
			results = append(results, judged(c, expected, found))
		}
	}
	for _, capability := range c.Unsupported {
		results = append(results, result(c, capability, Unsupported))
	}
	return results
}

// JudgeText judges answers that were recorded as a runner over a pipe gets them. Each is a JSON object: {"value":
// result}, or {"code", "message"} of a refusal, or {"broken": why}. An empty one was not asked for.
func JudgeText(c Case, canonicalize, match string) ([]Result, error) {
	var results []Result
	for _, expected := range c.Expect {
		text := canonicalize
		if expected.Capability == "rules" {
			text = match
		}
		if text == "" {
			results = append(results, result(c, expected.Capability, Unsupported))
			continue
		}
		recorded, err := recordedAnswer(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.ID, err)
		}
		results = append(results, judged(c, expected, recorded))
	}
	for _, capability := range c.Unsupported {
		results = append(results, result(c, capability, Unsupported))
	}
	return results, nil
}

func recordedAnswer(text string) (answer, error) {
	value, err := parse(text)
	if err != nil {
		return answer{}, err
	}
	if broken, isBroken := At(value, "/broken").(string); isBroken {
		return answer{broken: broken}, nil
	}
	if code, isRefused := At(value, "/code").(json.Number); isRefused {
		number, err := code.Int64()
		message, _ := At(value, "/message").(string)
		return answer{refused: &Refused{int(number), message}}, err
	}
	if found := At(value, "/value"); found != any(Absent{}) {
		return answer{value: found}, nil
	}
	return answer{}, errors.New("an answer has neither `value` nor `code` nor `broken`")
}

func asked(name string, call func() (any, error)) (found answer) {
	defer func() {
		if reason := recover(); reason != nil {
			found = answer{broken: fmt.Sprintf("panic: %v", reason)}
		}
	}()
	given, err := call()
	if err != nil {
		return failed(err)
	}
	text, err := json.Marshal(given)
	if err != nil {
		return answer{broken: err.Error()}
	}
	value, err := parse(string(text))
	if err != nil {
		return answer{broken: err.Error()}
	}
	return answer{value: map[string]any{name: value}}
}

func failed(err error) answer {
	var refused Refused
	var pointer *Refused
	if errors.As(err, &pointer) && pointer != nil {
		refused = *pointer
	} else if !errors.As(err, &refused) {
		return answer{broken: err.Error()}
	}
	return answer{refused: &Refused{refused.code(), refused.message()}}
}

func judged(c Case, expected Expectation, given answer) Result {
	found := result(c, expected.Capability, Passed)
	mustRefuse := fmt.Sprintf("the payload must be refused with %d", InvalidPayload)
	switch {
	case given.broken != "":
		found.Outcome, found.Message = Errored, given.broken
	case given.refused != nil:
		found.Outcome, found.Message = judgedRefusal(c, expected.Capability, *given.refused, mustRefuse)
	case c.Refuse == "must":
		found.Outcome, found.Message = Failed, mustRefuse+"; it was answered as if it were harmless"
	default:
		if problem := malformed(expected.Capability, given.value); problem != "" {
			found.Outcome, found.Message = Errored, "the answer does not follow the protocol: "+problem
			break
		}
		if found.Differences = Differences(expected.Comparisons, given.value); len(found.Differences) > 0 {
			found.Outcome = Failed
		}
		if len(found.Differences) > MaxDifferences {
			found.Differences = found.Differences[:MaxDifferences]
			found.Message = fmt.Sprintf("there are more differences than the %d shown", MaxDifferences)
		}
	}
	return found
}

func judgedRefusal(c Case, capability string, refused Refused, mustRefuse string) (Outcome, string) {
	said := refused.Error()
	switch {
	case capability == "rules" && refused.Code == InvalidRules && c.MayRefuseRules:
		return Passed, ""
	case refused.Code != InvalidPayload && refused.Code != UnsupportedPlatform:
		return Errored, "the adapter answered error " + said
	case refused.Code == InvalidPayload && c.Refuse != "":
		return Passed, ""
	case c.Refuse == "must":
		return Failed, mustRefuse + "; it was refused with " + said
	}
	return Failed, "a good payload was refused with " + said
}

func malformed(capability string, value any) string {
	if capability == "rules" {
		names, isList := At(value, "/matched_rules").([]any)
		for _, name := range names {
			_, isText := name.(string)
			isList = isList && isText
		}
		if !isList {
			return "`matched_rules` must be a list of rule names"
		}
		return ""
	}
	events, _ := At(value, "/events").([]any)
	if len(events) == 0 {
		return "`events` must be a list with at least one event"
	}
	for _, event := range events {
		if _, isObject := event.(map[string]any); !isObject {
			return "an event must be an object"
		}
	}
	return ""
}

func result(c Case, capability string, outcome Outcome) Result {
	return Result{
		Check: c.ID + "::" + capability, Case: c.ID, Platform: c.Platform, Capability: capability, Outcome: outcome,
	}
}
