"""Answers with changed arguments: what was measured with a shell command, said of a call that has the arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

import hook_adapters
from hookconform.corpus.cases import Case
from hookconform.effects.effect import Answer
from hookconform.explain.plainest_payload import plainest_payload
from hookconform.ground.json_text import compact, json_object

# The changed arguments on the protocol, and the one that measured answers change.
_CHANGED, _MEASURED = "updated_input", "command"


def answer_to(case: Case, registered_event: str, wire: Mapping[str, Any], version: str) -> Answer | None:
    """Return what hook_adapters answers to a recorded call, None if it has no answer."""
    fields = cast("hook_adapters.VerdictFields", wire)
    try:
        given = hook_adapters.respond(case.platform, case.payload_text, fields, registered_event, version)
    except hook_adapters.AdapterError:
        return None
    return Answer(exit_code=given["exit_code"], stdout=given["stdout"], stderr=given["stderr"])


def to_own_call(
    answer: Answer, case: Case, registered_event: str, wire: Mapping[str, Any], version: str
) -> tuple[Answer, tuple[str, ...]]:
    """Return the answer to a call that has the arguments to be changed, and which arguments in it are the call's own.

    `answer` is the one to `case`; it stays where no recorded call has them all.
    """
    changed = wire.get(_CHANGED, {})
    other = plainest_payload(case.platform, registered_event, frozenset(changed)) if changed else None
    if other is not None and other is not case and changed.keys() <= other.expected.arguments.keys():
        case, answer = other, answer_to(other, registered_event, wire, version) or answer
    rest = {key: value for key, value in case.expected.arguments.items() if key not in changed}
    return answer, tuple(key for key, value in rest.items() if compact(value) in answer.stdout)


def changing(step: dict[str, Any], wire: Mapping[str, Any], answer: Answer) -> list[dict[str, Any]]:
    """Return a plugin's step that sets the command as steps that set the arguments to be changed; others as it is.

    The platform's own names of the arguments are those in the program's answer.
    """
    changed = wire.get(_CHANGED, {})
    key = next((key for key in ("set", "set_input") if key in step), "")
    above, _, name = str(step.get(key, "")).rpartition(".")
    if not changed or name != _MEASURED:
        return [step]
    pairs = list(_pairs(json_object(answer.stdout) or {}))
    native = {name: next((own for own, to in pairs if to == value), name) for name, value in changed.items()}
    return [{**step, key: f"{above}.{native[name]}", "value": value} for name, value in changed.items()]


def _pairs(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield each key with its value, those of inner objects too."""
    for key, inner in value.items() if isinstance(value, Mapping) else ():
        yield key, inner
        yield from _pairs(inner)
