"""What changed between two recorded versions of a platform, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.cases.loading import captured_cases
from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import argument_keys, declared_tools
from hookconform.corpus.manifests import Envelope, Manifest, load_manifests
from hookconform.effects.effect import Observation
from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import counted
from hookconform_lab.intake.shapes import shape_of

# Event, tool and argument keys: what a reader calls a payload.
_Call = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of one kind, a line each; `unknown` says why they cannot be told, empty if they can."""

    kind: str
    lines: tuple[str, ...]
    unknown: str = ""


def version_changes(platform: Platform, old: str, new: str) -> list[Changes]:
    """Return what changed between two versions: events, calls, envelopes, declared tools, hook responses.

    Raises `HookconformError` (`version.unrecorded`) for a version that nobody recorded.
    """
    manifests = load_manifests(platform.path.parent)
    if not manifests:
        raise HookconformError(
            "version.unrecorded",
            f"No version of {platform.name} was recorded, so no change of it is known.",
            where=platform.id,
            hint=f"`hookconform explain {platform.id}` shows what its documents say.",
        )
    for version in (old, new):
        if version not in manifests:
            raise HookconformError(
                "version.unrecorded",
                f"{platform.id} was not recorded at {version}.",
                hint=meant(version, manifests),
            )
    before, now = _calls(platform, old), _calls(platform, new)
    events = {event for event, _, _ in before}, {event for event, _, _ in now}
    return [
        Changes("events", tuple(_new_and_gone(*events))),
        Changes("calls", tuple(_call_lines(before, now))),
        Changes("envelopes", tuple(_envelope_lines(manifests[old], manifests[new]))),
        _declared(platform.id, old, new),
        _responses(platform.id, old, new),
    ]


def _calls(platform: Platform, version: str) -> set[_Call]:
    shapes = (
        shape_of(platform, case.registered_event, case.payload)
        for case in captured_cases(platform.root, platform.id, version)
        if case.payload is not None and not case.is_probe
    )
    return {(shape.event or shape.registered_event, shape.tool or "", shape.argument_keys) for shape in shapes}


def _call_lines(before: set[_Call], now: set[_Call]) -> Iterator[str]:
    """Yield tools that are new or gone at an event, and argument keys that are new or gone of a tool."""
    old, new = _keys_by_tool(before), _keys_by_tool(now)
    for event in sorted({event for event, _ in old} & {event for event, _ in new}):
        tools = {tool for at, tool in old if at == event}, {tool for at, tool in new if at == event}
        yield from (f"{event}: {line}" for line in _new_and_gone(*tools))
        for tool in sorted(tools[0] & tools[1]):
            yield from (f"{event} {tool}: {line}" for line in _new_and_gone(old[event, tool], new[event, tool]))


def _keys_by_tool(calls: Iterable[_Call]) -> dict[tuple[str, str], set[str]]:
    found: dict[tuple[str, str], set[str]] = {}
    for event, tool, keys in calls:
        if tool:
            found.setdefault((event, tool), set()).update(keys)
    return found


def _envelope_lines(old: Manifest, new: Manifest) -> Iterator[str]:
    for event in sorted(old.envelopes.keys() & new.envelopes.keys()):
        before, now = _keys(old.envelopes[event]), _keys(new.envelopes[event])
        yield from (f"{event}: {line}" for line in _new_and_gone(before, now))


def _keys(envelopes: Iterable[Envelope]) -> set[str]:
    return {key for envelope in envelopes for key in envelope}


def _declared(platform: str, old: str, new: str) -> Changes:
    before, now = declared_tools(platform, old), declared_tools(platform, new)
    missing = [version for version, tools in ((old, before), (new, now)) if not tools]
    if missing:
        return Changes("declared tools", (), f"nobody recorded them at {' and '.join(missing)}")
    lines = list(_new_and_gone(set(before), set(now)))
    for name in sorted(before.keys() & now.keys()):
        keys = set(argument_keys(before[name])), set(argument_keys(now[name]))
        lines += [f"{name}: {line}" for line in _new_and_gone(*keys)]
    return Changes("declared tools", tuple(lines))


def _responses(platform: str, old: str, new: str) -> Changes:
    missing = [version for version in (old, new) if version not in measured_versions(platform)]
    if missing:
        return Changes("hook responses", (), f"nobody measured them at {' and '.join(missing)}")
    before = {row.id: row for row in load_rows(platform, old)}
    now = {row.id: row for row in load_rows(platform, new)}
    return Changes("hook responses", tuple(_effect_lines(before, now)))


def _effect_lines(before: Mapping[str, Row], now: Mapping[str, Row]) -> Iterator[str]:
    for name in sorted(before.keys() & now.keys()):
        old, new = before[name].effect, now[name].effect
        if old != new:
            yield f"{name}: {', '.join(_differences(old, new))}"
    only = len(before.keys() ^ now.keys())
    if only:
        yield f"{counted(only, 'response')} measured at one of the two only"


def _differences(old: Observation, new: Observation) -> Iterator[str]:
    for field in ("tool", "input", "output", "told", "turn"):
        before, now = getattr(old, field), getattr(new, field)
        if before != now:
            yield f"{field} {_word(before)} → {_word(now)}"


def _word(value: Any) -> str:
    if value is None:
        return "none"
    return (", ".join(value) or "nothing") if isinstance(value, tuple) else str(value)


def _new_and_gone(before: set[str], now: set[str]) -> Iterator[str]:
    """Yield one line that names what is new and what is gone, none if nothing is."""
    words = (("new", now - before), ("gone", before - now))
    parts = [f"{word} {', '.join(sorted(names))}" for word, names in words if names]
    if parts:
        yield "; ".join(parts)
