"""VS Code's agent: what it does with a hook command's answer (measured at 1.139.1)."""

from __future__ import annotations

from typing import Any

from hookconform.effects.effect import Answer, Effect, member, texts
from hookconform.ground.json_text import json_object

BLOCK = 2


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the canonical event names are VS Code's own, so `event` decides."""
    del version, registered_event, tool
    said, note = _read(event, answer)
    if event == "PreToolUse":
        return _before_tool(answer, said, note)
    if event == "PostToolUse":
        return _after_tool(answer, said, note)
    if event == "UserPromptSubmit":
        return _prompt(answer, said, note)
    if event in {"Stop", "SubagentStop"}:
        return _stop(answer, said, note)
    return Effect(note or "only `additionalContext` counts at this event", told=_context(said))


def _read(event: str, answer: Answer) -> tuple[dict[str, Any], str]:
    """Return the answer's JSON (empty if there is none that counts) and why something was ignored."""
    if answer.late:
        return {}, "an answer after the timeout is ignored"
    if answer.exit_code == BLOCK:
        return {}, ""
    if answer.exit_code:
        return {}, f"exit code {answer.exit_code} is a warning: nothing of the answer counts"
    text = answer.stdout.strip()
    said = json_object(text)
    if said is None:
        return {}, "standard output is not one JSON object, so it is ignored" if text else ""
    nested = said.get("hookSpecificOutput")
    if member(nested, "hookEventName") not in {None, event}:
        return {key: value for key, value in said.items() if key != "hookSpecificOutput"}, (
            f"`hookSpecificOutput` for another event than {event} is ignored"
        )
    return said, ""


def _refused(answer: Answer, said: dict[str, Any]) -> tuple[str, frozenset[str]] | None:
    """Return why an answer says no at any event, with what is told of it; None if it does not."""
    if answer.exit_code == BLOCK and not answer.late:
        return "exit code 2 says no", texts(answer.stderr)
    if said.get("continue") is False:
        return "`continue: false` says no", texts(said.get("stopReason"))
    return None


def _context(said: dict[str, Any]) -> frozenset[str]:
    return texts(member(said.get("hookSpecificOutput"), "additionalContext"))


def _before_tool(answer: Answer, said: dict[str, Any], note: str) -> Effect:
    refused = _refused(answer, said)
    if refused:
        why, told = refused
        return Effect(f"{why} to this call, and the turn goes on", "stopped", told=told)
    nested = said.get("hookSpecificOutput")
    decision, reason = member(nested, "permissionDecision"), texts(member(nested, "permissionDecisionReason"))
    if decision == "deny":
        return Effect("nested `permissionDecision: deny` stops the tool", "stopped", told=reason | _context(said))
    if decision == "ask":
        return Effect("nested `permissionDecision: ask` asks the user, and waits for one", "asked", turn="hung")
    changed = member(nested, "updatedInput")
    arguments: dict[str, Any] = changed if isinstance(changed, dict) else {}
    return Effect(
        note or _why_not(said),
        "ran",
        "skipped" if decision == "allow" else "kept",
        "changed" if arguments else "original",
        told=_context(said),
        refusal="hung",
        arguments=arguments,
    )


def _why_not(said: dict[str, Any]) -> str:
    nested = said.get("hookSpecificOutput")
    if member(nested, "permissionDecision") not in {None, "allow"}:
        return f"`permissionDecision: {member(nested, 'permissionDecision')}` is none the platform knows"
    for field in ("permissionDecision", "decision", "permission", "behavior", "updatedInput", "modifiedArgs"):
        if field in said:
            return f"`{field}` at the top means nothing before a tool: this platform looks into `hookSpecificOutput`"
    return "nothing in the answer stops the tool"


def _after_tool(answer: Answer, said: dict[str, Any], note: str) -> Effect:
    if answer.exit_code == BLOCK:
        return Effect("the message stands beside the tool's output", "ran", told=texts(answer.stderr))
    reason = texts(said.get("reason")) if said.get("decision") == "block" else frozenset[str]()
    return Effect(note or "the tool has run", "ran", told=reason | _context(said))


def _prompt(answer: Answer, said: dict[str, Any], note: str) -> Effect:
    refused = _refused(answer, said)
    if refused or said.get("decision") == "block":
        return Effect("the prompt is refused and the model not asked", turn="ended")
    return Effect(note or "the prompt goes on", told=_context(said))


def _stop(answer: Answer, said: dict[str, Any], note: str) -> Effect:
    refused = _refused(answer, said)
    if answer.exit_code == BLOCK and refused:
        return Effect("the reason becomes a new prompt", told=refused[1], turn="extended")
    nested = said.get("hookSpecificOutput")
    if member(nested, "decision") == "block":
        return Effect("the reason becomes a new prompt", told=texts(member(nested, "reason")), turn="extended")
    if "decision" in said:
        note = "at this event `decision` counts only within `hookSpecificOutput`"
    return Effect(note or "the turn ends as it would have")
