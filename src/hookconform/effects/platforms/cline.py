"""Cline CLI: what it does with a hook's answer (measured at 3.0.65)."""

from __future__ import annotations

import json
from typing import Any

from hookconform.effects.effect import Answer, Effect, texts

_CONTROL = "HOOK_CONTROL\t"
# Names under which the shell tool takes what it runs.
_COMMANDS = ("commands", "command", "cmd")


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; `registered_event` is the name of the file that the hook stands in."""
    del version, event, tool
    said, note = _read(answer)
    if registered_event == "PreToolUse":
        return _before_tool(said, note)
    if registered_event == "PostToolUse":
        if said.get("cancel") is True:
            return Effect("`cancel: true` ends the run", "ran", turn="ended")
        return Effect(note or "the tool has run", "ran", told=_context(said))
    return Effect("the hook runs detached, and nobody reads its answer")


def _before_tool(said: dict[str, Any], note: str) -> Effect:
    if said.get("cancel") is True:
        return Effect("`cancel: true` stops the tool and ends the run", "stopped", turn="ended")
    told = _context(said)
    if "overrideInput" not in said:
        return Effect(note or "nothing in the answer stops the tool", "ran", told=told)
    changed: Any = said["overrideInput"]
    if not isinstance(changed, dict) or not _is_valid(changed):
        return Effect("the changed arguments fail the tool's schema", "stopped", told=told)
    why = "`overrideInput` replaces the arguments"
    return Effect(why, "ran", input="changed", arguments=changed, told=told)


def _is_valid(arguments: dict[str, Any]) -> bool:
    """Tell whether the shell tool would take them, or they are of another tool, of which nothing was measured."""
    named = [arguments[name] for name in _COMMANDS if name in arguments]
    return bool(arguments) and (not named or any(isinstance(value, str | list | dict) for value in named))


def _read(answer: Answer) -> tuple[dict[str, Any], str]:
    """Return the object that the program reads, and why something was ignored."""
    if answer.late:
        return {}, "a hook that takes two minutes is killed, and the tool runs"
    text = answer.stdout.strip()
    lines = [line.strip() for line in text.split("\n")]
    controls = [line.removeprefix(_CONTROL) for line in lines if line.startswith(_CONTROL)]
    if not text:
        return {}, "an answer without standard output is ignored, whatever its exit code" if answer.exit_code else ""
    try:
        value = json.loads(controls[-1] if controls else text)
    except ValueError:
        return {}, "standard output that is not one JSON value is ignored, whatever the exit code"
    if not isinstance(value, dict):
        return {}, "JSON that is not an object is ignored"
    return value, "" if {"cancel", "context", "overrideInput"} & value.keys() else "it knows none of the answer's keys"


def _context(said: dict[str, Any]) -> frozenset[str]:
    """Return what the model is told: of several texts the first."""
    given = (said[key] for key in ("context", "contextModification", "errorMessage") if isinstance(said.get(key), str))
    return texts(next(given, ""))
