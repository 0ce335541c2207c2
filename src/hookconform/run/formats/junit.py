"""JUnit XML, for CI services that show it: one test case a check."""

from __future__ import annotations

import shutil
import tempfile
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from hookconform.causes.grouping import find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.outcome import RED, CheckResult, Outcome
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable
from hookconform.run.formats.cause_text import cause_summary
from hookconform.run.formats.text import explanation
from hookconform.run.record import RunRecord

_SPOOL_BYTES = 1 << 20


class Report:
    """Spools the test cases, because the totals stand before them in the document."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._cases = tempfile.SpooledTemporaryFile(_SPOOL_BYTES, mode="w+", encoding="utf-8")  # noqa: SIM115 (closed by finish)

    def result(self, result: CheckResult) -> None:
        """Spool one test case."""
        name = f"name={_attribute(result.case_id)} classname={_attribute(f'{result.platform}.{result.name}')}"
        self._cases.write(f"    <testcase {name}>{_verdict(result)}</testcase>\n")

    def finish(self, record: RunRecord) -> None:
        """Write the document."""
        failures = record.total(Outcome.FAILED, Outcome.STALE) + len(record.stale_entries)
        errors = record.total(Outcome.ERROR) + bool(record.interrupted)
        skipped = record.total(Outcome.UNSUPPORTED, Outcome.KNOWN)
        for entry in record.stale_entries:
            self._cases.write(
                f'    <testcase name={_attribute(entry.check)} classname="known-failures">'
                f'<failure message="no check is about this known failure"/></testcase>\n'
            )
        if record.interrupted:
            said = _text("\n".join(record.said))
            self._cases.write(
                '    <testcase name="run" classname="hookconform">'
                f"<error message={_attribute(record.verdict)}>{said}</error></testcase>\n"
            )
        tests = record.total(*Outcome) + len(record.stale_entries) + bool(record.interrupted)
        totals = f'tests="{tests}" failures="{failures}" errors="{errors}" skipped="{skipped}"'
        name = _attribute(f"hookconform {record.manifest.name}")
        self._stream.write('<?xml version="1.0" encoding="utf-8"?>\n')
        self._stream.write(f"<testsuites>\n  <testsuite name={name} {totals}>\n")
        self._cases.seek(0)
        shutil.copyfileobj(self._cases, self._stream)
        self._cases.close()
        rows = [cause_as_json(cause) for cause in find_causes(record.notable, record.mapped)]
        said = "\n".join(cause_summary(rows, red=record.total(*RED), whole=True))
        self._stream.write(f"    <system-out>{_text(said)}</system-out>\n" if said else "")
        self._stream.write("  </testsuite>\n</testsuites>\n")


def _verdict(result: CheckResult) -> str:
    match result.outcome:
        case Outcome.PASSED:
            return ""
        case Outcome.UNSUPPORTED:
            return f"<skipped message={_attribute(result.message or 'capability not claimed')}/>"
        case Outcome.KNOWN:
            return f"<skipped message={_attribute(f'known failure: {result.reason}')}/>"
        case Outcome.ERROR:
            return f"<error message={_attribute(result.message)}>{_text(explanation(result))}</error>"
        case Outcome.FAILED | Outcome.STALE:
            message = result.message or counted(len(result.differences), "difference")
            return f"<failure message={_attribute(message)}>{_text(explanation(result))}</failure>"


def _attribute(value: str) -> str:
    return quoteattr(printable(value))


def _text(value: str) -> str:
    return escape(printable(value))
