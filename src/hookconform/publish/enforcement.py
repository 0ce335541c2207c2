"""What `hookconform lab enforce` measured, for the pages of platforms and adapters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError

FILE_NAME = "enforcement.json"


def enforcement_of(reports: Path) -> list[dict[str, Any]]:
    """Return the measured records of adapters in real programs; empty if nothing was measured yet.

    Raises `HookconformError` (`enforcement.unreadable`).
    """
    path = reports / FILE_NAME
    if not path.is_file():
        return []
    try:
        return [_record(record) for record in json.loads(path.read_bytes())["records"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HookconformError(
            "enforcement.unreadable",
            f"The enforcement report cannot be read: {type(error).__name__}: {error}.",
            where=str(path),
            hint="Measure again with `hookconform lab enforce`.",
        ) from error


def _record(record: dict[str, Any]) -> dict[str, Any]:
    blocked = [call for call in record["calls"] if call["rule"]]
    allowed = [call for call in record["calls"] if not call["rule"]]
    return {
        "adapter": record["adapter"],
        "platform": record["platform"],
        "version": record["version"],
        "date": record["date"],
        "blocked": len(blocked),
        "stopped": sum(call["ran_without_hook"] and not call["ran_with_hook"] for call in blocked),
        "allowed": len(allowed),
        "ran": sum(call["ran_with_hook"] for call in allowed),
    }
