"""Which events are recorded unless the user names others.

Left out on purpose: events that are called for every streamed word or carry the whole conversation with the vendor's
own prompts (Gemini's model events, `MessageDisplay`, OpenCode's `chat.params`), and those whose hook replaces what the
program would do itself (`WorktreeCreate`).
"""

from __future__ import annotations

import re

# Claude Code up to 2.1.50 ignores every hook if one event name is unknown to it: these it has known since 1.0.85.
_CLAUDE_CODE_ALWAYS = (
    "PreToolUse",
    "PostToolUse",
    "Notification",
    "UserPromptSubmit",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStop",
    "PreCompact",
)
_CLAUDE_CODE_LEFT_OUT = frozenset({"WorktreeCreate", "WorktreeRemove", "MessageDisplay", "FileChanged"})
_CODEX_ALWAYS = ("SessionStart", "Stop", "UserPromptSubmit", "PreToolUse", "PostToolUse")
_CODEX_LEFT_OUT = frozenset({"PreModelRequest", "PostModelRequest"})

_GEMINI_CLI = (
    "SessionStart",
    "SessionEnd",
    "BeforeAgent",
    "AfterAgent",
    "BeforeTool",
    "AfterTool",
    "PreCompress",
    "Notification",
)
# Copilot CLI chooses the payload's shape by the casing of the key, so both are worth having.
_COPILOT_CLI = (
    "sessionStart",
    "sessionEnd",
    "userPromptSubmitted",
    "userPromptTransformed",
    "preToolUse",
    "preMcpToolCall",
    "postToolUse",
    "postToolUseFailure",
    "permissionRequest",
    "notification",
    "subagentStart",
    "subagentStop",
    "agentStop",
    "preCompact",
    "errorOccurred",
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PreMcpToolCall",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "Notification",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "PreCompact",
    "ErrorOccurred",
)
_VSCODE_COPILOT = (
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PreCompact",
    "SubagentStart",
    "SubagentStop",
    "Stop",
)
_CURSOR = (
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "beforeShellExecution",
    "afterShellExecution",
    "beforeMCPExecution",
    "afterMCPExecution",
    "beforeReadFile",
    "afterFileEdit",
    "beforeSubmitPrompt",
    "sessionStart",
    "sessionEnd",
    "stop",
    "subagentStart",
    "subagentStop",
    "preCompact",
)
_OPENCODE = (
    "tool.execute.before",
    "tool.execute.after",
    "chat.message",
    "command.execute.before",
    "permission.ask",
    "experimental.session.compacting",
    "event",
)
# How the types begin of the bus events that OpenCode's `event` hook is recorded for.
OPENCODE_BUS_EVENTS = ("session.", "permission.", "question.", "todo.", "command.", "file.edited")
_FIXED = {
    "gemini-cli": _GEMINI_CLI,
    "copilot-cli": _COPILOT_CLI,
    "vscode-copilot": _VSCODE_COPILOT,
    "cursor": _CURSOR,
    "opencode": _OPENCODE,
}
_NUMBERS = re.compile(r"\d+\.\d+\.\d+")


def events_to_record(platform: str, version: str | None) -> tuple[str, ...]:
    """Return the events to register; where an unknown name does harm, only those the version is known to have."""
    if platform in _FIXED:
        return _FIXED[platform]
    known = version if version is not None and _NUMBERS.match(version) else None
    if platform == "claude-code":
        if known is None:
            return _CLAUDE_CODE_ALWAYS
        from hookconform.lab.drivers import claude_code_events  # noqa: PLC0415 (imported on use)

        return tuple(name for name in claude_code_events.events_at(known) if name not in _CLAUDE_CODE_LEFT_OUT)
    if known is None:
        return _CODEX_ALWAYS
    from hookconform.lab.drivers import codex_names  # noqa: PLC0415

    return tuple(name for name in codex_names.events_at(known) if name not in _CODEX_LEFT_OUT)
