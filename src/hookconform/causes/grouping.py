"""Few causes behind many red checks: what they have in common, and what only follows from something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from hookconform.causes.partly import Mapped, located, rows_not_mapped
from hookconform.causes.signs import About, Kind, Sign, signs_of
from hookconform.checks.outcome import RED, CheckResult, Difference
from hookconform.ground.versions import VersionKey, version_key

# What a red check shows, each with the difference that shows it.
Signs = Sequence[tuple[Sign, Difference | None]]
_NAMES = {About.TOOL, About.EVENT}
# What an adapter can only get right once it has the name.
_FOLLOWS_A_NAME = frozenset({"kind", "rules"})


@dataclass(slots=True)
class Cause:
    """One thing that is wrong, and the red checks that show it.

    Every red check is counted once: in `checks` of what it shows first, or in `following` of what it follows from;
    `also` counts those that show this besides. `platforms` are those of `checks` and `also`; `claims` the rows of the
    tables they rest on, `cases` the ids of their cases. `example` is the check at the newest version, `difference` what
    it shows, if it is one.
    """

    sign: Sign
    example: CheckResult
    difference: Difference | None
    checks: int = 0
    also: int = 0
    following: int = 0
    platforms: Counter[str] = field(default_factory=Counter[str])
    claims: set[str] = field(default_factory=set[str])
    cases: set[str] = field(default_factory=set[str])

    @property
    def shown_by(self) -> int:
        """Return the number of checks that show it."""
        return self.checks + self.also


def find_causes(results: Iterable[CheckResult], mapped: Mapped | None = None) -> list[Cause]:
    """Group the red ones of a run's results, which are in the run's order: what is wrong first, then what is missing.

    `mapped` is that of the run's record: what is mapped in some payloads is not missing from a table.
    Within both, causes that most checks show or follow from come first.
    """
    causes: dict[Sign, Cause] = {}
    for case in _by_case(results, mapped or {}):
        for result, signs, followed in case:
            if followed is None:
                _count(result, signs, causes)
        for _, _, followed in case:
            if followed is not None:
                causes[followed].following += 1
    return sorted(causes.values(), key=_order)


def counted_for(results: Iterable[CheckResult], mapped: Mapped | None = None) -> Iterator[tuple[CheckResult, Sign]]:
    """Yield the red ones of a run's results, in its order, each with the sign of the one cause it is counted for."""
    for case in _by_case(results, mapped or {}):
        for result, signs, followed in case:
            yield result, signs[0][0] if followed is None else followed


def _by_case(results: Iterable[CheckResult], mapped: Mapped) -> Iterator[list[tuple[CheckResult, Signs, Sign | None]]]:
    """Yield the red checks of each case: what they show, and the sign from which they follow, if it is another's."""
    red = [result for result in results if result.outcome in RED]
    unmapped = rows_not_mapped(red, mapped)
    for _, case in groupby(red, key=lambda result: result.case_id):
        shown = [(result, located(result, signs_of(result), unmapped, mapped)) for result in case]
        name = next((sign for _, signs in shown for sign, _ in signs if sign.about in _NAMES), None)
        yield [(result, signs, _followed(result, signs, name, shown)) for result, signs in shown]


def _count(result: CheckResult, signs: Signs, causes: dict[Sign, Cause]) -> None:
    for place, (sign, difference) in enumerate(signs):
        cause = causes.setdefault(sign, Cause(sign, result, difference))
        cause.checks += place == 0
        cause.also += place > 0
        cause.platforms[result.platform] += 1
        cause.cases.add(result.case_id)
        if result.claim:
            cause.claims.add(result.claim)
        if newness(result.id) > newness(cause.example.id):
            cause.example, cause.difference = result, difference


def _followed(
    result: CheckResult, signs: Signs, name: Sign | None, shown: Sequence[tuple[CheckResult, Signs]]
) -> Sign | None:
    """Return the sign from which a red check follows; None if it says something of its own."""
    if name is not None and all(sign != name for sign, _ in signs):
        if result.capability in _FOLLOWS_A_NAME:
            return name
        # Arguments of a tool that has no row yet come with the row.
        is_unmapped = name.kind in {Kind.UNMAPPED, Kind.PARTLY_MAPPED}
        if result.capability == "input" and is_unmapped and all(sign.is_gap for sign, _ in signs):
            return name
    if result.capability != "rules":
        return None
    return next((found[0][0] for other, found in shown if other.capability != "rules"), None)


def newness(check: str) -> tuple[bool, VersionKey, Sequence[int]]:
    """Return what orders checks as examples, by id: recorded ones by version, before them what is not recorded."""
    parts = check.partition("::")[0].split("/")
    is_captured = "captured" in parts[:-1]
    # Of equal ones the first by name, so that the order of a run decides nothing.
    return is_captured, version_key(parts[-2]) if is_captured else version_key(""), [-ord(sign) for sign in check]


def _order(cause: Cause) -> tuple[bool, int, tuple[str, ...]]:
    return order(cause.sign, cause.shown_by + cause.following)


def order(sign: Sign, number: int) -> tuple[bool, int, tuple[str, ...]]:
    """Return what the causes of a run are sorted by; `number` checks show this one or follow from it."""
    words = (sign.about.value, sign.kind.value, sign.platform, sign.place, sign.wanted, sign.got, sign.where)
    return sign.is_gap, -number, words


def split(causes: Sequence[Cause]) -> tuple[list[Cause], list[Cause]]:
    """Return what is wrong, and what is missing."""
    return [cause for cause in causes if not cause.sign.is_gap], [cause for cause in causes if cause.sign.is_gap]


def by_heading(causes: Iterable[Cause]) -> Iterator[tuple[tuple[About, Kind, str], list[Cause]]]:
    """Yield (about, kind, platform) and the causes that have them in common, in the order of `causes`."""
    groups: dict[tuple[About, Kind, str], list[Cause]] = {}
    for cause in causes:
        sign = cause.sign
        groups.setdefault((sign.about, sign.kind, sign.platform), []).append(cause)
    yield from groups.items()
