"""The run report as one JSON document (schema: run-report). The same run gives the same bytes."""

from __future__ import annotations

from typing import Any, TextIO

from hookconform import __version__
from hookconform.causes.grouping import find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.outcome import JUDGED, CheckResult, Outcome
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.printable import printable_json
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform.run.formats.result_rows import result_as_json
from hookconform.run.record import RunRecord


def run_report(record: RunRecord, fingerprint: str = "") -> dict[str, Any]:
    """Return the report of a run as plain JSON values; `fingerprint` is the corpus's, taken of its files if empty."""
    manifest, claims = record.manifest, record.manifest.claims
    return {
        "report": 2,
        "hookconform": __version__,
        "adapter": {
            "name": manifest.name,
            "version": manifest.version,
            **({"homepage": manifest.homepage} if manifest.homepage else {}),
            "language": manifest.language,
            "protocol": manifest.protocol,
            "tier": manifest.tier,
            "kind": manifest.kind,
            "platforms": sorted(manifest.platforms),
            "capabilities": sorted(manifest.capabilities),
            "events": "all" if claims.events is None else sorted(claims.events),
            "verdicts": "all" if claims.verdicts is None else sorted(claims.verdicts),
            "coarse_words": {"tools": claims.tools.shared(), "events": claims.event_words.shared()},
            "legacy_aliases": claims.legacy_aliases,
            "further_fields": claims.further_fields,
            "rule_engine": claims.rule_engine,
        },
        "corpus": {"fingerprint": fingerprint or corpus_fingerprint(), "vocabulary": load_vocabulary().version},
        "selection": record.selection.as_json(),
        "cases": record.cases,
        **({"facade_cases": record.facade_cases} if record.facade_cases else {}),
        "status": record.status.value,
        "verdict": record.verdict,
        "counts": {outcome.value: record.total(outcome) for outcome in Outcome},
        "table": _table(record),
        "inferred": record.inferred,
        "not_judged": [
            {"platform": platform, "capability": capability, "events": events}
            for (platform, capability), events in sorted(record.not_judged.items())
        ],
        "left_out": {platform: sorted(names) for platform, names in sorted(record.left_out.items())},
        "not_applicable": dict(sorted(record.not_applicable.items())),
        "causes": [cause_as_json(cause) for cause in find_causes(record.notable, record.mapped)],
        "checks": [result_as_json(result) for result in record.notable],
        "stale_entries": [{"check": entry.check, "reason": entry.reason} for entry in record.stale_entries],
        **(
            {}
            if record.selection.shard is None
            else {"unmet_entries": [{"check": one.check, "reason": one.reason} for one in record.unmet_entries]}
        ),
        "stray_output": {"count": record.stray.count, "lines": record.stray.lines},
        **({"baseline": record.baseline.manifest.name} if record.baseline else {}),
        **({"standard_error": list(record.said)} if record.said else {}),
    }


def _table(record: RunRecord) -> list[dict[str, Any]]:
    """Return one row a platform and capability that has checks, with the count of every outcome that occurs."""
    rows: dict[tuple[str, str], dict[str, int]] = {}
    for (platform, capability, outcome), number in sorted(record.counts.items()):
        rows.setdefault((platform, capability), {})[outcome.value] = number
    parts: dict[tuple[str, str], dict[str, dict[str, int]]] = {}
    for (platform, capability, variant, outcome), number in sorted(record.variants.items()):
        parts.setdefault((platform, capability), {}).setdefault(variant, {})[outcome.value] = number
    return [
        {"platform": key[0], "capability": key[1], "counts": counts}
        | ({"variants": parts[key]} if key in parts else {})
        | ({} if record.baseline is None else {"baseline": beside(record.baseline, *key, tuple(parts.get(key, ())))})
        for key, counts in rows.items()
    ]


def beside(baseline: RunRecord, platform: str, capability: str, variants: tuple[str, ...]) -> dict[str, Any]:
    """Return how many checks of a row the base line passes, of those that are judged; the same by variant."""

    def counts(variant: str = "") -> dict[str, Any]:
        passed = baseline.total_of(capability, Outcome.PASSED, platform=platform, variant=variant)
        return {"passed": passed, "judged": baseline.total_of(capability, *JUDGED, platform=platform, variant=variant)}

    return counts() | ({"variants": {name: counts(name) for name in variants}} if variants else {})


class Report:
    """Writes the document when the run has ended."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def result(self, result: CheckResult) -> None:
        """Do nothing: the record keeps what the document needs."""

    def finish(self, record: RunRecord) -> None:
        """Write the document."""
        self._stream.write(printable_json(run_report(record), indent=2) + "\n")
