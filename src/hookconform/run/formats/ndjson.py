"""One line of JSON a check, as it comes, and one line for the run at the end."""

from __future__ import annotations

from typing import TextIO

from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.ground.printable import printable_json
from hookconform.run.formats.result_rows import result_as_json
from hookconform.run.record import RunRecord


class Report:
    """Writes every check, passed ones too; the last line has the key `status`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def result(self, result: CheckResult) -> None:
        """Write one line."""
        self._line(result_as_json(result))

    def finish(self, record: RunRecord) -> None:
        """Write the line that says that nothing is missing."""
        outcomes = {name.value: record.total(name) for name in Outcome}
        self._line({"status": record.status.value, "verdict": record.verdict, "counts": outcomes})

    def _line(self, row: dict[str, object]) -> None:
        self._stream.write(printable_json(row) + "\n")
