"""What is known of the calls of each platform: the shapes of its recorded payloads, or of its documented ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.vocabulary import UNKNOWN_KIND
from hookconform.drafting.event import canonical_events
from hookconform.ground.versions import in_order
from hookconform.packs.rule import Event


@dataclass(frozen=True, slots=True)
class Shape:
    """Payloads that only values tell apart: the same event, tool and canonical arguments.

    `native` is the tool's own name; `kind` is None where there is no tool. `versions` are the first and the last with
    such a payload, None where it is only documented. Of each payload `calls` has all canonical events.
    """

    names: frozenset[str]
    native_event: str
    tool: str | None
    native: str | None
    kind: str | None
    arguments: tuple[str, ...]
    versions: tuple[str, str] | None
    calls: tuple[tuple[Event, ...], ...]


@dataclass(frozen=True)
class Known:
    """One platform; `basis` is `recorded` or `documented`."""

    platform: Platform
    basis: str
    shapes: tuple[Shape, ...]


@cache
def known_of(platform: str) -> Known:
    """Return what is known of a platform.

    Recorded payloads, and where there is none the documented ones. Left out: payloads that must be refused, and calls
    made up on purpose, which no model makes.
    """
    cases = [case for case in iter_cases(platforms=[platform]) if not case.expected.is_refusal and not case.is_probe]
    captured = [case for case in cases if case.is_captured]
    basis = "recorded" if captured else "documented"
    return Known(load_platform(platform), basis, tuple(_shapes(captured or cases)))


def _shapes(cases: Iterable[Case]) -> list[Shape]:
    found: dict[tuple[object, ...], list[Case]] = {}
    for case in cases:
        expected = case.expected
        arguments = tuple(sorted((key, type(value).__name__) for key, value in expected.arguments.items()))
        key = (expected.native_event, expected.event, expected.also_fires, expected.native_tool, arguments)
        found.setdefault(key, []).append(case)
    return [_shape(alike) for alike in found.values()]


def _shape(cases: list[Case]) -> Shape:
    expected = cases[0].expected
    versions = in_order({case.version for case in cases if case.version is not None})
    return Shape(
        names=frozenset({expected.event, *expected.also_fires}),
        native_event=expected.native_event,
        tool=expected.tool_name,
        native=expected.native_tool,
        kind=(expected.kind or UNKNOWN_KIND) if expected.tool_name is not None else None,
        arguments=tuple(sorted(expected.arguments)),
        versions=(versions[0], versions[-1]) if versions else None,
        calls=tuple(tuple(canonical_events(case.expected)) for case in cases),
    )
