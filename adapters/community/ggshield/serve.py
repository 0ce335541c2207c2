"""ggshield behind the serve loop: the parser of its hook, which tells shell commands and file reads from the rest."""

import json
from importlib.metadata import version

from ggshield.verticals.ai.hooks import parse_hook_input
from serve_loop import InvalidPayloadError, serve

# Its classes of tool; all others are one class, OTHER, and keep their native name.
TOOLS = {"BASH": "Bash", "READ": "Read"}
EVENTS = {"PRE_TOOL_USE": "PreToolUse", "POST_TOOL_USE": "PostToolUse", "USER_PROMPT": "UserPromptSubmit"}


def canonicalize(payload, registered_event=None, **_):
    try:
        parsed = parse_hook_input(payload)[-1]
    except Exception as error:  # it refuses by whatever its parser stumbles over
        raise InvalidPayloadError(f"{type(error).__name__}: {error}") from error
    call = json.loads(payload)
    native = call.get("tool_name") or call.get("toolName")
    name = TOOLS.get(parsed.tool.name if parsed.tool else "", native)
    event = {"hook_event_name": EVENTS.get(parsed.event_type.name, call.get("hook_event_name") or registered_event)}
    if name:
        event["tool_name"] = name
    if name and name != native:
        event["tool_input"] = {"platform_tool_name": native}
    return {"events": [event]}


serve(
    {
        "name": "ggshield",
        "version": version("ggshield"),
        "language": "python",
        "platforms": ["claude-code", "codex", "copilot-cli", "cursor", "vscode-copilot"],
        "capabilities": ["tool-name", "refusal"],
        "tier": "core",
    },
    canonicalize=canonicalize,
)
