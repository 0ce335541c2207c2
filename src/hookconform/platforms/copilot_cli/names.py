"""What Copilot CLI's events and tools are called at each version, and what no run reaches."""

from __future__ import annotations

from hookconform.ground.versions import within
from hookconform.lab.driver import NotDriven

# camelCase key → PascalCase key, first version that reads the one, first version that reads the other.
_EVENTS = (
    ("sessionStart", "SessionStart", "0.0.396", "1.0.6"),
    ("sessionEnd", "SessionEnd", "0.0.396", "1.0.6"),
    ("userPromptSubmitted", "UserPromptSubmit", "0.0.396", "1.0.6"),
    ("userPromptTransformed", None, "1.0.80", ""),
    ("preToolUse", "PreToolUse", "0.0.396", "1.0.6"),
    ("preMcpToolCall", "PreMcpToolCall", "1.0.59", "1.0.59"),
    ("postToolUse", "PostToolUse", "0.0.396", "1.0.6"),
    ("postToolUseFailure", "PostToolUseFailure", "1.0.15", "1.0.15"),
    ("errorOccurred", "ErrorOccurred", "0.0.396", "1.0.6"),
    ("agentStop", "Stop", "0.0.401", "1.0.6"),
    ("subagentStart", "SubagentStart", "1.0.7", "1.0.59"),
    ("subagentStop", "SubagentStop", "0.0.401", "1.0.6"),
    ("preCompact", "PreCompact", "1.0.20", "1.0.20"),
    ("permissionRequest", "PermissionRequest", "1.0.20", "1.0.20"),
    ("notification", "Notification", "1.0.20", "1.0.20"),
)
# Where one of these keys stands in a file in PascalCase, versions from 1.0.21 on, up to one before 1.0.59, drop the
# whole file without a word.
_FATAL_KEYS = ("PermissionRequest", "Notification")
# Names that PascalCase payloads give to tools since 1.0.62.
_CLAUDE_NAMES = {
    "apply_patch": "Edit",
    "ask_user": "AskUserQuestion",
    "bash": "Bash",
    "create": "Write",
    "edit": "Edit",
    "glob": "Glob",
    "grep": "Grep",
    "rg": "Grep",
    "task": "Agent",
    "view": "Read",
    "web_fetch": "WebFetch",
}


def style_of(event: str) -> str:
    """Return `camel` or `pascal`, the casing of an event key."""
    return "camel" if event[0].islower() else "pascal"


def events_at(version: str) -> tuple[str, ...]:
    """Return the event keys a version reads, camelCase first."""
    camel = [name for name, _, since, _ in _EVENTS if within(version, since)]
    fatal = _FATAL_KEYS if within(version, "1.0.21", "1.0.59") else ()
    pascal = [name for _, name, _, since in _EVENTS if name not in (None, *fatal) and within(version, since)]
    return (*camel, *pascal)


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
    wanted = [key for names in _EVENTS if names[0] in _SHOWN.get(scenario, ()) for key in names[:2]]
    return tuple(key for key in wanted if key in read)


def hook_names_of(declared: str, version: str) -> frozenset[str]:
    """Return the names hooks give to a declared tool, in either payload shape."""
    name = declared.rpartition(".")[2]
    claude = {_CLAUDE_NAMES[name]} if name in _CLAUDE_NAMES and within(version, "1.0.62") else set[str]()
    return frozenset({name, *claude})


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
