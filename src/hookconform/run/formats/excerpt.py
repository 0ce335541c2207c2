"""Values in reports: as JSON, but never so large that nobody can read the report."""

from __future__ import annotations

from typing import Any

from hookconform.checks.outcome import CheckResult
from hookconform.ground.pointers import MISSING
from hookconform.ground.printable import printable_json, shortened


def excerpt(value: Any, limit: int) -> str:
    """Return a value as one line of JSON, `absent` for none, with the middle left out above `limit` characters."""
    return "absent" if value is MISSING else shortened(printable_json(value), limit)


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
        "claim": result.claim,
        "evidence": result.evidence,
    }
    return row | {key: value for key, value in optional.items() if value}
