"""Kimi Code: what it does with a hook command's answer (measured at 2.1.0)."""

from __future__ import annotations

from typing import Any

from hookconform.effects.effect import Answer, Effect, member, own_texts, texts
from hookconform.ground.json_text import json_object

BLOCK = 2  # the exit code that means "no"


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; event names are the canonical ones."""
    del version, tool, registered_event
    blocked, reason, why = _decision(answer)
    if event == "PreToolUse":
        return Effect(why, "stopped", told=texts(reason)) if blocked else Effect(why, "ran")
    if event == "UserPromptSubmit":
        if blocked:
            return Effect(why, turn="ended")
        return Effect(why, told=_context(answer))
    if event == "Stop":
        return Effect(why, told=texts(reason), turn="extended") if blocked else Effect(why)
    return Effect("nobody waits for a hook of this event", "ran" if event in _AFTER_TOOL else None)


_AFTER_TOOL = frozenset({"PostToolUse", "PostToolUseFailure", "PermissionRequest"})


def _decision(answer: Answer) -> tuple[bool, Any, str]:
    """Return whether the answer says no, its reason, and why."""
    if answer.late:
        return False, None, "an answer after the timeout is ignored"
    if answer.exit_code == BLOCK:
        return True, answer.stderr, "exit code 2 says no, whatever was printed"
    if answer.exit_code:
        return False, None, f"exit code {answer.exit_code} says yes, whatever was printed"
    nested = (json_object(answer.stdout.strip()) or {}).get("hookSpecificOutput")
    if member(nested, "permissionDecision") != "deny":
        return False, None, "only `hookSpecificOutput.permissionDecision: deny` says no"
    return True, member(nested, "permissionDecisionReason"), "`permissionDecision: deny` says no"


def _context(answer: Answer) -> frozenset[str]:
    """Return what the model is told at a prompt: the answer's `message`, else all that was printed, JSON or not."""
    if answer.late or answer.exit_code:
        return frozenset()
    said = json_object(answer.stdout.strip()) or {}
    message = said.get("message")
    if message is None:
        message = member(said.get("hookSpecificOutput"), "message")
    return texts(message) or texts(*own_texts(said)) or texts(answer.stdout)
