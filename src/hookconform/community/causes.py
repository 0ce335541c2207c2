"""What red checks have in common: the claim they rest on, the place that differs, and the kind of difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from hookconform.checks.outcome import RED, CheckResult, Difference, Outcome
from hookconform.ground.excerpt import excerpt
from hookconform.ground.pointers import MISSING

BROKE = "broke"
REFUSED = "refused"
ANSWERED = "answered"
UNMAPPED = "unmapped"
ABSENT = "absent"
TOO_MUCH = "too-much"
WRONG = "wrong"
KINDS = {
    BROKE: "the adapter broke over the payload",
    REFUSED: "a good payload was refused",
    ANSWERED: "a payload that must be refused was answered",
    UNMAPPED: "the native name came back",
    ABSENT: "the value is absent",
    TOO_MUCH: "there should be no value",
    WRONG: "the value is another one",
}
_VALUE = 80


@dataclass(frozen=True, slots=True)
class Cause:
    """Some red checks of one platform and capability; `check` is the first of them, with what it expected and got.

    `at` is a JSON pointer into the adapter's result, `expected` and `got` are shortened; all are empty where there
    is nothing to point at. `claim` is empty if no row of the platform's tables is about the case.
    """

    platform: str
    capability: str
    claim: str
    at: str
    kind: str
    count: int
    check: str
    expected: str
    got: str


def find_causes(results: Iterable[CheckResult], to_refuse: Collection[str]) -> list[Cause]:
    """Group red results, the largest cause first; `to_refuse` are the ids of cases whose payload must be refused."""
    groups: dict[tuple[str, str, str, str, str], list[CheckResult]] = defaultdict(list)
    for result in results:
        if result.outcome in RED:
            first = _first(result)
            kind = _kind(result, first, to_refuse)
            groups[result.platform, result.capability, result.claim, first.pointer if first else "", kind].append(
                result
            )
    causes = [_cause(*key, found) for key, found in groups.items()]
    return sorted(causes, key=lambda cause: (-cause.count, cause.check))


def _first(result: CheckResult) -> Difference | None:
    return result.differences[0] if result.differences else None


def _kind(result: CheckResult, first: Difference | None, to_refuse: Collection[str]) -> str:
    if result.outcome is Outcome.ERROR:
        return BROKE
    if first is None:
        return ANSWERED if result.case_id in to_refuse else REFUSED
    if first.got is MISSING:
        return ABSENT
    if first.expected is MISSING:
        return TOO_MUCH
    native = result.claim.partition(":")[2]
    return UNMAPPED if native and first.got == native else WRONG


def _cause(platform: str, capability: str, claim: str, at: str, kind: str, found: list[CheckResult]) -> Cause:  # noqa: PLR0913, PLR0917 (the parts of a key)
    shown = min(found, key=lambda result: result.id)
    first = _first(shown)
    expected, got = (excerpt(first.expected, _VALUE), excerpt(first.got, _VALUE)) if first else ("", "")
    if kind in {BROKE, REFUSED}:
        got = excerpt(shown.message, _VALUE)
    return Cause(platform, capability, claim, at, kind, len(found), shown.id, expected, got)
