"""The reference adapter with one fault of the catalogue: what it reads, says, matches and answers is changed.

A fault is put around the adapter and knows nothing of its source, so it survives any rewriting of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hookconform.attach.calls import CANNOT_MAP, UNSUPPORTED_VERDICT, Broken, Call, Refusal, Response, Result, RulePack
from hookconform.corpus.claims import load_platform
from hookconform.ground.json_text import compact, is_too_deep
from hookconform.ground.pointers import first
from hookconform_lab.mutation.catalogue.conditions import Situation, holds
from hookconform_lab.mutation.catalogue.edits import Edit, edited
from hookconform_lab.mutation.catalogue.entries import Misreading
from hookconform_lab.mutation.catalogue.hook_program import decided
from hookconform_lab.mutation.catalogue.reference import Events, Reference, events_in, refused, with_params

# Where the values of the canonical event stand in the payload of a platform: `@tool_input/command`.
_PLACES = ("event", "tool_name", "tool_input", "session_id", "cwd", "prompt", "tool_response", "failure")


class Faulty:
    """Answers the calls of a conformance suite with one misreading; `changes` tells whether it answers otherwise."""

    def __init__(self, reference: Reference, misreading: Misreading) -> None:
        self._reference = reference
        self._when = misreading.when
        self._change = misreading.change
        # By identity, with the pack itself so that it lives as long.
        self._packs: dict[int, tuple[RulePack, RulePack]] = {}

    def response(self, call: Call) -> Response:  # noqa: PLR0911 (one a method, and what cannot be matched)
        """Return what the adapter answers to one call."""
        if call.method in {"map", "tools"}:
            return self._facade(call)
        call = _to_caller(call)
        situation = self._situation(call)
        if not holds(self._when, situation):
            return self.right(call)
        if call.method == "respond":
            return self._respond(call)
        if call.method == "decide":
            return decided(self._reference, call, self._events(call, situation), self._change, self._matched)
        events = self._events(call, situation)
        if isinstance(events, Refusal) or call.method == "canonicalize":
            return events if isinstance(events, Refusal) else Result({"events": events})
        assert call.rules is not None  # noqa: S101 (only `match` is left)
        if isinstance(self.right(call), Refusal) and situation.event is not None:
            return self.right(call)
        if not all(isinstance(event.get("tool_input", {}), dict) for event in events):
            return Broken("no rule can be matched against arguments that are no object")
        return Result({"matched_rules": self._matched(events, call.rules)})

    def right(self, call: Call) -> Response:
        """Return what the adapter answers without the fault."""
        call = _to_caller(call)
        if call.method in {"map", "tools", "canonicalize"}:
            return self._reference.ask(call)
        return self._reference.right(call, lambda: self._right(call))

    def _right(self, call: Call) -> Response:
        if call.method != "decide":
            return self._reference.ask(call)
        response = self._reference.canonical(call.params)
        events = events_in(response)
        said = response if isinstance(response, Refusal) else events or []
        return decided(self._reference, call, said, {}, self._reference.matched)

    def _situation(self, call: Call) -> Situation:
        text = call.params["payload"]
        events = events_in(self._reference.canonical(call.params))
        return Situation(text, _parsed(text), events[0] if events else None, call.params)

    def _events(self, call: Call, situation: Situation) -> Events | Refusal:
        change, params = self._change, dict(call.params)
        if change.get("refuse"):
            return refused("taken for one that cannot be judged")
        if "accept" in change and situation.event is None:
            return [dict(event) for event in change["accept"]]
        params["payload"] = self._payload(params["platform"], situation)
        if "registered" in change:
            params["registered_event"] = change["registered"]
        response = self._reference.canonical(params)
        events = events_in(response)
        return response if events is None else self._said(events)  # pyright: ignore[reportReturnType]

    def _payload(self, platform: str, situation: Situation) -> str:
        text = situation.text
        for how in self._change.get("text", ()):
            text = READERS[how](text)
        payload = _parsed(text)
        edits: Sequence[Edit] = self._change.get("payload", ())
        if not edits or not isinstance(payload, dict):
            return text
        placed = [{name: _placed(platform, payload, given)} for edit in edits for name, given in edit.items()]
        changed = edited(payload, placed)
        return text if changed == payload else compact(changed)

    def _said(self, events: Events) -> Events:
        change = self._change
        events = [edited(event, change.get("event", ())) for event in events]
        events[0] = edited(events[0], change.get("primary", ()))
        events = [events[0], *(edited(event, change.get("others", ())) for event in events[1:])]
        return edited(events, change.get("events", ()))

    def _matched(self, events: Events, rules: RulePack) -> list[str]:
        change = self._change
        seen = [edited(event, change.get("matched-event", ())) for event in events]
        seen = edited(seen, change.get("matched-events", ()))
        if change.get("pack"):
            rules = self._packs.setdefault(id(rules), (rules, RulePack(edited(rules.parsed, change["pack"]))))[1]
        return edited(self._reference.matched(seen, rules), change.get("matched", ()))

    def _respond(self, call: Call) -> Response:
        change = self._change
        if change.get("unsupported"):
            return Refusal(UNSUPPORTED_VERDICT, "taken for one that the platform cannot do")
        params = {**call.params, "verdict": edited(call.params["verdict"], change.get("verdict", ()))}
        if "version" in change:
            params["platform_version"] = change["version"]
        response = self._reference.respond(params)
        if not isinstance(response, Result):
            return Result(change["instead"]) if "instead" in change else response
        return Result(as_answered(response.value, change.get("answer", ())))

    def _facade(self, call: Call) -> Response:
        change = self._change
        situation = Situation("", None, None, call.params)
        if not holds(self._when, situation):
            return self._reference.ask(call)
        if change.get("unmappable"):
            return Refusal(CANNOT_MAP, "taken for one that cannot be mapped")
        asked = with_params(call, **edited(call.params, change.get("asked", ())))
        response = self._reference.ask(asked)
        if not isinstance(response, Result):
            given = call.params.get("arguments") or {}
            said = {"calls": [{"tool": call.params.get("tool"), "arguments": given}]}
            return Result(said) if change.get("lenient") else response
        part = "offered" if call.method == "tools" else "mapped"
        return Result(edited(response.value, change.get(part, ())))


def _to_caller(call: Call) -> Call:
    """Return the call as the program takes it: it answers who runs it, whatever it is registered for."""
    caller = call.params.get("caller")
    return call._replace(params={**call.params, "platform": caller}) if caller else call


def as_answered(answer: Mapping[str, Any], edits: Sequence[Edit]) -> dict[str, Any]:
    """Return a hook answer with its JSON edited; what is no JSON is edited as a text."""
    if not edits:
        return dict(answer)
    value = _parsed(answer["stdout"])
    is_json = isinstance(value, dict)
    changed = edited({**answer, "stdout": value if is_json else answer["stdout"]}, edits)
    out = changed.get("stdout", "")
    return {**changed, "stdout": out if isinstance(out, str) else compact(out)}


def _placed(platform: str, payload: Mapping[str, Any], given: Any) -> Any:
    """Return the pointers of an edit with the places of the platform in them."""
    if isinstance(given, list):
        return [_placed(platform, payload, item) if isinstance(item, str) else item for item in given]
    name, slash, rest = given[1:].partition("/")
    if not given.startswith("@") or name not in _PLACES:
        return given
    pointers: tuple[str, ...] = getattr(load_platform(platform).payload, name)
    found = first(payload, pointers)
    place = found[0] if found else next(iter(pointers), "/nowhere")
    return f"{place}{slash}{rest}"


def _parsed(text: str) -> Any:
    try:
        return None if is_too_deep(text) else json.loads(text)
    except ValueError:
        return None


def _first_document(text: str) -> str:
    try:
        value, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except ValueError:
        return text
    return compact(value)


def _lenient(text: str) -> str:
    """Return what a careless reader makes of a text: the last of two keys counts, and NaN is a number."""
    try:
        return compact(json.loads(text))
    except (ValueError, RecursionError):
        return text


def _of_item(text: str) -> str:
    value = _parsed(text)
    return compact(value[0]) if isinstance(value, list) and value else text


def _mended(text: str) -> str:
    """Return a text that was cut off, or is no object, as an empty object."""
    return text if isinstance(_parsed(text), dict) else "{}"


def _unquoted(text: str) -> str:
    value = _parsed(text)
    return value if isinstance(value, str) else text


READERS: dict[str, Callable[[str], str]] = {
    "first-document": _first_document,
    "lenient": _lenient,
    "first-item": _of_item,
    "empty-for-bad": _mended,
    "unquoted": _unquoted,
    "single-quotes": lambda text: text.replace("'", '"') if _parsed(text) is None else text,
    "no-control": lambda text: "".join(letter for letter in text if letter >= " "),
    "lower": str.lower,
    "infinite-to-zero": lambda text: compact(_finite(json.loads(text))) if _parsed(text) is not None else text,
}


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return 0 if isinstance(value, float) and value in {float("inf"), float("-inf")} else value
