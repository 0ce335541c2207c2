"""What a check compares, as data: places of an answer, and what must stand there.

The engine judges by these, and `hookconform export cases` writes them: a runner in any language needs nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from hookconform.checks.bounds import MAX_DIFFERENCES
from hookconform.checks.capability import events_of
from hookconform.checks.compare import differences, is_same
from hookconform.checks.outcome import Difference
from hookconform.ground.pointers import MISSING, escaped

_NOTHING = frozenset[str]()


class Is(NamedTuple):
    """A field of an event, or a key within it, equals a value; `MISSING`: it is absent.

    `or_absent`: it may also be absent. Keys in `ignoring` do not count on either side, and an object that held nothing
    else counts as absent.
    """

    event: int
    field: str
    value: Any
    key: str = ""
    or_absent: bool = False
    ignoring: frozenset[str] = _NOTHING

    def differences(self, events: list[dict[str, Any]]) -> list[Difference]:
        """Return the places at which the events differ."""
        event = events[self.event] if self.event < len(events) else {}
        got, expected = event.get(self.field, MISSING), self.value
        if self.key:
            got = got.get(self.key, MISSING) if isinstance(got, dict) else MISSING
        if self.ignoring:
            got, expected = _left(got, self.ignoring), _left(expected, self.ignoring)
        if is_same(expected, got) or (got is MISSING and self.or_absent):
            return []
        return differences(expected, got, self._at)

    def as_json(self) -> dict[str, Any]:
        """Return it as exported: `at`, then `is` or `absent`."""
        wanted = _left(self.value, self.ignoring) if self.ignoring else self.value
        row: dict[str, Any] = {"at": self._at} | ({"absent": True} if wanted is MISSING else {"is": wanted})
        row |= {"or_absent": True} if self.or_absent else {}
        return row | ({"ignoring": sorted(self.ignoring)} if self.ignoring else {})

    @property
    def _at(self) -> str:
        within = f"/{escaped(self.key)}" if self.key else ""
        return f"/events/{self.event}/{escaped(self.field)}{within}"


class AsFirst(NamedTuple):
    """An event that is there equals the first one, apart from some fields."""

    event: int
    apart_from: frozenset[str]

    def differences(self, events: list[dict[str, Any]]) -> list[Difference]:
        """Return the places at which the event differs from the first."""
        if self.event >= len(events):
            return []
        first, other = (_apart(events[number], self.apart_from) for number in (0, self.event))
        return differences(first, other, f"/events/{self.event}")

    def as_json(self) -> dict[str, Any]:
        """Return it as exported: `at` and `as`."""
        return {"at": f"/events/{self.event}", "as": "/events/0", "ignoring": sorted(self.apart_from)}


class Without(NamedTuple):
    """The first event has none of these fields."""

    fields: frozenset[str]

    @property
    def event(self) -> int:
        """Return the number of the event that is compared."""
        return 0

    def differences(self, events: list[dict[str, Any]]) -> list[Difference]:
        """Return the fields that are there."""
        if self.fields.isdisjoint(events[0]):
            return []
        return [
            Difference(f"/events/0/{escaped(name)}", MISSING, events[0][name])
            for name in sorted(self.fields.intersection(events[0]))
        ]

    def as_json(self) -> dict[str, Any]:
        """Return it as exported: `at` and `without`."""
        return {"at": "/events/0", "without": sorted(self.fields)}


class AtMost(NamedTuple):
    """There are not more events than these."""

    number: int

    @property
    def event(self) -> int:
        """Return the number of an event that is always there."""
        return 0

    def differences(self, events: list[dict[str, Any]]) -> list[Difference]:
        """Return the events that are too many, by name, whole where they have none."""
        return [
            Difference(f"/events/{number}/hook_event_name", MISSING, event["hook_event_name"])
            if "hook_event_name" in event
            else Difference(f"/events/{number}", MISSING, event)
            for number, event in enumerate(events[self.number :][: MAX_DIFFERENCES + 1], self.number)
        ]

    def as_json(self) -> dict[str, Any]:
        """Return it as exported: `at` and `at_most`."""
        return {"at": "/events", "at_most": self.number}


class Matched(NamedTuple):
    """The rules that match, by name and in order; those in `ignoring` do not count."""

    names: list[str]
    ignoring: frozenset[str] = _NOTHING

    def differences(self, names: list[str]) -> list[Difference]:
        """Return the difference between the names and those that match, if there is any."""
        counting = [name for name in names if name not in self.ignoring] if self.ignoring else names
        return [] if counting == self.names else [Difference("/matched_rules", self.names, counting)]

    def as_json(self) -> dict[str, Any]:
        """Return it as exported: `at` and `is`."""
        ignoring = {"ignoring": sorted(self.ignoring)} if self.ignoring else {}
        return {"at": "/matched_rules", "is": self.names} | ignoring


Comparison = Is | AsFirst | Without | AtMost


def compared(comparisons: Iterable[Comparison], value: Any) -> list[Difference]:
    """Return where a result of `canonicalize` differs; raises `ResponseError` if it has no events.

    Of an event that is not there, the first comparison alone says so.
    """
    events = events_of(value)
    found: list[Difference] = []
    gone: set[int] = set()
    for one in comparisons:
        if one.event not in gone:
            found += one.differences(events)
            if one.event >= len(events):
                gone.add(one.event)
    return found


def left_out(comparisons: Iterable[Comparison], value: Any) -> tuple[str, ...]:
    """Return the fields of the first event that a result may leave out, and does."""
    event = events_of(value)[0]
    return tuple(one.field for one in comparisons if isinstance(one, Is) and one.or_absent and one.field not in event)


def _left(value: Any, ignored: frozenset[str]) -> Any:
    """Return an object without some keys; one that held nothing else is absent."""
    if not isinstance(value, dict) or ignored.isdisjoint(value):
        return value
    return {key: item for key, item in value.items() if key not in ignored} or MISSING


def _apart(event: Mapping[str, Any], fields: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in fields}
