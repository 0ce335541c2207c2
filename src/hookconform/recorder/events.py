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
# Copilot CLI chooses the payload's shape by the casing of the key, so both are worth having. Versions from 1.0.21 on,
# up to one before 1.0.59, drop a whole file for some PascalCase keys: these have done no harm since 1.0.6.
_COPILOT_CLI_ALWAYS = (
    "sessionStart",
    "sessionEnd",
    "userPromptSubmitted",
    "preToolUse",
    "postToolUse",
    "errorOccurred",
    "agentStop",
    "subagentStop",
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "ErrorOccurred",
    "Stop",
    "SubagentStop",
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
    "vscode-copilot": _VSCODE_COPILOT,
    "cursor": _CURSOR,
    "opencode": _OPENCODE,
}
# Where an unknown name does harm: what to ask when the version is not known, and what never to ask.
_ALWAYS = {"claude-code": _CLAUDE_CODE_ALWAYS, "codex": _CODEX_ALWAYS, "copilot-cli": _COPILOT_CLI_ALWAYS}
_LEFT_OUT = {"claude-code": _CLAUDE_CODE_LEFT_OUT, "codex": _CODEX_LEFT_OUT}
_NUMBERS = re.compile(r"\d+\.\d+\.\d+")


def events_to_record(platform: str, version: str | None) -> tuple[str, ...]:
    """Return the events to register; where an unknown name does harm, only those the version is known to have."""
    if platform in _FIXED:
        return _FIXED[platform]
    if version is None or not _NUMBERS.match(version):
        return _ALWAYS[platform]
    left_out = _LEFT_OUT.get(platform, frozenset())
    return tuple(name for name in _events_at(platform, version) if name not in left_out)


def _events_at(platform: str, version: str) -> tuple[str, ...]:
    """Return the events that a version of a program is known to read."""
    from hookconform.platforms.claude_code import events as claude_code_events  # noqa: PLC0415 (on use)
    from hookconform.platforms.codex import names as codex_names  # noqa: PLC0415 (on use)
    from hookconform.platforms.copilot_cli import names as copilot_cli_names  # noqa: PLC0415 (on use)

    tables = {"claude-code": claude_code_events, "codex": codex_names, "copilot-cli": copilot_cli_names}
    return tables[platform].events_at(version)
