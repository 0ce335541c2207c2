"""`summary.json`: what was measured of a program, small enough to be kept beside its adapter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.attach.program import Program
from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.printable import printable_json

FILE_NAME = "summary.json"
# How deep the tables lie: summary, runs, run, table.
_ROWS = 3


def load_summary(folder: Path) -> dict[str, Any] | None:
    """Return the summary of a program's folder, None if it was never measured.

    Raises `HookconformError` (`summary.unreadable`, `schema.community-summary`).
    """
    path = folder / FILE_NAME
    try:
        summary = json.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise HookconformError(
            "summary.unreadable",
            f"The summary cannot be read: {reason(error)}.",
            where=str(path),
            hint=f"Measure it again with `hookconform community measure {folder.name}`.",
        ) from error
    schemas.check(summary, "community-summary", where=str(path))
    return summary


def write_summary(folder: Path, summary: dict[str, Any]) -> Path:
    """Write a summary, one row a line, and return the file."""
    schemas.check(summary, "community-summary", where=str(folder / FILE_NAME))
    path = folder / FILE_NAME
    path.write_text(_text(summary) + "\n", encoding="utf-8", newline="\n")
    return path


def outdated(summary: dict[str, Any], program: Program, fingerprint: str) -> str:
    """Return why a summary says nothing of today's program and corpus; empty if it does."""
    if summary["version"] != program.version:
        return f"measured at {summary['version']}"
    return "" if summary["corpus"] == fingerprint else "measured on another corpus"


def _text(value: Any, depth: int = 0) -> str:
    """Return JSON with a line a row of a table: a change of one figure is a change of one line."""
    indent = "\n" + " " * (depth + 1)
    if isinstance(value, dict) and depth < _ROWS and value:
        inner = [f"{printable_json(key)}: {_text(item, depth + 1)}" for key, item in value.items()]
        return f"{{{indent}{f',{indent}'.join(inner)}{indent[:-1]}}}"
    if isinstance(value, list) and depth <= _ROWS and value:
        return f"[{indent}{f',{indent}'.join(_text(item, depth + 1) for item in value)}{indent[:-1]}]"
    return printable_json(value)
