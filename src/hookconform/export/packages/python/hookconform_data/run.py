"""A whole run, and its report as `hookconform run --format json` writes it (schema: run-report)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from hookconform_data.cases import about, cases, platforms, rules
from hookconform_data.judge import RED, judge

_DIFFERENCES, _CHARACTERS = 50, 2000


def run(adapter: Any) -> dict[str, Any]:
    """Return the report of a run over all cases of the platforms that `adapter.platforms` names, all by default.

    `adapter` has, beside its methods, `name` and `version`.
    """
    pack, results, number = rules(), [], 0
    for platform in sorted(getattr(adapter, "platforms", platforms)):
        for row in cases(platform):
            number += 1
            results += judge(row, adapter, pack)
    return report(adapter, results, number)


def report(adapter: Any, results: Iterable[dict[str, Any]], number: int) -> dict[str, Any]:
    """Return the report of some results, `number` cases of them."""
    every = list(results)
    counts = Counter(one["outcome"] for one in every)
    rows = Counter((one["platform"], one["capability"], one["outcome"]) for one in every)
    table: dict[tuple[str, str], dict[str, int]] = {}
    for (platform, capability, outcome), count in sorted(rows.items()):
        table.setdefault((platform, capability), {})[outcome] = count
    red = counts["failed"] + counts["error"]
    judged_number = counts["passed"] + red
    named = sorted(getattr(adapter, "platforms", ()))
    return {
        "report": 2,
        "hookconform": about["hookconform"],
        "adapter": {
            "name": adapter.name,
            "version": adapter.version,
            "language": "python",
            "protocol": 2,
            "tier": about["tier"],
            "kind": "native",
            "platforms": named or sorted(platforms),
            "capabilities": sorted(n for n in about["capabilities"] if n != "rules" or hasattr(adapter, "match")),
            "events": "all",
            "verdicts": "all",
            "coarse_words": {"tools": {}, "events": {}},
            "legacy_aliases": False,
            "further_fields": False,
            "rule_engine": "own",
        },
        "corpus": {"fingerprint": about["corpus"], "vocabulary": about["vocabulary"]},
        "selection": {"platforms": named, "capabilities": about["capabilities"], "cases": [], "measured_only": False},
        "cases": number,
        "status": "failed" if red or not judged_number else "passed",
        "verdict": _verdict(red, judged_number),
        "counts": {name: counts[name] for name in ("passed", "failed", "error", "unsupported", "known", "stale")},
        "table": [{"platform": key[0], "capability": key[1], "counts": value} for key, value in table.items()],
        "inferred": 0,
        "not_applicable": {},
        "checks": [_bounded(one) for one in every if one["outcome"] in RED],
        "stale_entries": [],
        "stray_output": {"count": 0, "lines": []},
    }


def _verdict(red: int, number: int) -> str:
    if not number:
        return "failed: no check of this selection was judged, which proves nothing"
    if red:
        return f"failed: {red:,} of {_checks(number)} {'is' if red == 1 else 'are'} red"
    return f"passed: {_checks(number)}"


def _checks(number: int) -> str:
    return f"{number:,} {'check' if number == 1 else 'checks'}"


def _bounded(result: dict[str, Any]) -> dict[str, Any]:
    if "differences" not in result:
        return result
    shown = result["differences"][:_DIFFERENCES]
    return result | {"differences": [{key: _shortened(value) for key, value in one.items()} for one in shown]}


def _shortened(value: Any) -> Any:
    text = json.dumps(value)
    end = _CHARACTERS // 4
    if len(text) <= _CHARACTERS:
        return value
    return f"{text[: _CHARACTERS - end]} … {text[-end:]} ({len(text)} characters)"
