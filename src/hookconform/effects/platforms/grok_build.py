"""Grok Build: what it does with a hook command's answer (measured at 1.0.5 and 1.0.41)."""

from __future__ import annotations

import json
from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts

_BLOCK = 2
# Claude Code's JSON counts, and prompts and results are heeded.
READS_NESTED = Change("1.0.5", "1.0.41")
# What a decision may be since 1.0.41, and what is meant by it.
_DECISIONS = {"allow": "allow", "approve": "allow", "deny": "deny", "block": "deny", "ask": "ask", "defer": "defer"}
_OLD_DECISIONS = {"allow": "allow", "deny": "deny"}
# What the shell tool must have.
_REQUIRED = ("command", "description")


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; event names are the canonical ones."""
    del registered_event, tool
    if answer.late:
        return _nothing(event, "an answer after the timeout is ignored")
    said = _object(answer.stdout)
    newest = READS_NESTED.at(version)
    if event == "PreToolUse":
        return _before_tool(answer, said, newest=newest)
    if event == "PostToolUse" and newest:
        return _after_tool(answer, said)
    if event == "UserPromptSubmit" and newest:
        return _prompt(answer, said)
    if event in {"Stop", "SubagentStop"}:
        return _stop(answer, said)
    return _nothing(event, "the answer has no effect at this event")


def _object(text: str) -> dict[str, Any]:
    """Return the object that standard output is as a whole; anything else says nothing."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _nothing(event: str, why: str) -> Effect:
    if event in {"PreToolUse", "PostToolUse"}:
        # Without a terminal nobody answers the program's own question, and the run ends with it.
        return Effect(why, "ran", refusal="ended")
    return Effect(why)


def _before_tool(answer: Answer, said: dict[str, Any], *, newest: bool) -> Effect:  # noqa: PLR0911 (an ordered list)
    nested = said.get("hookSpecificOutput")
    decision, reason = _decision(said, nested, newest=newest)
    if decision == "deny":
        return Effect("a decision to deny stops the tool", "stopped", told=texts(reason or _first_line(answer)))
    if answer.exit_code == _BLOCK and (newest or decision != "unknown"):
        return Effect("exit code 2 stops the tool", "stopped", told=texts(_first_line(answer)))
    if decision in {"unknown", "defer"}:
        return _nothing("PreToolUse", "nothing else is heeded beside this decision")
    if newest and answer.exit_code != 0:
        return _nothing("PreToolUse", f"of an answer with exit code {answer.exit_code} a denial alone is heeded")
    told = texts(member(nested, "additionalContext")) if newest else frozenset[str]()
    changed = member(nested, "updatedInput")
    if isinstance(changed, dict):
        if any(not isinstance(changed.get(key), str) for key in _REQUIRED):
            return Effect("the changed arguments fail the tool's schema", "stopped")
        why = "`updatedInput` replaces the arguments"
        return Effect(why, "ran", input="changed", arguments=changed, told=told, refusal="ended")
    if decision == "ask":
        return _nothing("PreToolUse", "the question is answered with yes where every tool was allowed before")
    return Effect("nothing in the answer stops the tool", "ran", told=told, refusal="ended")


def _decision(said: dict[str, Any], nested: Any, *, newest: bool) -> tuple[str | None, Any]:
    """Return what is meant by the decision that counts, `unknown` for a word that means nothing, and its reason."""
    permission = member(nested, "permissionDecision") if newest else None
    word = permission or said.get("decision")
    if not isinstance(word, str):
        return None, None
    reason = (member(nested, "permissionDecisionReason") if permission else None) or said.get("reason")
    return (_DECISIONS if newest else _OLD_DECISIONS).get(word, "unknown"), reason


def _after_tool(answer: Answer, said: dict[str, Any]) -> Effect:
    if said.get("decision") == "block":
        return Effect("the reason is told beside the result", "ran", told=texts(said.get("reason")))
    if answer.exit_code == _BLOCK:
        return Effect("with exit code 2 standard error is told", "ran", told=texts(answer.stderr))
    if answer.exit_code != 0:
        return Effect("of an answer with another exit code nothing is told", "ran")
    return Effect("the tool has run", "ran", told=texts(member(said.get("hookSpecificOutput"), "additionalContext")))


def _prompt(answer: Answer, said: dict[str, Any]) -> Effect:
    if said.get("decision") == "block" or answer.exit_code == _BLOCK:
        return Effect("the prompt is refused and the model not asked", turn="ended")
    return Effect("the prompt goes on")


def _stop(answer: Answer, said: dict[str, Any]) -> Effect:
    if said.get("continue") is False:
        return Effect("the turn ends as it would have")
    if said.get("decision") == "block":
        return Effect("the reason becomes a new prompt", told=texts(said.get("reason")), turn="extended")
    context = texts(member(said.get("hookSpecificOutput"), "additionalContext"))
    if context:
        return Effect("the context becomes a new prompt", told=context, turn="extended")
    if answer.exit_code == _BLOCK and not said:
        return Effect("standard error becomes a new prompt", told=texts(answer.stderr), turn="extended")
    return Effect("the turn ends as it would have")


def _first_line(answer: Answer) -> str:
    return answer.stderr.strip().partition("\n")[0]
