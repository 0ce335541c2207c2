// What a hook's payload means: its canonical events, by the tables in tables.json.
// The tables are yours now: change them, and this file, as your program needs it.
package main

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

//go:embed tables.json
var tablesText []byte

type answer struct {
	ExitCode int    `json:"exit_code"`
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
}

type table struct {
	Event               []string          `json:"event"`
	Tool                []string          `json:"tool"`
	Input               []string          `json:"input"`
	Failure             []string          `json:"failure"`
	Mcp                 []string          `json:"mcp"`
	SessionID           []string          `json:"session_id"`
	Cwd                 []string          `json:"cwd"`
	Prompt              []string          `json:"prompt"`
	PromptEvents        []string          `json:"prompt_events"`
	RegistrationDecides bool              `json:"registration_decides"`
	NullForNoTool       bool              `json:"null_for_no_tool"`
	StringArguments     bool              `json:"string_arguments"`
	NamesNoTool         []string          `json:"names_no_tool"`
	Registered          map[string]string `json:"registered"`
	Events              map[string]string `json:"events"`
	Tools               map[string]string `json:"tools"`
	Patches             map[string]string `json:"patches"`
	Also                []struct {
		Event string `json:"event"`
		At    string `json:"at"`
		Is    any    `json:"is"`
		Fires string `json:"fires"`
	} `json:"also"`
	Implied map[string]struct {
		Tool     string `json:"tool"`
		Argument string `json:"argument"`
	} `json:"implied"`
	Batches map[string]struct {
		At        string `json:"at"`
		Tool      string `json:"tool"`
		Arguments string `json:"arguments"`
	} `json:"batches"`
	Deny map[string]answer `json:"deny"`
}

type event map[string]any

var (
	beforeATool = []string{"PreToolUse", "PermissionRequest"}
	afterATool  = []string{"PostToolUse", "PostToolUseFailure"}
	// White space as the programs see it: Go's \s is ASCII's alone.
	header  = regexp.MustCompile(`(?s)^[\s\v\x{1c}-\x{1f}\x{85}\p{Z}\x{feff}]*\*\*\* (Add File|Update File|Delete File|Move to):(.*)`)
	control = regexp.MustCompile(`[\x00-\x1f\x7f-\x{9f}]`)
)

func readTables() (map[string]table, error) {
	var tables map[string]table
	err := json.Unmarshal(tablesText, &tables)
	return tables, err
}

// canonical returns the canonical events of a payload, and the names of all tools that the call runs.
func (t table) canonical(registered string, text []byte) ([]event, []string, error) {
	document, err := read(text)
	if err != nil {
		return nil, nil, err
	}
	payload, isObject := document.(map[string]any)
	if !isObject {
		return nil, nil, InvalidError("not a JSON object")
	}
	native, err := t.eventName(registered, payload)
	if err != nil {
		return nil, nil, err
	}
	name := mapped(t.Events, native)
	found := event{"hook_event_name": name}
	if name != native {
		found["platform_event_name"] = native
	}
	var called []string
	if implied, is := t.Implied[native]; is {
		if _, there := payload[implied.Argument]; !there && contains(beforeATool, name) {
			return nil, nil, InvalidError("no arguments")
		}
		found["tool_name"] = implied.Tool
		called = []string{implied.Tool}
	} else if called, err = t.addTool(native, payload, found); err != nil {
		return nil, nil, err
	}
	texts := map[string][]string{"session_id": t.SessionID, "cwd": t.Cwd}
	if len(t.PromptEvents) == 0 || contains(t.PromptEvents, native) {
		texts["prompt"] = t.Prompt
	}
	for key, pointers := range texts {
		if text, is := textOf(payload, pointers); is {
			found[key] = text
		}
	}
	events := []event{found}
	for _, other := range t.also(native, name, payload) {
		further := event{}
		for key, value := range found {
			further[key] = value
		}
		further["hook_event_name"] = other
		events = append(events, further)
	}
	return events, called, nil
}

// addTool puts the tool's canonical name into the event, and returns it with those of the calls within the call.
func (t table) addTool(nativeEvent string, payload any, found event) ([]string, error) {
	value, named := first(payload, t.Tool)
	if value == nil && t.NullForNoTool {
		named = false
	}
	given, hasArguments := first(payload, t.Input)
	name := found["hook_event_name"].(string)
	before := contains(beforeATool, name)
	tool, isText := value.(string)
	if named && (!isText || strings.TrimSpace(tool) == "") {
		return nil, InvalidError("the tool name is no name")
	}
	if contains(t.NamesNoTool, nativeEvent) {
		return nil, nil
	}
	if !named {
		if before || contains(afterATool, name) {
			return nil, InvalidError("no tool name")
		}
		return nil, nil
	}
	if before && !hasArguments {
		return nil, InvalidError("no arguments")
	}
	if t.StringArguments {
		var err error
		if given, err = decoded(given); err != nil {
			return nil, err
		}
	}
	if err := t.checkPatch(tool, given); err != nil {
		return nil, err
	}
	// What an MCP server calls its tools is no word of the platform's.
	if _, bare := first(payload, t.Mcp); bare {
		found["tool_name"] = tool
		return []string{tool}, nil
	}
	found["tool_name"] = mapped(t.Tools, tool)
	if found["tool_name"] != tool {
		found["tool_input"] = map[string]any{"platform_tool_name": tool}
	}
	return append([]string{mapped(t.Tools, tool)}, t.within(tool, given)...), nil
}

