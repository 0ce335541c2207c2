"""A run for people: why it is red, a table of platform and capability, one last line that says it all."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TextIO

from hookconform.causes.grouping import Cause, find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.outcome import JUDGED, RED, CheckResult, Difference, Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.ground.excerpt import excerpt
from hookconform.ground.plain_text import WIDTH, column_widths, columns, counted
from hookconform.ground.printable import printable
from hookconform.run.formats.cause_text import HEIGHT, cause_details, cause_summary, named
from hookconform.run.formats.remarks import next_step, remarks
from hookconform.run.record import RunRecord

# Causes of which an example is shown, and differences of an example among others.
DETAILED = 6
_DIFFERENCES = 3
_VALUE = 200
# Around the causes at the end: empty lines, the verdict, and the prompt of the shell.
_AROUND = 4


def explanation(result: CheckResult) -> str:
    """Return what a person needs to act on a check that is not passed, in lines of at most 80 columns."""
    lines: list[str] = []
    if result.message:
        lines += _wrapped("", result.message)
    for difference in result.differences:
        lines += _difference(difference)
    if result.reason:
        lines += _wrapped("listed    ", result.reason)
    if result.case_file:
        lines.append(f"case      {result.case_file}")
    if result.case_entry:
        lines.append(f"entry     {result.case_entry}")
    if result.claim:
        lines.append(f"claim     {result.claim}")
        lines += _wrapped("evidence  ", result.evidence)
    return printable("\n".join(lines))


def summary_table(record: RunRecord) -> str:
    """Return the table of platform and capability; one that is claimed nowhere has no column, unless none was judged.

    A cell is `passed/judged`, `*` behind it if some are known failures, then how many an adapter passes that does
    nothing, in brackets; or `unclaimed`, or `not judged`.
    """
    platforms = sorted({platform for platform, _, _ in record.counts})
    names = [name for name in CAPABILITIES if record.total_of(name, *Outcome)]
    names = [name for name in names if record.total_of(name, *JUDGED)] or names
    rows = [[platform, *(_cell(record, name, platform=platform) for name in names)] for platform in platforms]
    if len(platforms) > 1:
        rows.append(["all", *(_cell(record, name) for name in names)])
    return "\n\n".join(_blocks([["", *names], *rows]))


def variant_table(record: RunRecord, capability: str) -> str:
    """Return the table of platform and variant of one capability; empty if all passed or nothing was judged."""
    mine = {key: number for key, number in record.variants.items() if key[1] == capability}
    if {outcome for _, _, _, outcome in mine} <= {Outcome.PASSED} or not any(key[3] in JUDGED for key in mine):
        return ""
    judged = {variant for _, _, variant, outcome in mine if outcome in JUDGED}
    names = [name for name in CAPABILITIES[capability].all_variants() if name in judged]
    platforms = sorted({platform for platform, _, _, _ in mine})
    rows = [
        [platform, *(_cell(record, capability, platform=platform, variant=name) for name in names)]
        for platform in platforms
    ]
    if len(platforms) > 1:
        rows.append(["all", *(_cell(record, capability, variant=name) for name in names)])
    return "\n\n".join(_blocks([[capability, *names], *rows]))


def _blocks(rows: list[list[str]]) -> Iterator[str]:
    """Yield a table as tables of at most 80 columns, each with the first column."""
    first, *others = column_widths(rows)
    places: list[int] = []
    for place, width in enumerate(others, 1):
        if places and first + sum(others[of - 1] + 1 for of in places) + width + 1 > WIDTH:
            yield "\n".join(columns([[row[0], *(row[of] for of in places)] for row in rows], gap=1, right_from=1))
            places = []
        places.append(place)
    yield "\n".join(columns([[row[0], *(row[of] for of in places)] for row in rows], gap=1, right_from=1))


class Report:
    """Holds back red checks until the end, so that what they have in common can be told.

    Of `max_causes` causes an example is shown in full; None: of all, with every name. `screen` is the number of lines
    of the terminal it is written to: a report that is longer ends with its causes once more, where they are seen.
    `verbose` adds what was not judged, and why.
    """

    def __init__(
        self, stream: TextIO, max_causes: int | None = DETAILED, screen: int | None = None, *, verbose: bool = False
    ) -> None:
        self._stream = stream
        self._verbose = verbose
        self._max_causes = max_causes
        self._screen = screen
        self._lines = 0

    def result(self, result: CheckResult) -> None:
        """Do nothing: the record keeps what is shown."""

    def finish(self, record: RunRecord) -> None:
        """Write the whole report."""
        manifest = record.manifest
        self._write(f"{manifest.name} {manifest.version} ({manifest.language}, tier {manifest.tier})")
        causes = find_causes(record.notable, record.mapped)
        self._write_causes(record, causes)
        for entry in record.stale_entries:
            self._write(f"\nSTALE  {entry.check}\n  no check is about this known failure: take it off the list")
        if record.counts:
            self._write(f"\n{summary_table(record)}")
        for table in filter(None, (variant_table(record, name) for name in CAPABILITIES)):
            self._write(f"\n{table}")
        self._write("")
        for line in remarks(record, verbose=self._verbose):
            self._write("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)))
        if record.said:
            self._write("The adapter's standard error:")
            self._write(textwrap.indent("\n".join(record.said), "  "))
        step = next_step(record)
        last = [f"Next: {step}"] if step else []
        # Below this stand the next step, the verdict and the prompt of the shell.
        if causes and self._screen is not None and self._lines + len(last) + 2 > self._screen:
            self._write("")
            self._write_summary(record, causes, height=self._screen - _AROUND - len(last))
            self._write("")
        for line in last:
            self._write(line)
        self._write(record.verdict)

    def _write_summary(
        self, record: RunRecord, causes: list[Cause], *, whole: bool = False, height: int = HEIGHT
    ) -> None:
        rows = [cause_as_json(cause) for cause in causes]
        for line in cause_summary(rows, red=record.total(*RED), whole=whole, height=height):
            self._write(line)

    def _write_causes(self, record: RunRecord, causes: list[Cause]) -> None:
        self._write_summary(record, causes, whole=self._max_causes is None)
        # As in the summary: what is wrong comes before what is missing.
        largest = causes[: self._max_causes]
        shown = {cause.sign for cause in largest}
        for cause in causes:
            if cause.sign in shown:
                told = _told(cause, alone=len(causes) == 1)
                self._write("\n" + "\n".join(cause_details(cause, named(record.manifest), told)))
        if len(shown) < len(causes):
            more = len(causes) - len(shown)
            self._write(f"\n{counted(more, 'more cause')}. `--all` shows an example of each.")

    def _write(self, text: str) -> None:
        shown = printable(text) + "\n"
        self._lines += sum(max(1, -(-len(line) // WIDTH)) for line in shown.splitlines())
        self._stream.write(shown)


def _told(cause: Cause, *, alone: bool) -> str:
    """Return the example of a cause; of many differences the one in question and some, unless it stands alone."""
    result, own = cause.example, cause.difference
    others = tuple(item for item in result.differences if item is not own)
    ordered = others if own is None else (own, *others)
    if alone or len(ordered) <= _DIFFERENCES:
        return explanation(result._replace(differences=ordered))
    told = explanation(result._replace(differences=ordered[:_DIFFERENCES]))
    return f"{told}\n{'and':<10}{counted(len(ordered) - _DIFFERENCES, 'more difference')}"


def _difference(difference: Difference) -> list[str]:
    lines = [f"at        {difference.pointer}"]
    if difference.pointer == "/matched_rules" and isinstance(difference.got, list):
        missing = [name for name in difference.expected if name not in difference.got]
        extra = [name for name in difference.got if name not in difference.expected]
        if missing:
            lines += _wrapped("missing   ", ", ".join(missing))
        if extra:
            lines += _wrapped("too many  ", ", ".join(map(str, extra)))
        if missing or extra:
            return lines
    lines += _wrapped("expected  ", excerpt(difference.expected, _VALUE))
    lines += _wrapped("got       ", excerpt(difference.got, _VALUE))
    return lines


def _wrapped(label: str, text: str) -> list[str]:
    """Return a text as lines; a line of the text starts a line, behind the label or below its end."""
    lines: list[str] = []
    for line in printable(text).split("\n"):
        indent = " " * len(label) if lines else label
        lines += textwrap.wrap(
            line, WIDTH - 2, initial_indent=indent, subsequent_indent=" " * len(label), break_on_hyphens=False
        )
    return lines


def _cell(record: RunRecord, capability: str, *, platform: str = "", variant: str = "") -> str:
    """Return how many of the judged checks pass, and in brackets how many of the base line's."""

    def count(of: RunRecord, *outcomes: Outcome) -> int:
        return of.total_of(capability, *outcomes, platform=platform, variant=variant)

    judged = count(record, *JUDGED)
    if not judged:
        return "unclaimed" if count(record, Outcome.UNSUPPORTED) else "not judged"
    cell = f"{count(record, Outcome.PASSED)}/{judged}{'*' if count(record, Outcome.KNOWN) else ''}"
    return cell if record.baseline is None else f"{cell} ({count(record.baseline, Outcome.PASSED)})"
