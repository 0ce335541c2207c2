"""Values in reports: as JSON, but never so large that nobody can read the report."""

from __future__ import annotations

import json
from typing import Any

from hookconform.checks.outcome import CheckResult, Difference
from hookconform.corpus.pointers import MISSING

_REPORT_LIMIT = 2000


def excerpt(value: Any, limit: int) -> str:
    """Return a value as one line of JSON, `absent` for none, with the middle left out above `limit` characters."""
    if value is MISSING:
        return "absent"
    text = json.dumps(value, ensure_ascii=False, default=repr)
    if len(text) <= limit:
        return text
    end = limit // 4
    return f"{text[: limit - end]} … {text[-end:]} ({len(text)} characters)"


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
        "message": result.message,
        "differences": [_difference(item) for item in result.differences],
        "reason": result.reason,
        "case_file": result.case_file,
        "claim": result.claim,
        "evidence": result.evidence,
    }
    return row | {key: value for key, value in optional.items() if value}


def _difference(difference: Difference) -> dict[str, Any]:
    row = difference.as_json()
    for key in ("expected", "got"):
        if key in row and len(json.dumps(row[key], default=repr)) > _REPORT_LIMIT:
            row[key] = excerpt(row[key], _REPORT_LIMIT)
    return row
