"""Changed input that an adapter may misread: the whole input of the event, what is drawn from others, or around calls.

An event has more arguments than its call: a list of all files, the address within a text, the files of a patch. Added
to the call as they are, nobody would read them, and the tool would run as it was called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from hookconform.checks.changed_arguments import (
    CHANGED,
    DRAWN,
    called_with,
    claim_of,
    native_arguments,
    native_names,
)
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.drafting.event import draft
from hookconform.effects.effect import Answer
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import first, with_value


def whole_input(case: Case, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the `tool_input` of the event with these changes in it."""
    named = {"platform_tool_name": case.expected.platform_tool_name}
    own = {name: value for name, value in named.items() if value is not None}
    return {**case.expected.arguments, **own, **changes}


def drawn_changes(case: Case) -> tuple[dict[str, Any], ...]:
    """Return changes of arguments that the call has under no name, one each, so that none can be added to it.

    They are those that the event draws from others, a list that it could draw and does not, and of several calls within
    the call a text that each of them may have. What stands around these calls is changed where the call has it.
    """
    given = native_arguments(case)
    if not given:
        return ()
    claim, expected = claim_of(case), case.expected
    if len(expected.calls) > 1:
        within = (pair for call in expected.calls for pair in (call.tool_input or {}).items())
        texts = (name for name, value in within if isinstance(value, str))
        unread = tuple({name: CHANGED} for name in texts if name not in {*expected.arguments, *given})[:1]
        return unread + tuple(_changes_around(given, expected.arguments))
    if claim is not None and claim.calls:
        return ()
    own = native_names(claim, given)
    drawn = {name: value for name, value in expected.arguments.items() if name not in own}
    absent = sorted(DRAWN - own.keys() - drawn.keys() - set(claim.arguments.values())) if claim is not None else []
    # One of them for a tool is enough, and over all tools it is each of them.
    drawn |= {name: [] for name in absent[len(expected.native_tool or "") % len(absent) :][:1]} if absent else {}
    return tuple({name: [CHANGED] if isinstance(value, list) else CHANGED} for name, value in drawn.items())


def _changes_around(given: Mapping[str, Any], arguments: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield changes of what stands around several calls: of the first text, and of the order of the first list."""
    own = {name: value for name, value in given.items() if name in arguments and name not in DRAWN}
    texts = ({name: CHANGED} for name, value in own.items() if isinstance(value, str))
    turned = ({name: value[::-1]} for name, value in own.items() if isinstance(value, list) and value != value[::-1])
    yield from islice(texts, 1)
    yield from islice(turned, 1)


def wrongly_changed_drawn(case: Case, answer: Answer, changes: Mapping[str, Any]) -> str:
    """Return what is wrong with an answer that shall change what is drawn from other arguments; empty if nothing is.

    It does so if the event of the call with the new arguments has the new values, or one of several calls within it.
    """
    why, arguments = called_with(case, answer)
    if arguments is None:
        return f"the tool would not run with the changed input: {why}"
    given = native_arguments(case)
    # Under its canonical name the platform would read none of them.
    if added := next((name for name in changes if name in arguments and name not in given), ""):
        return f"nobody would read {added!r}, which other arguments of the call decide"
    after = draft(load_platform(case.platform), case.registered_event, _payload(case, arguments))
    if len(after.calls) != len(case.expected.calls):
        return "the calls within this one would not be as many as they were"
    # What stands around the calls is read there, and nothing else.
    is_within = bool(after.calls) and not changes.keys() <= given.keys()
    there = [call.tool_input or {} for call in after.calls] if is_within else [after.arguments]
    wrong = next((name for name, value in changes.items() if all(one.get(name) != value for one in there)), "")
    return f"the call would keep its {wrong}: no argument that decides it was changed" if wrong else ""


def _payload(case: Case, arguments: Any) -> dict[str, Any]:
    """Return the payload of a call with other arguments, encoded as those were that it had."""
    payload = case.payload or {}
    found = first(payload, load_platform(case.platform).payload.tool_input)
    assert found is not None  # noqa: S101 (a call without arguments is asked for no change)
    place, before = found
    return with_value(payload, place, compact(arguments) if isinstance(before, str) else arguments)
