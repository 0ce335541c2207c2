"""Which hook events Claude Code can be configured with, version by version, and which no run reaches."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform


def events_at(version: str) -> tuple[str, ...]:
    """Return the events a version's settings may name: one that is unknown to it silences every hook up to 2.1.50."""
    return load_platform("claude-code").events_at(version)


_ASKED = ("Elicitation", "ElicitationResult")
# What a run must show at every version that has the event; a run that does not is incomplete.
_SHOWN = {
    "tools": ("PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStop", "CwdChanged", "FileChanged"),
    "session": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "Setup"),
    "host": (
        "PreCompact",
        "UserPromptExpansion",
        "PreModelSwitch",
        "PostModelSwitch",
        "DirectoryAdded",
    ),
    "compaction": ("PreCompact", "PostCompact"),
    "terminal": ("PermissionRequest",),
    "worktree": ("WorktreeCreate", "ConfigChange"),
    "failure": ("StopFailure",),
    "refusal": ("PermissionDenied",),
    "fetching": ("PreToolUse", "PostToolUse"),
    "team": ("SubagentStart", "TeammateIdle"),
    "leaving": ("WorktreeCreate", "WorktreeRemove"),
    "watching": ("PreToolUse",),
}


def shown_by(scenario: str, version: str) -> tuple[str, ...]:
    """Return the events that the run of this name must show at a version."""
    shown = _SHOWN.get(scenario, ())
    if scenario == "host":
        shown += _ASKED
    return tuple(event for event in shown if event in events_at(version))
