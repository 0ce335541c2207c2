"""Letta Code: what it does with a hook command's answer (measured at 0.25.9, 0.30.28, 0.31.12 and 0.32.18).

Exit codes decide: 2 says no, 0 says yes, and any other says nothing. JSON is read for two things alone.
"""

from __future__ import annotations

from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts
from hookconform.ground.json_text import json_object

BLOCK = 2
# The first release that takes changed arguments.
_CHANGES = Change("0.25.9", "0.30.28")
# What stands under these is a word of the answer's language and no text of the answer's own.
_CHOICES = frozenset({"behavior", "decision", "hookEventName", "permission", "permissionDecision"})


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:  # noqa: PLR0911 (one an event)
    """Predict the effect; event names are the canonical ones."""
    del tool, registered_event
    if event == "PreToolUse":
        return _before_tool(version, answer)
    if event == "PermissionRequest":
        return _permission(answer)
    if event in {"PostToolUse", "PostToolUseFailure"}:
        return Effect("what it says stands below the tool's result", "ran", told=_feedback(answer))
    if event == "UserPromptSubmit":
        if _says(answer) == BLOCK:
            return Effect("exit code 2 keeps the prompt from the model", turn="ended")
        return Effect("what is printed is told beside the prompt", told=_printed(answer))
    if event == "Stop":
        if _says(answer) == BLOCK:
            return Effect(
                "exit code 2 goes on, with what stands on standard error", told=texts(answer.stderr), turn="extended"
            )
        return Effect("only exit code 2 goes on")
    if event == "SessionStart":
        return Effect("what is printed is told beside the first prompt", told=_words(answer))
    return Effect("the answer has no effect at this event")


def _says(answer: Answer) -> int:
    """Return 0 for yes, 2 for no, 1 for everything else."""
    if answer.late:
        return 1
    return answer.exit_code if answer.exit_code in (0, BLOCK) else 1


def _before_tool(version: str, answer: Answer) -> Effect:
    if _says(answer) == BLOCK:
        return Effect("exit code 2 stops the tool, whatever was printed", "stopped", told=texts(answer.stderr))
    changed = member(_said(answer).get("hookSpecificOutput"), "updatedInput") if _says(answer) == 0 else None
    if isinstance(changed, dict) and _CHANGES.at(version):
        return Effect(
            "`updatedInput` is merged into the arguments", "ran", input="changed", arguments=changed, keeps_rest=True
        )
    return Effect("only exit code 2 stops a tool", "ran")


def _permission(answer: Answer) -> Effect:
    said = _says(answer)
    if said == BLOCK:
        return Effect("exit code 2 refuses", "stopped", told=texts(answer.stderr))
    if said == 0:
        return Effect("exit code 0 allows, whatever was printed", "ran", "skipped")
    return Effect("a hook that fails answers nothing", "ran")


def _feedback(answer: Answer) -> frozenset[str]:
    """Return what the model is told of a hook after a tool."""
    if answer.late:
        return frozenset()
    if _says(answer):
        return texts(answer.stderr)
    said = _said(answer)
    return texts(member(said.get("hookSpecificOutput"), "additionalContext"), said.get("additionalContext"))


def _printed(answer: Answer) -> frozenset[str]:
    """Return what the model is told at a prompt: what is printed, or what a hook that fails complains of."""
    if answer.late:
        return frozenset()
    return texts(answer.stderr) if _says(answer) else _words(answer)


def _words(answer: Answer) -> frozenset[str]:
    """Return the texts in what was printed, all of which is told: of JSON those that are the answer's own."""
    return texts(*_leaves(_said(answer))) or texts(answer.stdout)


def _leaves(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for key, item in value.items() if key not in _CHOICES for text in _leaves(item)]
    if isinstance(value, list):
        return [text for item in value for text in _leaves(item)]
    return [value] if isinstance(value, str) else []


def _said(answer: Answer) -> dict[str, Any]:
    return json_object(answer.stdout.strip()) or {}
