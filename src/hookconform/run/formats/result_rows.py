"""One result as the run report and the line format state it."""

from __future__ import annotations

from typing import Any

from hookconform.checks.outcome import CheckResult


def result_as_json(result: CheckResult) -> dict[str, Any]:
    """Return one result as the run report and the line format state it."""
    row: dict[str, Any] = {
        "check": result.id,
        "case": result.case_id,
        "platform": result.platform,
        "capability": result.capability,
        "outcome": result.outcome.value,
    }
    optional = {
        "variant": result.variant,
        "inferred": result.inferred,
        "message": result.message,
        "differences": [item.as_json() for item in result.differences],
        "reason": result.reason,
        "case_file": result.case_file,
        "case_entry": result.case_entry,
        "claim": result.claim,
        "evidence": result.evidence,
    }
    return row | {key: value for key, value in optional.items() if value}
