"""Claude Code: what it does with a hook command's answer (measured from 1.0.100 on)."""

from __future__ import annotations

from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts
from hookconform.ground.json_text import json_object

BLOCK = 2  # the exit code that means "no"
# Changes between neighbouring measured versions.
UPDATED_INPUT = Change("2.0.9", "2.0.10")
INPUT_NEEDS_NO_ALLOW = Change("2.1.1", "2.1.2")  # before, a changed input counts beside `allow` only
PRE_TOOL_CONTEXT = Change("2.1.8", "2.1.9")
FORCED_QUESTION = Change("2.1.84", "2.1.85")
DEFER = Change("2.1.88", "2.1.89")
EXIT_2_ALWAYS_STOPS = Change("2.1.104", "2.1.105")  # before, JSON that allows the call outweighs it
UPDATED_OUTPUT = Change("2.1.120", "2.1.121")
STOP_CONTEXT = Change("2.1.162", "2.1.163")
# The reason of a block at the start of a session becomes context ...
SESSION_BLOCK_IS_CONTEXT = Change("2.0.29", "2.0.30")
SESSION_BLOCK_IS_DROPPED = Change("2.1.198", "2.1.199")  # ... and no longer does
# Before, the model read the reason if the call was refused otherwise
STOP_REASON_IS_DROPPED = Change("2.0.9", "2.0.10")


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the canonical event names are Claude Code's own, so `event` decides."""
    del tool, registered_event
    said, problem = _read(version, event, answer)
    if event == "PreToolUse":
        return _before_tool(version, answer, said, problem)
    if event == "PermissionRequest":
        return _permission(said, problem)
    if event in {"PostToolUse", "PostToolUseFailure", "PostToolBatch"}:
        return _after_tool(version, event, answer, said, problem)
    if event == "UserPromptSubmit":
        return _prompt(version, answer, said, problem)
    if event in {"Stop", "SubagentStop"}:
        return _stop(version, answer, said, problem)
    return _context_only(version, event, answer, said, problem)


def _read(version: str, event: str, answer: Answer) -> tuple[dict[str, Any], str]:  # noqa: PLR0911 (an ordered list of cases)
    """Return the answer's JSON (empty if there is none that counts) and why something was ignored."""
    if answer.late:
        return {}, "an answer after the timeout is ignored"
    text = answer.stdout.strip()
    if not text:
        return {}, ""
    said = json_object(text)
    if said is None:
        return {}, "standard output is not one JSON object, so it is plain text"
    if said.get("decision") not in {None, "approve", "block"}:
        return {}, f"`decision` must be `approve` or `block`; {said['decision']!r} makes the whole answer invalid"
    nested = said.get("hookSpecificOutput")
    if nested is not None:
        if member(nested, "hookEventName") != event:
            return {}, f"`hookSpecificOutput.hookEventName` must be {event!r}; anything else makes the answer invalid"
        allowed = {None, "allow", "deny", "ask"} | ({"defer"} if DEFER.at(version) else set())
        if member(nested, "permissionDecision") not in allowed:
            return {}, f"`permissionDecision` {nested['permissionDecision']!r} makes the whole answer invalid"
    if "permissionDecision" in said:
        return said, "this version ignores top-level `permissionDecision`"
    return said, ""


def _before_tool(  # noqa: PLR0911 (an ordered list of cases)
    version: str, answer: Answer, said: dict[str, Any], problem: str
) -> Effect:
    nested = said.get("hookSpecificOutput")
    decision = member(nested, "permissionDecision")
    reason = member(nested, "permissionDecisionReason")
    told = texts(member(nested, "additionalContext")) if PRE_TOOL_CONTEXT.at(version) else frozenset[str]()
    if decision == "deny":
        return Effect("`permissionDecision: deny` stops the tool", "stopped", told=told | texts(reason))
    if said.get("decision") == "block":
        return Effect("`decision: block` stops the tool", "stopped", told=told | texts(said.get("reason")))
    blocked = answer.exit_code == BLOCK and not answer.late
    outweighed = blocked and decision == "allow" and not EXIT_2_ALWAYS_STOPS.at(version)
    if blocked and not outweighed:
        return Effect("exit code 2 stops the tool", "stopped", told=texts(answer.stderr))
    if decision == "ask" and FORCED_QUESTION.at(version):
        return Effect("`permissionDecision: ask` asks the user", "asked", told=told | texts(reason))
    if decision == "defer":
        return Effect("`permissionDecision: defer` puts the call off and ends the run", "stopped", turn="ended")
    if said.get("continue") is False:
        stop = frozenset[str]() if STOP_REASON_IS_DROPPED.at(version) else texts(said.get("stopReason"))
        return Effect("`continue: false` ends the turn only after the tool has run", "ran", told=stop, turn="ended")
    skipped = decision == "allow" or said.get("decision") == "approve"
    changes_input = INPUT_NEEDS_NO_ALLOW if decision != "allow" else UPDATED_INPUT
    updated = member(nested, "updatedInput") if changes_input.at(version) else None
    if isinstance(updated, dict) and "command" not in updated:
        return Effect("`updatedInput` replaces the whole input, and this one lacks a required key", "stopped")
    return Effect(
        problem or ("JSON that allows outweighs exit code 2" if outweighed else "nothing in the answer stops the tool"),
        "ran",
        "skipped" if skipped else "kept",
        "changed" if isinstance(updated, dict) else "original",
        told=told,
        arguments=updated if isinstance(updated, dict) else {},
    )


