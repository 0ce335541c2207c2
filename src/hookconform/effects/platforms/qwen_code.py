"""Qwen Code: what it does with a hook command's answer (measured from 0.21.10 on)."""

from __future__ import annotations

import json
from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts

PROMPT_TEXT_COUNTS = Change("0.23.3", "0.23.4")  # a plain text at the prompt is context
BLOCK = 2  # with it standard error is read in the place of standard output


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:  # noqa: PLR0911 (one an event)
    """Predict the effect; event names are the canonical ones."""
    del tool, registered_event
    said, note = _read(version, event, answer)
    if event == "PreToolUse":
        return _before_tool(said, note)
    if event in {"PostToolUse", "PostToolUseFailure"}:
        return _after_tool(event, said, note)
    if event == "PermissionRequest":
        return _permission(said, note)
    if event == "UserPromptSubmit":
        if said.get("continue") is False or _blocks(said):
            return Effect("the prompt is refused and the model not asked", turn="ended")
        return Effect(note or "the prompt goes on", told=_context(said))
    if event == "Stop":
        if said.get("continue") is False or _blocks(said):
            reason = said.get("stopReason") or said.get("reason") or "No reason provided"
            return Effect("the reason becomes a new prompt", told=texts(reason), turn="extended")
        return Effect(note or "the turn ends as it would have")
    if event == "SessionStart":
        return Effect(note or "a session cannot be refused", told=_context(said))
    return Effect(note or "the answer has no effect at this event")


def _read(version: str, event: str, answer: Answer) -> tuple[dict[str, Any], str]:  # noqa: PLR0911 (an ordered list of cases)
    """Return the answer as the object the program makes of it, and why something was ignored."""
    if answer.late:
        return {}, "an answer after the timeout is ignored"
    blocks = answer.exit_code == BLOCK
    text = answer.stderr.strip() if blocks else answer.stdout.strip() or answer.stderr.strip()
    if not text:
        return {}, "exit code 2 without a text on standard error is ignored" if blocks else ""
    value = _parse(text)
    if isinstance(value, dict):
        return value, ""
    if blocks:
        return {"decision": "deny", "reason": text}, ""
    if text.startswith("{"):
        return {}, "what begins like an object and is none is ignored"
    taken = {"SessionStart", "UserPromptSubmit"} if PROMPT_TEXT_COUNTS.at(version) else {"SessionStart"}
    if answer.exit_code == 0 and answer.stdout.strip() and event in taken:
        return {"hookSpecificOutput": {"additionalContext": text}}, ""
    return {}, f"text with exit code {answer.exit_code} is only shown to the user"


def _parse(text: str) -> Any:
    """Return what the text means as JSON, a JSON text inside a JSON text included; None if it is none."""
    try:
        value = json.loads(text)
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return None


def _blocks(said: dict[str, Any]) -> bool:
    return said.get("decision") in {"deny", "block"}


def _context(said: dict[str, Any]) -> frozenset[str]:
    return texts(member(said.get("hookSpecificOutput"), "additionalContext"))


def _before_tool(said: dict[str, Any], note: str) -> Effect:
    nested = said.get("hookSpecificOutput")
    decision = member(nested, "permissionDecision")
    if decision not in {"allow", "deny", "ask"}:
        decision = {"block": "deny", "approve": "allow"}.get(said.get("decision", ""), said.get("decision"))
    reason = member(nested, "permissionDecisionReason")
    reason = reason if isinstance(reason, str) else said.get("reason")
    if decision == "deny":
        return Effect("a decision to deny or block stops the tool", "stopped", told=texts(reason))
    if decision == "ask":
        return Effect("a decision to ask is a denial where nobody can be asked", "asked", told=texts(reason))
    if said.get("continue") is False:
        told = texts(said.get("stopReason") or said.get("reason"))
        return Effect("`continue: false` stops this call", "stopped", told=told)
    why = "`updatedInput` is not read" if member(nested, "updatedInput") else "nothing in the answer stops the tool"
    return Effect(note or why, "ran")


def _permission(said: dict[str, Any], note: str) -> Effect:
    decision = member(said.get("hookSpecificOutput"), "decision")
    behavior = member(decision, "behavior")
    if behavior == "allow":
        changed = "changed" if isinstance(member(decision, "updatedInput"), dict) else "original"
        return Effect("`behavior: allow` answers the question", "ran", "skipped", changed)
    if behavior == "deny":
        return Effect("`behavior: deny` answers the question", "stopped", told=texts(member(decision, "message")))
    return Effect(note or "only `hookSpecificOutput.decision.behavior` answers the question", "ran")


def _after_tool(event: str, said: dict[str, Any], note: str) -> Effect:
    if event == "PostToolUse" and said.get("continue") is False:
        told = texts(said.get("stopReason") or said.get("reason"))
        return Effect("the reason replaces the tool's output", "ran", output="hidden", told=told)
    return Effect(note or "the tool has run", "ran", told=_context(said))
