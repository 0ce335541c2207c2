"""What Copilot CLI's events and tools are called at each version, and what no run reaches."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform
from hookconform.ground.versions import within
from hookconform_lab.lab.driver import NotDriven

# camelCase key → PascalCase key.
_EVENTS = {
    "sessionStart": "SessionStart",
    "sessionEnd": "SessionEnd",
    "userPromptSubmitted": "UserPromptSubmit",
    # In PascalCase too it is called with the camelCase payload, if at all.
    "userPromptTransformed": None,
    "preToolUse": "PreToolUse",
    "preMcpToolCall": "PreMcpToolCall",
    "postToolUse": "PostToolUse",
    "postToolUseFailure": "PostToolUseFailure",
    "errorOccurred": "ErrorOccurred",
    "agentStop": "Stop",
    "subagentStart": "SubagentStart",
    "subagentStop": "SubagentStop",
    "preCompact": "PreCompact",
    "permissionRequest": "PermissionRequest",
    "notification": "Notification",
}
# Where one of these keys stands in a file in PascalCase, versions from 1.0.21 on, up to one before 1.0.59, drop the
# whole file without a word.
_FATAL_KEYS = ("PermissionRequest", "Notification")


def style_of(event: str) -> str:
    """Return `camel` or `pascal`, the casing of an event key."""
    return "camel" if event[0].islower() else "pascal"


def events_at(version: str) -> tuple[str, ...]:
    """Return the event keys a version reads, camelCase first."""
    known = set(load_platform("copilot-cli").events_at(version))
    fatal = _FATAL_KEYS if within(version, "1.0.21", "1.0.59") else ()
    pascal = [name for name in _EVENTS.values() if name not in (None, *fatal)]
    return tuple(name for name in (*_EVENTS, *pascal) if name in known)


# Measured: its client speaks first in one MCP protocol and then in another, which the SDK's server does not take.
_NO_HANDSHAKE = "this version and the MCP SDK's server do not agree on a protocol, so no MCP tool is there"
# What a run must show, in either casing, at every version that has the event.
_SHOWN = {
    "claude-model": (
        "preToolUse",
        "postToolUse",
        "postToolUseFailure",
        "permissionRequest",
        "preMcpToolCall",
        "subagentStart",
        "subagentStop",
    ),
    "gpt-model": ("preToolUse", "postToolUse", "postToolUseFailure"),
    "session": ("sessionStart", "userPromptSubmitted", "userPromptTransformed", "agentStop", "sessionEnd"),
    "error": ("errorOccurred",),
    "terminal": ("permissionRequest", "notification", "preCompact"),
}


def shown_by(scenario: str, version: str) -> tuple[str, ...]:
    """Return the event keys that the run of this name must show at a version."""
    read = set(events_at(version)) - undriven_at(version).events.keys()
    wanted = [key for names in _EVENTS.items() if names[0] in _SHOWN.get(scenario, ()) for key in names]
    return tuple(key for key in wanted if key in read)


def undriven_at(version: str) -> NotDriven:
    """Return the tools and events of a version that its runs do not reach."""
    return NotDriven(
        tools={
            "tool_search": "runs at the model's vendor, so a call fires no hook",
            "lab.lab-fail_tool": "lab.lab-echo_text shows how hooks name what a tool search found",
        },
        events=dict.fromkeys(("preMcpToolCall", "PreMcpToolCall"), _NO_HANDSHAKE)
        if within(version, "1.0.81", "1.0.82")
        else {},
    )
