"""Combine the reports of all shards of a run into the report of the whole run.

Counts are sums. Causes are those of the shards: what has the same sign in several is one, with the sum of its checks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hookconform.causes.grouping import newness, order
from hookconform.causes.rows import first_claims, sign_of
from hookconform.causes.signs import Sign
from hookconform.checks.outcome import Outcome
from hookconform.corpus.facade_names import FACADE
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import listed
from hookconform.run.record import Status, verdict_text
from hookconform.run.sharding import parse_shard

Report = Mapping[str, Any]
# Missing shards that are named.
_NAMED = 16
# What all shards of one run have in common, with what to say where they have not.
_SAME: tuple[tuple[str, Callable[[Report], Any]], ...] = (
    ("adapters", lambda report: report["adapter"]),
    ("versions of hookconform", lambda report: report["hookconform"]),
    ("corpora", lambda report: report["corpus"]),
    ("selections", lambda report: {**report["selection"], "shard": ""}),
    ("base lines", lambda report: report.get("baseline")),
)


def combined(reports: Sequence[Report], files: Sequence[str]) -> dict[str, Any]:
    """Return the report of the whole run; `files` are where the reports stand.

    Raises `HookconformError`: `combine.unsharded`, `combine.differs`, `combine.overlap`, `combine.missing`.
    """
    ordered = _in_order(reports, files)
    first = ordered[0]
    counts = _sum(report["counts"] for report in ordered)
    stale = _stale(ordered)
    table = _table(ordered)
    broken = [report for report in ordered if report["status"] == Status.INCOMPLETE]
    verdict, status = verdict_text({Outcome(name): number for name, number in counts.items()}, len(stale))
    if broken:
        shards = ", ".join(f"shard {report['selection']['shard']}: {report['verdict']}" for report in broken)
        verdict, status = f"incomplete: {shards}", Status.INCOMPLETE
    whole: dict[str, Any] = {
        **{key: first[key] for key in ("report", "hookconform", "adapter", "corpus")},
        "selection": {key: value for key, value in first["selection"].items() if key != "shard"},
        "cases": sum(report["cases"] for report in ordered),
    }
    facades = sum(report.get("facade_cases", 0) for report in ordered)
    said = [line for report in ordered for line in report.get("standard_error", ())]
    return {
        **whole,
        **({"facade_cases": facades} if facades else {}),
        "status": status.value,
        "verdict": verdict,
        "counts": {outcome.value: counts.get(outcome.value, 0) for outcome in Outcome},
        "table": table,
        "inferred": sum(report["inferred"] for report in ordered),
        "not_judged": _not_judged(ordered, table),
        "left_out": _left_out(ordered),
        "not_applicable": dict(sorted(_sum(report["not_applicable"] for report in ordered).items())),
        "causes": _causes(ordered),
        "checks": sorted((row for report in ordered for row in report["checks"]), key=_place),
        "stale_entries": stale,
        "stray_output": {
            "count": sum(report["stray_output"]["count"] for report in ordered),
            "lines": [line for report in ordered for line in report["stray_output"]["lines"]],
        },
        **({"baseline": first["baseline"]} if "baseline" in first else {}),
        **({"standard_error": said} if said else {}),
    }


def _in_order(reports: Sequence[Report], files: Sequence[str]) -> list[Report]:
    for report, path in zip(reports, files, strict=True):
        if "shard" not in report["selection"]:
            raise HookconformError(
                "combine.unsharded",
                "The report is that of a whole run.",
                where=path,
                hint="Combine reports of `hookconform run ADAPTER --shard I/N --format json`.",
            )
    shards = [
        parse_shard(report["selection"]["shard"], where=path) for report, path in zip(reports, files, strict=True)
    ]
    for what, part in _SAME:
        for report, path in zip(reports, files, strict=True):
            if part(report) != part(reports[0]):
                raise HookconformError(
                    "combine.differs",
                    f"The reports are of different {what}, so they are not parts of one run.",
                    where=f"{files[0]}, {path}",
                    hint="Run all shards with one adapter, one corpus, and the same options but --shard.",
                )
    totals = {shard.total for shard in shards}
    if len(totals) > 1:
        raise HookconformError(
            "combine.differs",
            f"The reports are of runs in {' and '.join(map(str, sorted(totals)))} shards.",
            where=", ".join(files),
            hint="Run all shards with the same N of --shard I/N.",
        )
    by_number: dict[int, int] = {}
    for place, shard in enumerate(shards):
        if shard.number in by_number:
            raise HookconformError(
                "combine.overlap",
                f"Shard {shard} is there twice, so its checks would count twice.",
                where=f"{files[by_number[shard.number]]}, {files[place]}",
                hint="Give each shard once.",
            )
        by_number[shard.number] = place
    missing = sorted(set(range(1, totals.pop() + 1)) - by_number.keys())
    if missing:
        total = shards[0].total
        raise HookconformError(
            "combine.missing",
            f"{'Shard' if len(missing) == 1 else 'Shards'} {listed([f'{one}/{total}' for one in missing], _NAMED)} "
            f"{'is' if len(missing) == 1 else 'are'} missing.",
            where=", ".join(files),
            hint=f"Run it with `--shard {missing[0]}/{total}`, and give all {total} reports.",
        )
    return [reports[by_number[number]] for number in sorted(by_number)]


def _sum(counts: Iterable[Mapping[str, int]]) -> Counter[str]:
    whole: Counter[str] = Counter()
    for one in counts:
        whole.update(one)
    return whole


def _stale(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Return the entries of the list of known failures that met nothing in any shard."""
    unmet = [[(entry["check"], entry["reason"]) for entry in report.get("unmet_entries", ())] for report in reports]
    return [{"check": check, "reason": why} for check, why in unmet[0] if all((check, why) in one for one in unmet)]


