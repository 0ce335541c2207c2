"""A progress bar over cases, on a terminal only and on standard error, so that reports stay clean."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import CheckResult
from hookconform.corpus.cases import case_paths
from hookconform.corpus.locate import corpus_root
from hookconform.run.selection import Selection


@contextmanager
def progress(manifest: Manifest, selection: Selection) -> Generator[Callable[[CheckResult], None]]:
    """Yield a function that hears each result; the bar ends with the block."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415 (costs start-up time, used on a terminal only)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    # With patterns the number of cases is not known before they are read.
    platforms = [name for name in selection.platforms or manifest.platforms if name in manifest.platforms]
    total = None if selection.cases or not platforms else sum(1 for _ in case_paths(corpus_root(), platforms))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("cases", total=total)
        last = ""

        def advance(result: CheckResult) -> None:
            nonlocal last
            if result.case_id != last:
                last = result.case_id
                bar.update(task, advance=1, description=result.platform)

        yield advance
