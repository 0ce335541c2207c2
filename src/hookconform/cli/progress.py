"""What long work shows on a terminal: on standard error, and gone before the report is written."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, nullcontext, redirect_stdout
from shutil import get_terminal_size
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from hookconform.attach.manifest import Manifest
from hookconform.cases.loading import case_ids
from hookconform.checks.outcome import CheckResult, split_name
from hookconform.corpus.facade_case import FACADE
from hookconform.corpus.locate import corpus_root
from hookconform.ground.printable import printable
from hookconform.run.selection import Selection

if TYPE_CHECKING:
    from tqdm import tqdm


@contextmanager
def progress(manifest: Manifest, selection: Selection) -> Generator[Callable[[CheckResult], None]]:
    """Yield a function that hears each result of a run; the bar over its cases ends with the block."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm

    # With patterns the number of cases is not known before they are read, that of tool facades not before they are
    # composed: beside payloads, facades are named and not counted.
    platforms = [name for name in selection.platforms or manifest.platforms if name in manifest.platforms]
    are_facades = {split_name(name)[0] for name in selection.capabilities} == {FACADE}
    is_counted = platforms and not selection.cases and not are_facades
    total = len(case_ids(corpus_root(), platforms)) if is_counted else None
    shape = "{desc} {bar} {n_fmt}/{total_fmt} {elapsed}" if total is not None else "{desc} {n_fmt} {elapsed}"
    with tqdm(total=total, desc="cases", leave=False, bar_format=shape, **_size()) as bar:
        last = facades_of = ""

        def advance(result: CheckResult) -> None:
            nonlocal last, facades_of
            if total is not None and result.capability == FACADE:
                if result.platform != facades_of:
                    facades_of = result.platform
                    bar.set_description_str(f"{facades_of}, tool facades")
            elif result.case_id != last:
                last = result.case_id
                bar.set_description_str(result.platform, refresh=False)
                bar.update()

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
    from tqdm import tqdm

    # What a command prints meanwhile stands above the line, but only where both are shown: a file gets its own.
    with (
        tqdm(desc=printable(what), leave=False, bar_format="{desc} {elapsed}", **_size()) as line,
        _stdout_above(line) if sys.stdout.isatty() else nullcontext(),
    ):
        ended = Event()
        clock = Thread(target=_tick, args=(line, ended), daemon=True)
        clock.start()

        def show(step: str) -> None:
            line.set_description_str(printable(f"{what}: {step}"))

        def print_above(said: str) -> None:
            tqdm.write(printable(said), file=sys.stderr)

        try:
            yield show, print_above
        finally:
            ended.set()
            clock.join()


def terminal_size() -> os.terminal_size:
    """Return the size of the terminal that standard error is, 80 by 24 where it does not know."""
    try:
        asked = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        asked = os.terminal_size((0, 0))
    # The library asks the first standard output, which with PYTHONUNBUFFERED is closed; the fallback is not.
    return get_terminal_size(fallback=(asked.columns or 80, asked.lines or 24))


def _size() -> dict[str, Any]:
    """Return the size as tqdm takes it, which shows nothing where the terminal does not know."""
    columns, lines = terminal_size()
    return {"ncols": columns, "nrows": lines}


@contextmanager
def _stdout_above(line: tqdm[NoReturn]) -> Generator[None]:
    with closing(_LinesAbove(sys.stdout, line)) as above, redirect_stdout(above):
        yield


class _LinesAbove(io.TextIOBase):
    """Standard output on a terminal that shows a moving line: whole lines are written above it."""

    def __init__(self, stream: TextIO, line: tqdm[NoReturn]) -> None:
        self._stream, self._line = stream, line
        self._begun = ""

    def write(self, text: str) -> int:
        # Not formatted: click tells text from binary files by what they refuse.
        *lines, self._begun = (self._begun + text).split("\n")
        if lines:
            self._show("".join(f"{line}\n" for line in lines))
        return len(text)

    def isatty(self) -> bool:
        return True

    def close(self) -> None:
        if self._begun:
            self._show(self._begun)
            self._begun = ""
        super().close()

    def _show(self, text: str) -> None:
        self._line.clear()
        self._stream.write(text)
        self._stream.flush()
        self._line.refresh()


def _tick(line: tqdm[NoReturn], ended: Event) -> None:
    """Show the time that has passed each second."""
    while not ended.wait(1):
        line.refresh()
