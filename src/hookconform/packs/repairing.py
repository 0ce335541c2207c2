"""The rule that closes a rule's gaps: by kinds where they say the same, else by the names of the tools."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from hookconform.corpus.vocabulary import CORE, PRE_TOOL, UNKNOWN_KIND, load_vocabulary
from hookconform.ground.plain_text import listed
from hookconform.packs.at_events import NO_EFFECT, ONLY_ASKED, TOO_LATE
from hookconform.packs.finding import Finding
from hookconform.packs.folders import NO_FOLDER, meant_folders
from hookconform.packs.mcp_tools import mcp_names, mcp_parts
from hookconform.packs.names import claims_of, is_tool_name, platforms
from hookconform.packs.reading import rule_as_written
from hookconform.packs.recorded import known_of
from hookconform.packs.rule import Pack, Rule
from hookconform.packs.weighing import MCP_NAME, MISSED, NO_EVENT, WEIGHTS, Gap

# One rule of a pack held against the recordings, and the open gaps of what was found.
Judge = Callable[[Rule, Pack], Finding]
Weigh = Callable[[Finding], Sequence[Gap]]
# A rule that is moved to another event may miss other tools there.
_ROUNDS = 3


class Repair(NamedTuple):
    """A rule of the suite's grammar with fewer gaps; `note` is why it lists tools, or what its kinds stop besides."""

    row: dict[str, Any]
    note: str = ""


class _Tried(NamedTuple):
    """A rule, its gaps in the place of the old one, and which recorded calls it sees, by platform and place.

    A name that one platform has for another platform's canonical tool is refused: such a rule is not usable.
    """

    row: dict[str, Any]
    gaps: Sequence[Gap]
    sees: frozenset[tuple[str, int]]
    is_usable: bool


def repaired(rule: Rule, pack: Pack, gaps: Sequence[Gap], judge: Judge, weigh: Weigh) -> Repair | None:
    """Return the rule in the suite's grammar with its gaps closed as far as known; None if no change closes any."""
    if rule.row is None:
        return None

    def tried(row: dict[str, Any]) -> _Tried | None:
        usable = rule_as_written(row)
        new = usable or _with_any_names(row)
        if new is None:
            return None
        rules = tuple(new if one is rule else one for one in pack.rules)
        found = judge(new, replace(pack, rules=rules))
        sees = frozenset((one.platform, place) for one in found.standings for place in one.reached)
        return _Tried(row, weigh(found), sees, usable is not None)

    repair, row = None, as_table(rule.row)
    for _ in range(_ROUNDS):
        better = _better(row, gaps, tried)
        if better is None:
            break
        found, note = better
        row, gaps, repair = found.row, found.gaps, Repair(found.row, note)
    return repair


def _with_any_names(row: dict[str, Any]) -> Rule | None:
    """Return a rule whose names of tools no hook takes, to see what it would be about."""
    rest = {key: value for key, value in row["matchers"].items() if key != "tools"}
    rule = rule_as_written({**row, "matchers": rest}) if rest else None
    return None if rule is None else replace(rule, tools=frozenset(row["matchers"].get("tools", ())))


