"""Code Puppy: what it does with a hook command's answer (measured at 0.0.600, 0.0.850 and 0.0.946).

Before a tool exit code 1, a block in an object on standard output and an answer that does not come in time stop it;
exit code 2 does not. Elsewhere only texts of hooks that end with 0 are heeded, before the model has been asked.
"""

from __future__ import annotations

import json
from typing import Any

from hookconform.effects.effect import Answer, Effect, member, own_texts, texts
from hookconform.effects.forms import OWN_WORD

_BLOCK = 1
# An object on standard output is an answer if it has one of these keys, else it is a text.
_CONTROL = frozenset({"result", "decision", "reason", "hookSpecificOutput", "continue", "stopReason"})
_AFTER_TOOL = frozenset({"PostToolUse", "PostToolUseFailure"})
_HEARD = frozenset({"UserPromptSubmit", "SessionStart"})


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; event names are the canonical ones."""
    del version, registered_event, tool
    blocked, reason, text = _read(answer)
    told = _told(text) if not blocked and not answer.late and answer.exit_code == 0 else frozenset[str]()
    if event == "PreToolUse":
        if answer.late:
            return Effect("an answer that is not there in time stops the tool", "stopped")
        if blocked:
            return Effect("exit code 1 or a block stops the tool", "stopped", told=texts(reason))
        return Effect("nothing in the answer stops the tool; text is told before its result", "ran", told=told)
    if event in _HEARD:
        return Effect("text is told before the prompt, which nothing stops", told=told)
    ran = "ran" if event in _AFTER_TOOL else None
    return Effect("the answer has no effect at this event", ran)


def _told(text: str) -> frozenset[str]:
    """Return what the model reads in a text: those within it where it is JSON, words of a measured form, or itself."""
    try:
        value = json.loads(text)
    except ValueError:
        return texts(*OWN_WORD.findall(text)) or texts(text)
    return texts(*own_texts(value)) if isinstance(value, dict | list) else texts(text)


def _read(answer: Answer) -> tuple[bool, Any, str]:
    """Return whether the answer blocks, for which reason, and the text that it is for the model."""
    blocked = answer.exit_code == _BLOCK
    reason: Any = answer.stderr if answer.exit_code else ""
    said = _control(answer.stdout)
    if said is None:
        return blocked, reason, answer.stdout
    nested = said.get("hookSpecificOutput")
    if (
        "block" in (said.get("result"), said.get("decision"))
        or member(nested, "permissionDecision") == "deny"
        or said.get("continue") is False
    ):
        blocked = True
        reason = said.get("reason") or member(nested, "permissionDecisionReason") or said.get("stopReason") or reason
    context = member(nested, "additionalContext")
    return blocked, reason or answer.stderr, context if isinstance(context, str) else ""


def _control(stdout: str) -> dict[str, Any] | None:
    """Return the object that standard output is, if it is one with a key that is for the program."""
    if not stdout.strip().startswith("{"):
        return None
    try:
        value = json.loads(stdout)
    except ValueError:
        return None
    return value if isinstance(value, dict) and _CONTROL & value.keys() else None