// within returns the canonical names of the tools that a call of several calls runs.
func (t table) within(tool string, given any) []string {
	batch, is := t.Batches[tool]
	arguments, _ := given.(map[string]any)
	calls, _ := arguments[batch.At].([]any)
	var names []string
	for _, item := range calls {
		call, _ := item.(map[string]any)
		if name, isText := call[batch.Tool].(string); is && isText {
			names = append(names, mapped(t.Tools, name))
			names = append(names, t.within(name, call[batch.Arguments])...)
		}
	}
	return names
}

// also returns the canonical events that fire with this one.
func (t table) also(native, name string, payload any) []string {
	var names []string
	for _, row := range t.Also {
		if value, _ := at(payload, row.At); row.Event == native && value == row.Is {
			names = append(names, row.Fires)
		}
	}
	if failure, _ := first(payload, t.Failure); name == "PostToolUse" && failure != nil && failure != false {
		names = append(names, "PostToolUseFailure")
	}
	return names
}

// eventName returns the native event, as the payload or else the hook's registration names it.
func (t table) eventName(registered string, payload any) (string, error) {
	withoutMatcher, _, _ := strings.Cut(registered, "[")
	meant := mapped(t.Registered, withoutMatcher)
	value, there := first(payload, t.Event)
	named, isText := value.(string)
	if there && (!isText || strings.TrimSpace(named) == "") {
		return "", InvalidError("the event name is no name")
	}
	if !there || (meant != "" && t.RegistrationDecides) {
		named = meant
	}
	if named == "" {
		return "", InvalidError("no event name")
	}
	return named, nil
}

// checkPatch refuses a patch whose lines or paths programs read differently.
func (t table) checkPatch(tool string, given any) error {
	key, is := t.Patches[tool]
	if arguments, isObject := given.(map[string]any); isObject {
		given = arguments[key]
	}
	patch, isText := given.(string)
	if !is || !isText {
		return nil
	}
	updating, above := false, ""
	for _, raw := range strings.Split(patch, "\n") {
		line := strings.TrimSuffix(raw, "\r")
		if strings.Contains(line, "\r") {
			return InvalidError("a carriage return within a line of the patch")
		}
		word, found := "", header.FindStringSubmatch(line)
		if found != nil {
			word = found[1]
		}
		isContent := updating && strings.HasPrefix(line, " ") && !(word == "Move to" && above == "Update File")
		if found != nil && !isContent {
			updating = word == "Update File" || (updating && word == "Move to")
			if control.MatchString(strings.Trim(found[2], " \t")) {
				return InvalidError("a control character in a path of the patch")
			}
		}
		above = word
	}
	return nil
}

// decoded returns the object that arguments in a text encode, else what is given.
func decoded(given any) (any, error) {
	text, isText := given.(string)
	if !isText || !strings.HasPrefix(strings.TrimSpace(text), "{") {
		return given, nil
	}
	// What is nested more deeply than Go reads is refused, since the platform may read it.
	var whole json.RawMessage
	if err := json.Unmarshal([]byte(text), &whole); err != nil && !strings.Contains(err.Error(), "max depth") {
		return given, nil
	}
	return read([]byte(text))
}

// at returns the value at a JSON Pointer, and whether there is one.
func at(document any, pointer string) (any, bool) {
	for _, part := range strings.Split(pointer, "/")[1:] {
		switch inner := document.(type) {
		case map[string]any:
			found, there := inner[part]
			if !there {
				return nil, false
			}
			document = found
		case []any:
			index, err := strconv.Atoi(part)
			if err != nil || index < 0 || index >= len(inner) {
				return nil, false
			}
			document = inner[index]
		default:
			return nil, false
		}
	}
	return document, true
}

func first(document any, pointers []string) (any, bool) {
	for _, pointer := range pointers {
		if value, there := at(document, pointer); there {
			return value, true
		}
	}
	return nil, false
}

// textOf returns a text, or the texts of a list of parts in one, and whether there is any.
func textOf(document any, pointers []string) (string, bool) {
	value, _ := first(document, pointers)
	parts, isList := value.([]any)
	if !isList {
		text, isText := value.(string)
		return text, isText
	}
	var texts []string
	for _, item := range parts {
		part, _ := item.(map[string]any)
		if text, isText := part["text"].(string); isText && part["type"] == "text" {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n"), texts != nil
}

func mapped(names map[string]string, native string) string {
	if canonical, known := names[native]; known {
		return canonical
	}
	return native
}

func contains(names []string, name string) bool {
	for _, one := range names {
		if one == name {
			return true
		}
	}
	return false
}
