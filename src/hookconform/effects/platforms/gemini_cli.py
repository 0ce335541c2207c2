"""Gemini CLI: what it does with a hook command's answer (measured on both sides of 0.30.0, 0.36.0 and 0.38.0)."""

from __future__ import annotations

import json
from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts

BLOCK = 2
WARNING = 1
# JSON counts at every exit code and on standard error; other codes than 1 stop
READS_ANY_STREAM = Change("0.29.0", "0.30.0")
REPLACES_INPUT = Change("0.35.3", "0.36.0")  # tool_input replaces the arguments; before, it was merged into them
FORCED_QUESTION = Change("0.37.2", "0.38.0")


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:  # noqa: PLR0911 (one an event)
    """Predict the effect; Gemini CLI has one native event for each, so `registered_event` decides."""
    del tool, event
    said, note = _read(version, answer)
    if registered_event == "BeforeTool":
        return _before_tool(version, said, note)
    if registered_event == "AfterTool":
        return _after_tool(said, note)
    if registered_event == "BeforeAgent":
        return _before_agent(said, note)
    if registered_event == "AfterAgent":
        return _after_agent(said, note)
    if registered_event == "BeforeModel" and _denies(said):
        return Effect("the model is not asked", turn="ended")
    if registered_event == "SessionStart":
        return Effect(note or "a session cannot be refused", told=_context(said))
    return Effect(note or "the answer has no effect at this event")


def _read(version: str, answer: Answer) -> tuple[dict[str, Any], str]:
    """Return the answer as the object the program makes of it, and why something was ignored."""
    if answer.late:
        return {}, "an answer after the timeout is ignored"
    if READS_ANY_STREAM.at(version):
        text = answer.stdout.strip() or answer.stderr.strip()
    else:
        text = (answer.stdout if answer.exit_code == 0 else answer.stderr).strip()
    if not text:
        return {}, "an answer without output is ignored, whatever its exit code" if answer.exit_code else ""
    if READS_ANY_STREAM.at(version) or answer.exit_code == 0:
        value = _parse(text)
        if isinstance(value, dict):
            return value, ""
        if value is not None:
            return {}, "JSON that is not an object is ignored"
    stops = answer.exit_code == BLOCK
    if READS_ANY_STREAM.at(version):
        stops = answer.exit_code not in {0, WARNING}
    if stops:
        return {"decision": "deny", "reason": text}, ""
    return {}, f"text with exit code {answer.exit_code} is only shown to the user"


def _parse(text: str) -> Any:
    """Return what the text means as JSON, a JSON text inside a JSON text included; None if it is none."""
    try:
        value = json.loads(text)
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return None


def _denies(said: dict[str, Any]) -> bool:
    return said.get("decision") in {"deny", "block"}


def _context(said: dict[str, Any]) -> frozenset[str]:
    return texts(member(said.get("hookSpecificOutput"), "additionalContext"))


def _before_tool(  # noqa: PLR0911 (an ordered list of cases)
    version: str, said: dict[str, Any], note: str
) -> Effect:
    if said.get("continue") is False:
        return Effect("`continue: false` ends the run before the tool", "stopped", turn="ended")
    if _denies(said):
        return Effect("`decision: deny` or `block` stops the tool", "stopped", told=texts(said.get("reason")))
    if said.get("decision") == "ask" and FORCED_QUESTION.at(version):
        return Effect("`decision: ask` asks the user, and waits for one", "asked", turn="hung")
    changed = member(said.get("hookSpecificOutput"), "tool_input")
    if isinstance(changed, dict):
        return _changed_input(version, changed)
    if "permissionDecision" in said or member(said.get("hookSpecificOutput"), "permissionDecision"):
        return Effect("`permissionDecision` means nothing to this platform", "ran")
    if said.get("decision") not in {None, "allow", "approve"}:
        return Effect(f"the decision {said['decision']!r} is none the platform knows", "ran")
    return Effect(note or "nothing in the answer stops the tool", "ran")


def _changed_input(version: str, changed: dict[str, Any]) -> Effect:
    replaces = REPLACES_INPUT.at(version)
    valid = isinstance(changed["command"], str) if "command" in changed else not replaces
    if not valid:
        return Effect("the rewritten arguments fail the tool's schema", "stopped")
    why = "`tool_input` replaces the arguments" if replaces else "`tool_input` is merged into the arguments"
    what = "changed" if "command" in changed else "original"
    return Effect(why, "ran", input=what, arguments=changed, keeps_rest=not replaces)


def _after_tool(said: dict[str, Any], note: str) -> Effect:
    if said.get("continue") is False:
        return Effect("`continue: false` ends the run", "ran", turn="ended")
    if _denies(said):
        return Effect("the reason replaces the tool's output", "ran", output="hidden", told=texts(said.get("reason")))
    return Effect(note or "the tool has run", "ran", told=_context(said))


def _before_agent(said: dict[str, Any], note: str) -> Effect:
    if said.get("continue") is False or _denies(said):
        return Effect("the prompt is refused and the model not asked", turn="ended")
    return Effect(note or "the prompt goes on", told=_context(said))


def _after_agent(said: dict[str, Any], note: str) -> Effect:
    if said.get("continue") is False:
        return Effect("the run ends, as it would have")
    if _denies(said):
        return Effect("the reason becomes a new prompt", told=texts(said.get("reason")), turn="extended")
    return Effect(note or "the run ends, as it would have")
