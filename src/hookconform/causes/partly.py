"""Names that are mapped in some payloads and not in others: what the others have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from hookconform.causes.signs import Kind, Sign, signs_of
from hookconform.checks.outcome import CheckResult, Difference

# Traits of payloads in which a name was given rightly, by the row that gives it, as a run's record has them.
Mapped = Mapping[str, Collection[str]]
_SOME = "some payloads"


def rows_not_mapped(red: Iterable[CheckResult], mapped: Mapped) -> frozenset[str]:
    """Return the rows that the adapter lacks: no payload shows their name mapped, and a plain one shows that it is not.

    Where the run asked for nothing but odd payloads it cannot tell, so that such a row is not among them.
    """
    failing: defaultdict[str, list[CheckResult]] = defaultdict(list)
    for result in red:
        if result.claim not in mapped and any(sign.kind is Kind.UNMAPPED for sign, _ in signs_of(result)):
            failing[result.claim].append(result)
    return frozenset(row for row, results in failing.items() if not all(map(_is_odd, results)))


def located(
    result: CheckResult, signs: Sequence[tuple[Sign, Difference | None]], unmapped: Collection[str], mapped: Mapped
) -> list[tuple[Sign, Difference | None]]:
    """Return the signs of a check; a name that is not missing from the tables is one that is mapped in part."""
    return [
        (sign, difference)
        if sign.kind is not Kind.UNMAPPED or result.claim in unmapped
        else (replace(sign, kind=Kind.PARTLY_MAPPED, where=_where(result, mapped.get(result.claim))), difference)
        for sign, difference in signs
    ]


def _where(result: CheckResult, mapped: Collection[str] | None) -> str:
    """Return the first trait of the payload that none has in which the name is mapped."""
    traits = (trait.text for trait in result.traits if trait.odd or mapped is not None)
    return next((text for text in traits if text not in (mapped or ())), _SOME)


def _is_odd(result: CheckResult) -> bool:
    return any(trait.odd for trait in result.traits)
