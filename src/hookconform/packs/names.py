"""Names in a pack: which are known anywhere, and what was meant by one that is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from hook_adapters.rules.names import some, widely_used_first
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.meant import meant
from hookconform.packs.rule import Problem

# What is said of a name, after it, in messages.
_TOOL, _EVENT = "tool", "event"


@cache
def platforms() -> tuple[Platform, ...]:
    """Return every platform of the corpus, by id."""
    return tuple(load_platform(name) for name in platform_ids())


def unknown_names(tools: Iterable[str], operations: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each name that no platform has, with a suggestion."""
    for kind, names in ((_TOOL, sorted(tools)), (_EVENT, sorted(operations))):
        for name in names:
            if not _is_known(kind, name):
                said = _as_matcher(name) or meant(name, _canonical(kind))
                yield Problem(f"unknown-{kind}", f"no {kind} of any platform is called `{name}`. {said}", name)


def _as_matcher(name: str) -> str:
    """Return how to write `Bash(rm *)`, as permissions of agents have it: a name and, in a matcher, the pattern."""
    tool, bracket, _ = name.partition("(")
    if not bracket or not name.endswith(")") or not is_tool_name(tool):
        return ""
    return f"Write `tools: [{tool}]`, and the pattern in a matcher of its own, such as `command_match`."


def native_names(tools: Iterable[str], operations: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each name that is some platform's own word for a canonical one not named beside it."""
    for kind, names in ((_TOOL, set(tools)), (_EVENT, set(operations))):
        for name in sorted(names - _canonical(kind)):
            rows = {row.platform: row.becomes for row in _rows(kind) if row.native == name and row.maps}
            callers: dict[str, list[str]] = {}
            for platform in widely_used_first(rows):
                callers.setdefault(rows[platform], []).append(load_platform(platform).name)
            if callers and names.isdisjoint(callers):
                words = ", and ".join(f"{some(platforms)} {canonical}" for canonical, platforms in callers.items())
                text = f"`{name}` is what {words}; write {' or '.join(callers)}"
                yield Problem("native-name", text, name)


def is_tool_name(name: str) -> bool:
    """Tell whether a name is canonical or stands in some platform's table."""
    return name in _canonical(_TOOL) or any(name in (row.becomes, row.native) for row in _rows(_TOOL))


def claims_of(platform: Platform, tool: str) -> list[Claim]:
    """Return the platform's rows whose calls are reported under a canonical tool name."""
    return [row for row in platform.tools.values() if row.becomes == tool and row.status != "refuted"]


def events_of(platform: Platform) -> frozenset[str]:
    """Return the canonical events that a platform is known to fire."""
    rows = [row for row in platform.events.values() if row.status != "refuted"]
    return frozenset(row.becomes for row in rows) | {name for row in rows for name in row.also_fires}


def _is_known(kind: str, name: str) -> bool:
    if kind == _TOOL:
        return is_tool_name(name) or any(one.mcp_forms(name) for one in platforms())
    return name in _canonical(_EVENT) or any(name in (row.becomes, row.native) for row in _rows(_EVENT))


def _canonical(kind: str) -> frozenset[str]:
    vocabulary = load_vocabulary()
    return frozenset(vocabulary.tools if kind == _TOOL else vocabulary.events)


@cache
def _rows(kind: str) -> tuple[Claim, ...]:
    return tuple(row for one in platforms() for row in (one.tools if kind == _TOOL else one.events).values())
