"""Which hook events Claude Code can be configured with, version by version, and which no run reaches."""

from __future__ import annotations

from hookconform.ground.versions import within

# First version known to accept the event. Exact up to 2.1.50, where one unknown name silences every hook; where
# the vendor's changelog names no version it is the first one whose own list of events was seen to hold it.
_SINCE = {
    "PreToolUse": "1.0.38",
    "PostToolUse": "1.0.38",
    "PostToolUseFailure": "2.0.60",
    "PostToolBatch": "2.1.141",
    "Notification": "1.0.38",
    "UserPromptSubmit": "1.0.54",
    "UserPromptExpansion": "2.1.141",
    "SessionStart": "1.0.62",
    "SessionEnd": "1.0.85",
    "Stop": "1.0.38",
    "StopFailure": "2.1.78",
    "SubagentStart": "2.0.43",
    "SubagentStop": "1.0.41",
    "PreCompact": "1.0.48",
    "PostCompact": "2.1.76",
    "PreModelSwitch": "2.1.329",
    "PostModelSwitch": "2.1.329",
    "PermissionRequest": "2.0.45",
    "PermissionDenied": "2.1.89",
    "Setup": "2.1.10",
    "TeammateIdle": "2.1.33",
    "TaskCreated": "2.1.84",
    "TaskCompleted": "2.1.33",
    "Elicitation": "2.1.76",
    "ElicitationResult": "2.1.76",
    "ConfigChange": "2.1.49",
    "WorktreeCreate": "2.1.50",
    "WorktreeRemove": "2.1.50",
    "InstructionsLoaded": "2.1.69",
    "CwdChanged": "2.1.83",
    "FileChanged": "2.1.83",
    "DirectoryAdded": "2.1.219",
    "MessageDisplay": "2.1.152",
}


def events_at(version: str) -> tuple[str, ...]:
    """Return the events a version's settings may name."""
    return tuple(event for event, since in _SINCE.items() if within(version, since))


# What a run must show at every version that has the event; a run that does not is incomplete.
_SHOWN = {
    "tools": ("PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStop", "CwdChanged", "FileChanged"),
    "session": ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "Setup"),
    "host": (
        "PreCompact",
        "Elicitation",
        "ElicitationResult",
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
    "team": ("SubagentStart", "TeammateIdle"),
}


def shown_by(scenario: str, version: str) -> tuple[str, ...]:
    """Return the events that the run of this name must show at a version."""
    return tuple(event for event in _SHOWN.get(scenario, ()) if event in events_at(version))
