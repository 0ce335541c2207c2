"""Run reports as files: what cannot be read is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError, reason, remedy
from hookconform.ground.input_files import read_bytes


def read_report(path: Path) -> dict[str, Any]:
    """Read one run report.

    Raises `HookconformError`: `results.unreadable`, `results.nested`, `results.truncated`, `schema.run-report`.
    """
    try:
        report: Any = json.loads(read_bytes(path))
    except OSError as error:
        raise _refusal(
            "unreadable", f"The report cannot be read: {reason(error)}.", str(path), remedy(error)
        ) from error
    except RecursionError as error:
        what = "The report is nested too deeply."
        raise _refusal("nested", what, str(path), "Run the adapter again with --format json.") from error
    except ValueError as error:
        what = f"The report is not a complete JSON document: {error}."
        raise _refusal("truncated", what, str(path), "Run the adapter again with --format json.") from error
    schemas.check(report, "run-report", where=str(path))
    return report


def _refusal(code: str, what: str, where: str, hint: str) -> HookconformError:
    return HookconformError(f"results.{code}", what, where=where, hint=hint)
