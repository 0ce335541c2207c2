"""How a run is reported: one module a format, chosen by name."""

from __future__ import annotations

import importlib
from typing import Any, Protocol, TextIO

from hookconform.checks.outcome import CheckResult
from hookconform.run.record import RunRecord

# Format → module with a class `Report`.
FORMATS = {"text": "text", "json": "json_report", "ndjson": "ndjson", "junit": "junit"}


class Report(Protocol):
    """Writes one run to a stream: results as they come, the rest at the end."""

    def __init__(self, stream: TextIO) -> None: ...

    def result(self, result: CheckResult) -> None:
        """Take one result."""
        ...

    def finish(self, record: RunRecord) -> None:
        """Write what is known only at the end."""
        ...


def open_report(name: str, stream: TextIO, **options: Any) -> Report:
    """Return the report of a format in `FORMATS`, writing to `stream`; `options` are the format's own."""
    return importlib.import_module(f"hookconform.run.formats.{FORMATS[name]}").Report(stream, **options)