def as_table(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule in its long form."""
    named = {key: row[key] for key in ("name", "description") if key in row}
    if "matchers" in row:
        matchers = dict(row["matchers"])
    else:
        matchers = {"operations": [row["event"]], **({"tools": list(row["tools"])} if "tools" in row else {})}
    return {**named, "matchers": matchers, "actions": dict(row.get("actions") or {row["action"]: True})}


def _better(
    row: dict[str, Any], gaps: Sequence[Gap], tried: Callable[[dict[str, Any]], _Tried | None]
) -> tuple[_Tried, str] | None:
    """Return a rule with fewer gaps than `gaps`, and the note on it."""
    matchers = {**row["matchers"], **_other_events(row["matchers"], gaps)}
    renamed = _with_mcp_names(matchers, gaps)
    matchers |= renamed
    if any(gap.code == NO_FOLDER for gap in gaps):
        matchers["directories"] = list(dict.fromkeys(meant_folders(matchers["directories"])))
    missed = [gap for gap in gaps if gap.code == MISSED]
    if not missed or "tools" not in matchers:
        moved = tried({**row, "matchers": matchers}) if matchers != row["matchers"] else None
        # At another event it may miss a tool, which the next round mends.
        note = "It names the server's tool as each platform does." if renamed else ""
        return (moved, note) if moved is not None and _weights(moved.gaps) < _weights(gaps) else None
    by_names = tried({**row, "matchers": {**matchers, **_with_names(matchers, missed)}})
    nameless = next((name for name in matchers["tools"] if not kind_of(name)), "")
    kinds = _in_order({*filter(None, map(kind_of, matchers["tools"])), *(gap.kind for gap in missed)})
    by_kinds = None if nameless else tried({**row, "matchers": _by_kinds(matchers, kinds)})
    said = f"`kinds: [{', '.join(kinds)}]`"
    own = tried({**row, "matchers": matchers})
    if own is not None and all(other is None or other.sees <= own.sees for other in (by_kinds, by_names)):
        # No call of a missed tool has the fields that the rule requires.
        return (own, "") if matchers != row["matchers"] and _weights(own.gaps) < _weights(gaps) else None
    seen = frozenset[tuple[str, int]]() if own is None else own.sees
    # A name may be that of a tool of another kind elsewhere, which is more than was missed.
    if by_kinds is not None and by_names is not None and seen <= by_kinds.sees <= by_names.sees:
        more = _tools_at(by_kinds.sees - seen)
        core = [gap.name for gap in missed if gap.name in more and load_vocabulary().tools.get(gap.name) == CORE]
        return by_kinds, f"It also stops {listed(core, 3)}, of the same kind." if core else ""
    if by_names is not None and by_names.is_usable:
        return by_names, f"It lists tools: {f'{nameless} is of no kind' if nameless else f'{said} would stop more'}."
    if by_kinds is not None:
        return by_kinds, f"Some tools of {said} are stopped that your rule is not about: not every tool can be named."
    return None


def _tools_at(places: Iterable[tuple[str, int]]) -> set[str | None]:
    """Return the tools of recorded calls, given by platform and place."""
    return {known_of(platform).shapes[place].tool for platform, place in places}


def _weights(gaps: Sequence[Gap]) -> tuple[int, ...]:
    """Return how many gaps there are of each weight, the heaviest first."""
    return tuple(sum(gap.weight == weight for gap in gaps) for weight in WEIGHTS)


def _other_events(matchers: Mapping[str, Any], gaps: Iterable[Gap]) -> dict[str, list[str]]:
    """Return the events of a rule that asks at one which some platform lacks, or that comes too late."""
    codes, vocabulary = {gap.code for gap in gaps}, load_vocabulary()
    given = list(matchers.get("operations", ()))
    if codes & {NO_EVENT, NO_EFFECT, ONLY_ASKED} and set(given) <= vocabulary.pre_tool:
        return {"operations": list(dict.fromkeys([PRE_TOOL, *given]))}
    if TOO_LATE in codes and set(given) <= vocabulary.pre_tool | vocabulary.post_tool:
        return {"operations": [PRE_TOOL, *(one for one in given if one in vocabulary.pre_tool - {PRE_TOOL})]}
    return {}


def _with_mcp_names(matchers: Mapping[str, Any], gaps: Iterable[Gap]) -> dict[str, list[str]]:
    """Return the tools of a rule with the names that platforms have for the MCP tools it names."""
    lacking = {platform for gap in gaps if gap.code == MCP_NAME for platform in gap.platforms}
    tools = list(matchers.get("tools", ()))
    parts = [found for name in tools if not is_tool_name(name) if (found := mcp_parts(name)) is not None]
    added = [name for one in platforms() if one.id in lacking for both in parts for name in mcp_names(one, *both)]
    return {"tools": list(dict.fromkeys([*tools, *added]))} if added else {}


def _with_names(matchers: Mapping[str, Any], missed: Sequence[Gap]) -> dict[str, list[str]]:
    """Return the tools of a rule with those that it misses; kinds beside them must hold too, so they get theirs."""
    found = {"tools": list(dict.fromkeys([*matchers["tools"], *sorted(gap.name for gap in missed)]))}
    if "kinds" in matchers:
        found["kinds"] = list(dict.fromkeys([*matchers["kinds"], *sorted({gap.kind for gap in missed})]))
    return found


def _by_kinds(matchers: Mapping[str, Any], kinds: list[str]) -> dict[str, Any]:
    """Return the matchers with kinds in the place of tools."""
    rest = {key: value for key, value in matchers.items() if key not in ("operations", "tools", "kinds")}
    return {**{key: matchers[key] for key in ("operations",) if key in matchers}, "kinds": kinds, **rest}


def kind_of(name: str) -> str:
    """Return the kind of a tool, by its canonical name or a platform's own; empty if none says what it does."""
    claims = (claim for one in platforms() for claim in claims_of(one, name))
    kinds = {load_vocabulary().kind_of(name, claim) for claim in claims} or {load_vocabulary().kind_of(name, None)}
    return "" if len(kinds) > 1 or UNKNOWN_KIND in kinds else kinds.pop()


def _in_order(kinds: Iterable[str]) -> list[str]:
    return sorted(kinds, key=load_vocabulary().all_kinds.index)
