"""One run as the command line asks for it: heard by the progress bar, the report, and the list of what failed."""

from __future__ import annotations

import errno
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import click

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult
from hookconform.cli.progress import progress, terminal_size, working
from hookconform.ground.errors import EXIT_INCOMPLETE, reason, unwritable
from hookconform.ground.printable import printable
from hookconform.run.baseline import add_baseline
from hookconform.run.engine import run
from hookconform.run.formats import open_report
from hookconform.run.last_run import LastRun
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from hookconform.run.sharding import Shard

# The formats that have a place for a baseline.
_WITH_BASELINE = frozenset({"text", "json"})
# The formats that are written result by result.
_STREAMED = frozenset({"ndjson"})


# How writing to an open file ends.
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options of `hookconform run` ask for; `max_causes` None: all."""

    adapter: str
    platforms: tuple[str, ...]
    capabilities: tuple[str, ...]
    measured_only: bool
    perturb: int | None
    cases: tuple[str, ...]
    newest: bool
    failed: bool
    stop_at_red: bool
    form: str
    output: Path | None
    deadline: float
    time_limit: float | None
    baseline: bool
    max_causes: int | None
    verbose: bool
    in_process: bool
    shard: Shard | None = None

    def selection(self) -> Selection:
        """Return the part of the corpus that is asked for.

        Raises `HookconformError` (`run.none-failed`, and what names no adapter or capability).
        """
        cases = LastRun(find_adapter(self.adapter)).red() if self.failed else self.cases
        return Selection(
            self.platforms, self.capabilities, cases, self.measured_only, self.perturb, self.newest, self.shard
        )


def one_run(asked: Asked, ready: Manifest | None = None) -> RunRecord:
    """Run, report, and return the record; `ready` is the manifest of an adapter that was set up already.

    Raises `HookconformError`.
    """
    manifest, selection = ready or find_adapter(asked.adapter), asked.selection()
    last_run = LastRun(manifest)
    with _stream(asked.output) as stream:
        screen = terminal_size().lines if stream.isatty() else None
        text_options = {"max_causes": asked.max_causes, "screen": screen, "verbose": asked.verbose}
        options = text_options if asked.form == "text" else {}
        report = open_report(asked.form, stream, **options)
        # Lines that are written during the run have the terminal for themselves.
        alone = asked.form in _STREAMED and stream.isatty()
        with nullcontext(_ignore) if alone else progress(manifest, selection) as advance:

            def listener(result: CheckResult) -> None:
                advance(result)
                last_run.hear(result)
                report.result(result)

            record = run(
                manifest,
                selection,
                listener=listener,
                deadline=asked.deadline,
                in_process=asked.in_process,
                stop_at_red=asked.stop_at_red,
                time_limit=asked.time_limit,
            )
        if asked.baseline and asked.form in _WITH_BASELINE:
            with working("the baseline, an adapter that does nothing"):
                add_baseline(record, deadline=asked.deadline, time_limit=asked.time_limit)
        report.finish(record)
    _keep(last_run)
    if asked.output is not None:
        click.echo(printable(f"{manifest.name}: {record.verdict}"), err=True)
    return record


def _ignore(_: CheckResult) -> None:
    """Hear a result and show nothing."""


def _keep(last_run: LastRun) -> None:
    """Keep what is red for --failed; a run goes on without that."""
    try:
        last_run.keep()
    except OSError as error:
        click.echo(printable(f"What was red is not kept for --failed: {reason(error)}"), err=True)


@contextmanager
def _stream(output: Path | None) -> Generator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    try:
        stream = output.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable("report", output, error) from error
    try:
        with stream:
            yield stream
    except OSError as error:
        if error.errno not in _FULL:
            raise
        failure = unwritable("report", output, error)
        failure.exit_code = EXIT_INCOMPLETE
        raise failure from error
