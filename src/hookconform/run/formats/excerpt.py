"""Values in reports: as JSON, but never so large that nobody can read the report."""

from __future__ import annotations

import json
import re
from typing import Any

from hookconform.checks.outcome import CheckResult, Difference
from hookconform.ground.pointers import MISSING

_REPORT_LIMIT = 2000
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def json_text(value: Any, indent: int | None = None) -> str:
    """Return JSON text that can be written as UTF-8, whatever strings the adapter answered with."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=repr)
    return _LONE_SURROGATE.sub(_escaped, text)


def printable(text: str) -> str:
    """Return text that can be shown on a terminal: control characters and lone surrogates are escaped."""
    return _CONTROL.sub(_escaped, text)


def excerpt(value: Any, limit: int) -> str:
    """Return a value as one line of JSON, `absent` for none, with the middle left out above `limit` characters."""
    if value is MISSING:
        return "absent"
    text = printable(json_text(value))
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
        if key in row and len(json_text(row[key])) > _REPORT_LIMIT:
            row[key] = excerpt(row[key], _REPORT_LIMIT)
    return row


def _escaped(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