def _permission(said: dict[str, Any], problem: str) -> Effect:
    decision = member(said.get("hookSpecificOutput"), "decision")
    behavior = member(decision, "behavior")
    if behavior == "allow":
        changed = isinstance(member(decision, "updatedInput"), dict)
        return Effect("`behavior: allow` answers the question", "ran", "skipped", "changed" if changed else "original")
    if behavior == "deny" and member(decision, "interrupt") is True:
        return Effect("`interrupt` ends the run with the refusal", "stopped", turn="ended")
    if behavior == "deny":
        return Effect("`behavior: deny` answers the question", "stopped", told=texts(member(decision, "message")))
    return Effect(problem or "only `hookSpecificOutput.decision.behavior` answers the question", "ran")


def _after_tool(version: str, event: str, answer: Answer, said: dict[str, Any], problem: str) -> Effect:
    nested = said.get("hookSpecificOutput")
    told = texts(member(nested, "additionalContext"))
    if event == "PostToolBatch" and said.get("decision") == "block":
        return Effect("`decision: block` after a batch ends the turn", "ran", turn="ended")
    if said.get("continue") is False:
        return Effect("`continue: false` ends the turn", "ran", turn="ended")
    if said.get("decision") == "block":
        return Effect("the tool has run; the model is told the reason", "ran", told=told | texts(said.get("reason")))
    if answer.exit_code == BLOCK:
        return Effect("the tool has run; the model is told standard error", "ran", told=texts(answer.stderr))
    result = member(nested, "updatedToolOutput")
    if isinstance(result, dict) and UPDATED_OUTPUT.at(version):
        replaced = texts(*result.values())
        return Effect("`updatedToolOutput` replaces the output", "ran", output="hidden", told=told | replaced)
    return Effect(problem or "the tool has run", "ran", told=told)


def _prompt(version: str, answer: Answer, said: dict[str, Any], problem: str) -> Effect:
    if said.get("decision") == "block" or answer.exit_code == BLOCK or said.get("continue") is False:
        return Effect("the prompt is refused and the model not asked", turn="ended")
    return _context_only(version, "UserPromptSubmit", answer, said, problem)


def _stop(version: str, answer: Answer, said: dict[str, Any], problem: str) -> Effect:
    if said.get("decision") == "block":
        return Effect("`decision: block` makes the model go on", told=texts(said.get("reason")), turn="extended")
    if answer.exit_code == BLOCK:
        return Effect("exit code 2 makes the model go on", told=texts(answer.stderr), turn="extended")
    told = texts(member(said.get("hookSpecificOutput"), "additionalContext"))
    if told and STOP_CONTEXT.at(version):
        return Effect("context at the end of a turn makes the model go on", told=told, turn="extended")
    return Effect(problem or "the turn ends as it would have")


def _context_only(version: str, event: str, answer: Answer, said: dict[str, Any], problem: str) -> Effect:
    told = texts(member(said.get("hookSpecificOutput"), "additionalContext"))
    if event in {"UserPromptSubmit", "SessionStart"} and answer.exit_code == 0 and not said:
        told |= texts(answer.stdout)
    becomes_context = SESSION_BLOCK_IS_CONTEXT.at(version) and not SESSION_BLOCK_IS_DROPPED.at(version)
    if event == "SessionStart" and said.get("decision") == "block" and becomes_context:
        told |= texts(said.get("reason"))
    return Effect(problem or "only context counts at this event", told=told)
