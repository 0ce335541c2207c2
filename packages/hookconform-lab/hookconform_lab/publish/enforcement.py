"""What `hookconform lab enforce` measured, for the pages of platforms and adapters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform_lab.lab.enforcement_report import is_as_it_should, read_records


def enforcement_of(reports: Path) -> list[dict[str, Any]]:
    """Return the measured records of adapters in real programs, with counts for calls; empty if nothing was measured.

    Raises `HookconformError` (`enforce.report`).
    """
    return [_counted(record) for record in read_records(reports)]


def _counted(record: dict[str, Any]) -> dict[str, Any]:
    blocked = [call for call in record["calls"] if call["rule"] is not None]
    allowed = [call for call in record["calls"] if call["rule"] is None]
    return {
        **record,
        "blocked": len(blocked),
        "stopped": sum(map(is_as_it_should, blocked)),
        "allowed": len(allowed),
        "ran": sum(map(is_as_it_should, allowed)),
    }
