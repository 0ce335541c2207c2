// Package example is a small adapter for Gemini CLI: it knows one tool and two events. Most checks are red.
package example

import (
	"encoding/json"

	hookconform "github.com/hookconform/hookconform-data-go"
)

var events = map[string]string{"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse"}

var tools = map[string]string{"run_shell_command": "Bash"}

// Adapter is what the test judges.
var Adapter = hookconform.Adapter{
	Name:         "example",
	Version:      "0.1.0",
	Platforms:    []string{"gemini-cli"},
	Canonicalize: canonicalize,
}

func canonicalize(payload string, _ hookconform.Context) (any, error) {
	var sent map[string]any
	if err := json.Unmarshal([]byte(payload), &sent); err != nil {
		return nil, hookconform.Refused{Message: err.Error()}
	}
	event, isText := sent["hook_event_name"].(string)
	if !isText {
		return nil, hookconform.Refused{Message: "hook_event_name is no text"}
	}
	if canonical, isKnown := events[event]; isKnown {
		sent["hook_event_name"] = canonical
		sent["platform_event_name"] = event
	}
	native, _ := sent["tool_name"].(string)
	if canonical, isKnown := tools[native]; isKnown {
		sent["tool_name"] = canonical
		if input, isObject := sent["tool_input"].(map[string]any); isObject {
			input["platform_tool_name"] = native
		}
	}
	return []any{sent}, nil
}
