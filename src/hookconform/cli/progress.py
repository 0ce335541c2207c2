"""What long work shows on a terminal: on standard error, and gone before the report is written."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

import click

from hookconform.attach.manifest import Manifest
from hookconform.cases.loading import case_ids
from hookconform.checks.outcome import CheckResult
from hookconform.corpus.locate import corpus_root
from hookconform.ground.printable import printable
from hookconform.run.selection import Selection


@contextmanager
def progress(manifest: Manifest, selection: Selection) -> Generator[Callable[[CheckResult], None]]:
    """Yield a function that hears each result of a run; the bar over its cases ends with the block."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 (costs start-up time, used on a terminal only)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # With patterns the number of cases is not known before they are read.
    platforms = [name for name in selection.platforms or manifest.platforms if name in manifest.platforms]
    total = None if selection.cases or not platforms else len(case_ids(corpus_root(), platforms))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("cases", total=total)
        last = ""

        def advance(result: CheckResult) -> None:
            nonlocal last
            if result.case_id != last:
                last = result.case_id
                bar.update(task, advance=1, description=result.platform)

        yield advance


@contextmanager
def working(what: str) -> Generator[Callable[[str], None]]:
    """Yield a function that is told each step of other long work; the last one stands beside a spinner."""
    with _spinning(what) as (show, _):
        yield show


@contextmanager
def talking(what: str) -> Generator[Callable[[str], None]]:
    """Yield a function that prints a line on standard error, on a terminal above a spinner."""
    with _spinning(what) as (_, print_above):
        yield print_above


@contextmanager
def _spinning(what: str) -> Generator[tuple[Callable[[str], None], Callable[[str], None]]]:
    if not sys.stderr.isatty():
        yield (lambda _: None), (lambda line: click.echo(printable(line), err=True))
        return
    from rich.console import Console  # noqa: PLC0415 (costs start-up time, used on a terminal only)
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    console = Console(stderr=True)
    # What a command prints meanwhile stands above the spinner, but only where both are shown: a file gets its own.
    shared = sys.stdout.isatty()
    with Progress(*columns, console=console, transient=True, redirect_stdout=shared) as bar:
        task = bar.add_task(what, total=None)

        def show(step: str) -> None:
            bar.update(task, description=printable(f"{what}: {step}"))

        def print_above(line: str) -> None:
            console.print(printable(line), markup=False, highlight=False, soft_wrap=True)

        yield show, print_above