def _table(reports: Sequence[Report]) -> list[dict[str, Any]]:
    rows: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for report in reports:
        for row in report["table"]:
            rows.setdefault((row["platform"], row["capability"]), []).append(row)
    return [_row(*key, rows[key]) for key in sorted(rows)]


def _row(platform: str, capability: str, rows: list[Mapping[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "platform": platform,
        "capability": capability,
        "counts": _outcomes(_sum(row["counts"] for row in rows)),
    }
    names = sorted({name for row in rows for name in row.get("variants", ())})
    if names:
        found["variants"] = {
            name: _outcomes(_sum(row.get("variants", {}).get(name, {}) for row in rows)) for name in names
        }
    beside = [row["baseline"] for row in rows if "baseline" in row]
    if beside:
        baseline: dict[str, Any] = {key: sum(one[key] for one in beside) for key in ("passed", "judged")}
        of_variants = [one.get("variants", {}) for one in beside]
        if names:
            baseline["variants"] = {
                name: {key: sum(one.get(name, {}).get(key, 0) for one in of_variants) for key in ("passed", "judged")}
                for name in names
            }
        found["baseline"] = baseline
    return found


def _outcomes(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts) if counts[name]}


def _not_judged(reports: Sequence[Report], table: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what the whole table has no number for, and the events at which nothing was measured in any shard."""
    there = {(row["platform"], row["capability"]) for row in table}
    events: dict[tuple[str, str], set[str]] = {
        (platform, name): set() for platform, _ in there for _, name in there if (platform, name) not in there
    }
    for report in reports:
        for row in report.get("not_judged", ()):
            if row["events"]:
                events.setdefault((row["platform"], row["capability"]), set()).update(row["events"])
    return [
        {"platform": platform, "capability": name, "events": sorted(events[platform, name])}
        for platform, name in sorted(events)
    ]


def _left_out(reports: Sequence[Report]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {}
    for report in reports:
        for platform, names in report.get("left_out", {}).items():
            found.setdefault(platform, set()).update(names)
    return {platform: sorted(found[platform]) for platform in sorted(found)}


def _causes(reports: Sequence[Report]) -> list[dict[str, Any]]:
    """Return the causes of all shards, wrong ones before missing ones, the most frequent first."""
    found: dict[Sign, dict[str, Any]] = {}
    for cause in (cause for report in reports for cause in report.get("causes", ())):
        sign = sign_of(cause)
        known = found.get(sign)
        if known is None:
            found[sign] = dict(cause)
            continue
        for name in ("checks", "also", "following"):
            known[name] += cause[name]
        known["platforms"] = dict(sorted(_sum((known["platforms"], cause["platforms"])).items()))
        known["example"] = max((known["example"], cause["example"]), key=lambda example: newness(example["check"]))
        known["claims"] = first_claims({*known["claims"], *cause["claims"]})
    return sorted(found.values(), key=_order)


def _order(cause: Mapping[str, Any]) -> tuple[bool, int, tuple[str, ...]]:
    return order(sign_of(cause), cause["checks"] + cause["also"] + cause["following"])


def _place(row: Mapping[str, Any]) -> tuple[bool, str]:
    """Return what the results of a run are ordered by: payloads before facades, then by case."""
    # Of two names of which one begins with the other, the longer comes first: cases are in the order of file names.
    return row["capability"] == FACADE, f"{row['case']}.json"
