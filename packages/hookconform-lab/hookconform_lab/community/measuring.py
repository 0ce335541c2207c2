"""Run a program's adapters over the whole corpus and sum up what came out, beside the base lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hookconform import __version__
from hookconform.attach import program
from hookconform.attach.manifest import FILE_NAME, Manifest, load_manifest
from hookconform.causes.grouping import Cause, find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.outcome import JUDGED, Outcome
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.run.baseline import baseline_of
from hookconform.run.engine import run
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform.run.formats.json_report import beside
from hookconform.run.record import RunRecord, Status
from hookconform.run.selection import Selection

# How many causes a summary names; the others are counted.
_CAUSES = 40
# Seconds for one answer; a busy machine must not count against a program.
_DEADLINE = 60.0


def manifests_of(folder: Path) -> list[Manifest]:
    """Return the manifests of a program's folder, adapter.toml first; raises as `load_manifest`."""
    paths = [path for path in folder.glob("*.toml") if path.name != program.FILE_NAME]
    return [load_manifest(path) for path in sorted(paths, key=lambda path: (path.name != FILE_NAME, path.name))]


def measure(folder: Path, date: str, say: Callable[[str], None]) -> dict[str, Any]:
    """Run every manifest of the folder and return the summary (schema: community-summary).

    Raises `HookconformError` (`community.incomplete`) if a run did not come to its end, and as `run`.
    """
    stated = program.load_program(folder)
    runs: list[dict[str, Any]] = []
    for manifest in manifests_of(folder):
        say(f"running {manifest.path.name} of {stated.name} {stated.version}")
        record = _complete(manifest)
        runs.append(_run(record, _complete(baseline_of(record.manifest))))
    return {
        "$schema": "../../../corpus/schema/community-summary.schema.json",
        "name": stated.name,
        "version": stated.version,
        "date": date,
        "hookconform": __version__,
        "corpus": corpus_fingerprint(),
        "runs": runs,
    }


def _complete(manifest: Manifest) -> RunRecord:
    record = run(manifest, Selection(), deadline=_DEADLINE)
    if record.status is Status.INCOMPLETE:
        raise HookconformError(
            "community.incomplete",
            f"The run did not come to its end: {record.interrupted}.",
            where=str(manifest.path),
            hint=f"Look at it with `hookconform run {manifest.path}`.",
            exit_code=EXIT_INCOMPLETE,
        )
    return record


def _run(record: RunRecord, baseline: RunRecord) -> dict[str, Any]:
    causes = sorted(find_causes(record.notable, record.mapped), key=_size, reverse=True)
    rest = causes[_CAUSES:]
    return {
        "manifest": record.manifest.path.name,
        "kind": record.manifest.kind,
        "tier": record.manifest.tier,
        "baseline": baseline.manifest.name,
        "table": _table(record, baseline),
        "causes": [cause_as_json(cause) for cause in causes[:_CAUSES]],
        "further": {"causes": len(rest), "checks": sum(_size(cause) for cause in rest)},
    }


def _table(record: RunRecord, baseline: RunRecord) -> list[dict[str, Any]]:
    """Return one row a platform and capability that was judged: the count of each outcome, and the base line's."""
    rows = sorted({(platform, capability) for platform, capability, outcome in record.counts if outcome in JUDGED})
    return [_row(record, baseline, platform, capability) for platform, capability in rows]


def _row(record: RunRecord, baseline: RunRecord, platform: str, capability: str) -> dict[str, Any]:
    variants = _variants(record, platform, capability)
    return {
        "platform": platform,
        "capability": capability,
        "counts": {
            outcome.value: record.counts[platform, capability, outcome]
            for outcome in Outcome
            if outcome in JUDGED and record.counts[platform, capability, outcome]
        },
        **({"variants": variants} if variants else {}),
        "baseline": beside(baseline, platform, capability, tuple(variants)),
    }


def _variants(record: RunRecord, platform: str, capability: str) -> dict[str, dict[str, int]]:
    """Return passed and judged checks by policy or verdict, empty where the capability has none."""
    found: dict[str, dict[str, int]] = {}
    for (at, name, variant, outcome), number in sorted(record.variants.items()):
        if (at, name) == (platform, capability) and outcome in JUDGED:
            row = found.setdefault(variant, {"passed": 0, "judged": 0})
            row["judged"] += number
            row["passed"] += number if outcome is Outcome.PASSED else 0
    return found


def _size(cause: Cause) -> int:
    """Return how many checks are counted for it; every red one is counted for one cause."""
    return cause.checks + cause.following
