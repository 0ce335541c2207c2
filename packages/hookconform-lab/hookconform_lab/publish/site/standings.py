"""What the adapters' run reports say about one name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hookconform.checks.expectation import LEGACY_ALIAS
from hookconform.checks.outcome import RED
from hookconform.corpus.vocabulary import Vocabulary
from hookconform.ground.plain_text import counted
from hookconform_lab.evidence.claims import GradedClaim

_CAPABILITIES = {"tool": ("tool-name", "input", "rules"), "event": ("event",)}


@dataclass(frozen=True, slots=True)
class Standing:
    """How one adapter does on one name; `state` is right, wrong, known or unjudged, `words` says why."""

    adapter: str
    state: str
    words: str


class Standings:
    """The red checks of all reports, by case."""

    def __init__(self, results: Iterable[dict[str, Any]], vocabulary: Vocabulary) -> None:
        self._results = tuple(results)
        self._vocabulary = vocabulary
        self._red: dict[str, dict[str, list[tuple[str, str]]]] = {}
        for report in self._results:
            by_case: dict[str, list[tuple[str, str]]] = defaultdict(list)
            for check in report["checks"]:
                by_case[check["case"]].append((check["capability"], check["outcome"]))
            self._red[report["adapter"]["name"]] = by_case

    def of(self, row: GradedClaim) -> list[Standing]:
        """Return the standing of every adapter on a name, in the order of the reports."""
        return [self._standing(report["adapter"], row) for report in self._results]

    def _standing(self, adapter: dict[str, Any], row: GradedClaim) -> Standing:
        name, claim = adapter["name"], row.claim
        capabilities = [item for item in _CAPABILITIES[claim.kind] if item in adapter["capabilities"]]
        if claim.platform not in adapter["platforms"]:
            return Standing(name, "unjudged", "does not claim this platform")
        if not capabilities:
            return Standing(name, "unjudged", "does not claim to map these names")
        cases = [
            item.case.id for item in row.sightings if LEGACY_ALIAS not in item.case.tags or adapter["legacy_aliases"]
        ]
        if not cases:
            return Standing(name, "unjudged", "no case is about this")
        return self._judged(name, adapter, row, capabilities, cases)

    def _judged(
        self, name: str, adapter: dict[str, Any], row: GradedClaim, capabilities: list[str], cases: list[str]
    ) -> Standing:
        bad: dict[str, set[str]] = {"wrong": set(), "known": set()}
        what: set[str] = set()
        for case in cases:
            for capability, outcome in self._red[name].get(case, ()):
                if capability in capabilities:
                    bad["wrong" if outcome in RED else "known"].add(case)
                    what.add(capability)
        if bad["wrong"]:
            listed = ", ".join(sorted(what))
            return Standing(name, "wrong", f"fails {len(bad['wrong'])} of {counted(len(cases), 'case')} ({listed})")
        if bad["known"]:
            return Standing(name, "known", f"{len(bad['known'])} of {counted(len(cases), 'case')} known to fail")
        tier = self._vocabulary.tools.get(row.claim.canonical or "")
        passes = row.claim.maps and adapter["tier"] == "core" and tier == "extended"
        words = f"all {len(cases)} cases" if len(cases) > 1 else "its one case"
        return Standing(name, "right", f"{words}, passed through: its tier is core" if passes else words)
