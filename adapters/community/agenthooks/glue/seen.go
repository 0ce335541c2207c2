package main

import (
	"encoding/json"

	hooks "github.com/speakeasy-api/agenthooks"
)

// The suite's words for agenthooks' kinds of event; kinds without one keep their native name.
var events = map[hooks.EventKind]string{
	hooks.KindSessionStart: "SessionStart", hooks.KindSessionEnd: "SessionEnd",
	hooks.KindPromptSubmitted: "UserPromptSubmit", hooks.KindNotification: "Notification",
	hooks.KindToolPre: "PreToolUse", hooks.KindToolPost: "PostToolUse", hooks.KindToolError: "PostToolUseFailure",
	hooks.KindPermission: "PermissionRequest", hooks.KindStop: "Stop",
	hooks.KindSubagentStart: "SubagentStart", hooks.KindSubagentStop: "SubagentStop",
	hooks.KindCompactPre: "PreCompact", hooks.KindCompactPost: "PostCompact",
}

// The suite's words for agenthooks' classes of tool. Search is one class for Glob, Grep and LS, so it has no word here.
var tools = map[hooks.CanonicalTool]string{
	hooks.ToolShell: "Bash", hooks.ToolFileRead: "Read", hooks.ToolFileWrite: "Write", hooks.ToolFileEdit: "Edit",
	hooks.ToolTask: "Task", hooks.ToolFetch: "WebFetch", hooks.ToolSearch: "search",
}

// What one payload was decoded to.
type seen struct {
	event    *hooks.Event
	tool     *hooks.ToolCall
	prompt   *string
	response json.RawMessage
}

func (s *seen) note(event *hooks.Event, tool *hooks.ToolCall) {
	if event.Backfilled { // the provider never sent it
		return
	}
	s.event = event
	if tool != nil {
		s.tool = tool
	}
}

func (s *seen) canonical() object {
	name := events[s.event.Kind]
	if name == "" {
		name = s.event.NativeName
	}
	result := object{"hook_event_name": name}
	if name != s.event.NativeName {
		result["platform_event_name"] = s.event.NativeName
	}
	if s.event.Session.ID != "" {
		result["session_id"] = s.event.Session.ID
	}
	if s.event.Session.CWD != "" {
		result["cwd"] = s.event.Session.CWD
	}
	if s.prompt != nil {
		result["prompt"] = *s.prompt
	}
	if s.tool != nil {
		s.addTool(result)
	}
	if s.response != nil {
		result["tool_response"] = s.response
	}
	return result
}

func (s *seen) addTool(result object) {
	name := tools[s.tool.Canonical]
	if name == "" {
		name = s.tool.Name
	}
	arguments := object{}
	_ = json.Unmarshal(s.tool.Input, &arguments)
	if name != s.tool.Name {
		arguments["platform_tool_name"] = s.tool.Name
	}
	result["tool_name"] = name
	if len(arguments) > 0 {
		result["tool_input"] = arguments
	}
}
