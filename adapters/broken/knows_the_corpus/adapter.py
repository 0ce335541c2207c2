"""Fault: payloads are looked up in the installed corpus, and what is not found there is passed on as it came."""

from __future__ import annotations

import json
from typing import Any

from hook_adapters import InvalidPayload
from hook_adapters.suite import create as right
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.native import named_tool, native_event
from hookconform.drafting.event import canonical_events
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import first, resolve

Event = dict[str, Any]
# A string of that length that one case alone has gives the case away: an identifier, a nonce.
_TELLING = 20
_COMBINED = "combined"


class Adapter:
    """Knows every case by heart: by its text, by what the text says in any order, and by its identifiers."""

    def __init__(self) -> None:
        self._indexes: dict[str, _Index] = {}

    def initialize(self, **params: Any) -> dict[str, Any]:
        """Say who this is."""
        return right().initialize(**params) | {"name": "broken-knows-the-corpus"}

    def canonicalize(self, *, platform: str, payload: str, registered_event: str | None, **_: Any) -> dict[str, Any]:
        """Return what the corpus expects of this payload, or the payload's own names."""
        case = self._known(platform, payload, registered_event)
        if case is None:
            return {"events": [_as_it_came(platform, payload, registered_event)]}
        if case.expected.is_refusal:
            raise InvalidPayload("as the corpus says")
        return {"events": _expected_events(case)}

    def match(
        self, *, platform: str, payload: str, registered_event: str | None, rules: Any, **_: Any
    ) -> dict[str, Any]:
        """Return the rules that the corpus expects to match."""
        case = self._index(platform).case(payload, registered_event, self._index(platform).known_rules(rules))
        return {"matched_rules": list(case.expected.matched_rules) if case else []}

    def _known(self, platform: str, payload: str, registered_event: str | None) -> Case | None:
        return self._index(platform).case(payload, registered_event)

    def _index(self, platform: str) -> _Index:
        """Return what is known of a platform; it is read when it is first asked about."""
        if platform not in self._indexes:
            self._indexes[platform] = _Index(platform)
        return self._indexes[platform]


class _Index:
    """The cases of one platform by what gives them away; under rules of their own, and under the combined pack."""

    def __init__(self, platform: str) -> None:
        self._cases: dict[tuple[str | None, str, str], Case | None] = {}
        self._own: set[str] = set()
        for case in iter_cases(platforms=[platform]):
            own = json.dumps(case.rules) if case.rules else _COMBINED
            self._own.add(own)
            for mark in _marks(case.payload_text):
                for rules in "", own:
                    place = (case.registered_event, mark, rules)
                    known = self._cases.setdefault(place, case)
                    # What several cases have tells none of them, unless they expect the same.
                    same = known is case or (known is not None and _expects_same(known, case, rules))
                    self._cases[place] = known if same else None

    def known_rules(self, pack: Any) -> str:
        """Return what a pack is known as."""
        own = json.dumps(pack["rules"])
        return own if own in self._own else _COMBINED

    def case(self, payload: str, registered_event: str | None, rules: str = "") -> Case | None:
        """Return the case that a payload is, None if nothing gives it away."""
        found = (self._cases.get((registered_event, mark, rules)) for mark in _marks(payload))
        return next((case for case in found if case is not None), None)


def _expects_same(one: Case, other: Case, rules: str) -> bool:
    """Tell whether two cases expect the same: of the events, or under some rules."""
    if rules:
        return one.expected.matched_rules == other.expected.matched_rules
    bare = {"matched_rules": (), "may_refuse_rules": False}
    return one.expected._replace(**bare) == other.expected._replace(**bare)


def _marks(payload: str) -> list[str]:
    """Return what a payload can be recognised by, the surest first."""
    whole = json_object(payload)
    if whole is None:
        return [payload]
    return [payload, json.dumps(whole, sort_keys=True), *dict.fromkeys(_long_strings(whole))]


def _long_strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value] if len(value) >= _TELLING else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _long_strings(item)]


def _expected_events(case: Case) -> list[Event]:
    expected = case.expected
    native = {"platform_event_name": expected.platform_event_name} if expected.platform_event_name else {}
    events = [event | native for event in canonical_events(expected)]
    if isinstance(expected.tool_response_from, str):
        response = {"tool_response": resolve(json_object(case.payload_text), expected.tool_response_from)}
        own = 1 + len(expected.also_fires)
        events = [*(event | response for event in events[:own]), *events[own:]]
    return events


def _as_it_came(platform: str, payload: str, registered_event: str | None) -> Event:
    claims, read = load_platform(platform), json_object(payload) or {}
    arguments = first(read, claims.payload.tool_input)
    event: Event = {"hook_event_name": native_event(claims, registered_event, read) or "Unknown"}
    tool = named_tool(claims, read)
    return event | ({"tool_name": tool} if tool else {}) | ({"tool_input": arguments[1]} if arguments else {})


create = Adapter
