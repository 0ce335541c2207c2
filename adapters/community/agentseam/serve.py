"""agentseam behind the serve loop: its adapters parse the payload, its dispatcher writes the answer.

It keeps native tool names, so only events and answers are claimed.
"""

import json
from importlib.metadata import version

from agentseam import adapters, dispatch
from agentseam.contract import Decision
from agentseam.dispatch import UnsupportedDecisionError
from serve_loop import InvalidPayloadError, UnsupportedVerdictError, serve

ADAPTERS = {
    "claude-code": "claude_code",
    "codex": "codex_cli",
    "copilot-cli": "vscode_copilot",
    "cursor": "cursor",
    "gemini-cli": "gemini_cli",
    "vscode-copilot": "vscode_copilot",
}
# Its words for events that the suite has words for; the others keep their native name.
EVENTS = {
    "session_start": "SessionStart",
    "session_end": "SessionEnd",
    "prompt_submit": "UserPromptSubmit",
    "pre_tool": "PreToolUse",
    "post_tool": "PostToolUse",
    "tool_failure": "PostToolUseFailure",
    "pre_compact": "PreCompact",
    "stop": "Stop",
    "subagent_start": "SubagentStart",
    "subagent_stop": "SubagentStop",
    "instructions_loaded": "InstructionsLoaded",
    "file_changed": "FileChanged",
}


def canonicalize(platform, payload, registered_event=None, **_):
    call = read(payload)
    parsed = adapters.get(ADAPTERS[platform]).parse(call)
    native = registered_event if platform == "copilot-cli" else call.get("hook_event_name") or registered_event
    event = {"hook_event_name": EVENTS.get(parsed.event, native)}
    if native and event["hook_event_name"] != native:
        event["platform_event_name"] = native
    for key in ("session_id", "cwd", "prompt"):
        if isinstance(getattr(parsed, key), str):
            event[key] = getattr(parsed, key)
    return {"events": [event]}


def respond(platform, payload, verdict, **_):
    call = read(payload)
    try:
        text, code, *_ = dispatch.handle(call, lambda _: decision(call, verdict), ADAPTERS[platform])
    except UnsupportedDecisionError as error:
        raise UnsupportedVerdictError(str(error)) from error
    return {"exit_code": code, "stdout": text or "", "stderr": ""}


def decision(call, verdict):
    if verdict["decision"] == "deny":
        return Decision.deny(verdict.get("reason"))
    if verdict["decision"] == "ask":
        return Decision.escalate(verdict.get("reason"))
    if "updated_input" in verdict:  # the suite names what changes; agentseam wants all arguments
        arguments = call.get("tool_input") or call.get("toolArgs") or {}
        return Decision.transform({**arguments, **verdict["updated_input"]})
    return Decision.allow(context=verdict.get("context"))


def read(payload):
    try:
        call = json.loads(payload)
    except ValueError as error:
        raise InvalidPayloadError(str(error)) from error
    if not isinstance(call, dict):
        raise InvalidPayloadError("not an object")
    return call


serve(
    {
        "name": "agentseam",
        "version": version("agentseam"),
        "language": "python",
        "platforms": list(ADAPTERS),
        "capabilities": ["event", "refusal", "response"],
        "tier": "core",
    },
    canonicalize=canonicalize,
    respond=respond,
)
