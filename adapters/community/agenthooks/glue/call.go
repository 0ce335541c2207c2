package main

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"

	hooks "github.com/speakeasy-api/agenthooks"
)

var providers = map[string]string{
	"claude-code": "claude-code", "codex": "codex", "cursor": "cursor", "gemini-cli": "gemini", "opencode": "opencode",
}

// call runs agenthooks as its own programs do: payload on standard input, answer on standard output.
func call(p params) (*seen, object) {
	found := &seen{}
	runner := hooks.New(hooks.WithoutDedup(), hooks.WithoutMCPResolution(), hooks.WithoutBackfill(),
		hooks.WithPolicy(hooks.Policy{Fail: hooks.FailClosed, AskFallback: hooks.FallbackDeny}))
	handle(runner, found, p.Verdict)
	payload := []byte(p.Payload)
	if p.Platform == "opencode" {
		payload = asItsShimSends(payload)
	}
	var out, aside bytes.Buffer
	arguments := []string{"agenthooks", "run", "--provider=" + providers[p.Platform]}
	code := runner.Run(context.Background(), arguments, bytes.NewReader(payload), &out, &aside)
	text := out.String()
	if p.Platform == "opencode" {
		text = asTheBridgeAnswers(out.Bytes())
	}
	return found, object{"exit_code": code, "stdout": text, "stderr": aside.String()}
}

// asItsShimSends adds the frame number, all that agenthooks' OpenCode shim sends besides the recorded call.
func asItsShimSends(record []byte) []byte {
	frame := object{}
	if json.Unmarshal(record, &frame) != nil {
		return record
	}
	frame["seq"] = 1
	text, _ := json.Marshal(frame)
	return text
}

// asTheBridgeAnswers turns the shim's reply, an error or changed output, into the suite's words for the same.
func asTheBridgeAnswers(reply []byte) string {
	var frame struct {
		Output object `json:"output"`
		Error  string `json:"error"`
	}
	_ = json.Unmarshal(reply, &frame)
	said := object{}
	if frame.Error != "" {
		said["throw"] = frame.Error
	} else if arguments, ok := frame.Output["args"]; ok {
		said["args"] = arguments
	}
	if len(said) == 0 {
		return ""
	}
	text, _ := json.Marshal(said)
	return string(text)
}

// handle registers a handler for every event that takes an answer, and one that notes the rest.
func handle(runner *hooks.Runner, found *seen, v verdict) {
	runner.OnToolPre(func(_ context.Context, e *hooks.ToolPreEvent) (hooks.ToolPreDecision, error) {
		found.note(&e.Event, &e.Tool)
		return v.beforeTool(&e.Tool), nil
	})
	runner.OnPermission(func(_ context.Context, e *hooks.PermissionEvent) (hooks.ToolPreDecision, error) {
		found.note(&e.Event, &e.Tool)
		return v.beforeTool(&e.Tool), nil
	})
	after := func(_ context.Context, e *hooks.ToolPostEvent) (hooks.ToolPostDecision, error) {
		found.note(&e.Event, &e.Tool)
		found.response = e.Output
		return v.afterTool(), nil
	}
	runner.OnToolPost(after)
	runner.OnToolError(after)
	runner.OnPromptSubmitted(func(_ context.Context, e *hooks.PromptEvent) (hooks.PromptDecision, error) {
		found.note(&e.Event, nil)
		found.prompt = &e.Prompt
		return v.onPrompt(), nil
	})
	runner.OnSessionStart(func(_ context.Context, e *hooks.SessionStartEvent) (hooks.SessionStartDecision, error) {
		found.note(&e.Event, nil)
		if v.Context == "" {
			return hooks.ContinueSession(), nil
		}
		return hooks.ContinueSession().WithContext(v.Context), nil
	})
	stop := func(_ context.Context, e *hooks.StopEvent) (hooks.StopDecision, error) {
		found.note(&e.Event, nil)
		if v.Decision == "deny" {
			return hooks.ContinueWith(v.Reason), nil
		}
		return hooks.Finish(), nil
	}
	runner.OnStop(stop)
	runner.OnSubagentStop(stop)
	runner.OnAny(func(_ context.Context, e *hooks.Event) error {
		found.note(e, nil)
		return nil
	})
}

func (v verdict) beforeTool(tool *hooks.ToolCall) hooks.ToolPreDecision {
	decision := hooks.NoDecision()
	switch {
	case v.Decision == "deny":
		decision = hooks.Deny(v.Reason)
	case v.Decision == "ask":
		decision = hooks.AskUser(v.Reason)
	case v.UpdatedInput != nil: // the suite names what changes; agenthooks wants all arguments
		arguments := object{}
		_ = json.Unmarshal(tool.Input, &arguments)
		maps.Copy(arguments, v.UpdatedInput)
		decision = decision.WithUpdatedInput(arguments)
	}
	if v.Context != "" {
		decision = decision.WithContext(v.Context)
	}
	return decision
}

func (v verdict) afterTool() hooks.ToolPostDecision {
	decision := hooks.Observed()
	if v.Decision == "deny" {
		decision = hooks.FlagOutput(v.Reason)
	}
	if v.Context != "" {
		decision = decision.WithContext(v.Context)
	}
	return decision
}

func (v verdict) onPrompt() hooks.PromptDecision {
	decision := hooks.AcceptPrompt()
	if v.Decision == "deny" {
		decision = hooks.BlockPrompt(v.Reason)
	}
	if v.Context != "" {
		decision = decision.WithContext(v.Context)
	}
	return decision
}
