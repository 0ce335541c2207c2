"""Recorded rows: one hook call a line, in the order of the calls, redacted before anything is written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.ground.json_text import compact
from hookconform_lab.lab import privacy
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.run import Run
from hookconform_lab.redaction.private import Private

# Keys of a row that hold JSON of the program's own (OpenCode's in-process calls).
_NATIVE = ("input", "output", "directory")


def rows_of(driver: Driver, version: str, run: Run) -> list[dict[str, Any]]:
    """Return a run's hook calls as rows: platform, version and scenario first, payloads redacted."""
    head = {"platform": driver.platform, "platform_version": version, "scenario": run.scenario.name}
    arguments = load_platform(driver.platform).payload.tool_input
    return [_redacted({**head, **driver.row_of(call)}, run.folder, arguments) for call in run.calls]


def _redacted(row: dict[str, Any], folder: Path, arguments: tuple[str, ...]) -> dict[str, Any]:
    result = dict(row)
    if "payload_text" in row:
        result["payload_text"] = privacy.redact(row["payload_text"], folder, arguments)
    for key in _NATIVE:
        if key in row:
            below = [pointer.removeprefix(f"/{key}") for pointer in arguments if pointer.startswith(f"/{key}/")]
            result[key] = json.loads(privacy.redact(compact(row[key]), folder, below))
    return result


def write_rows(path: Path, rows: Iterable[dict[str, Any]], private: Private) -> None:
    """Write rows as JSON lines; raises `HookconformError` (`lab.leak`) before writing anything private."""
    kept = list(rows)
    privacy.refuse_leaks((compact(row) for row in kept), private, where=str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    # ASCII only: a payload may hold line separators, or bytes that are no text.
    path.write_text("".join(json.dumps(row) + "\n" for row in kept), encoding="ascii")
