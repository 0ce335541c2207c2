"""`hookconform run --watch`: the run again whenever a file of the adapter changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from hookconform.attach.claim_check import check_run_program
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.attach.run_setup import set_up
from hookconform.cli.running import Asked, one_run
from hookconform.ground.errors import EXIT_OK, HookconformError
from hookconform.ground.printable import printable
from hookconform.run.record import INTERRUPTED

if TYPE_CHECKING:
    from hookconform.cli.watch_filter import SetupOutput

# What happened (in the library's words) to which file.
Change = tuple[object, str]
# What happens within this many milliseconds is one change.
_TOGETHER = 300
# Milliseconds after which a wait looks for Ctrl-C.
_POLL = 500


def run_on_changes(asked: Asked) -> NoReturn:
    """Run, wait for a change, and run again, until Ctrl-C, which ends with 0.

    With `failed`, what failed in the round before; everything when nothing did. An adapter that cannot be read while
    it is edited is reported, and the next change is waited for.
    Raises `HookconformError` (`watch.library`, and what naming the adapter raises).
    """
    with suppress(KeyboardInterrupt):
        _rounds(asked, _library())
    sys.exit(EXIT_OK)


def _rounds(asked: Asked, watch: Callable[..., Iterator[Collection[Change]]]) -> None:
    folders = _folders(asked.adapter)
    changes = watch(*folders, debounce=_TOGETHER, rust_timeout=_POLL, yield_on_timeout=True, raise_interrupt=False)
    # It begins to watch when it is first asked; what changes during a run must not be missed.
    next(changes, None)
    from hookconform.cli.watch_filter import SetupOutput, by_people

    output = SetupOutput(folders)
    while True:
        if _round(asked, output) == INTERRUPTED:
            return
        shown = ", ".join(str(folder) for folder in folders)
        click.echo(printable(f"Waiting for changes below {shown} (Ctrl-C ends)."), err=True)
        seen = (by_people({path for _, path in changed}, folders, output) for changed in changes)
        changed = next(filter(None, seen), None)
        if changed is None:
            return
        names = sorted({Path(path).name for path in changed})
        click.echo(printable(f"\nchanged: {', '.join(names[:5])}"), err=True)


def _round(asked: Asked, output: SetupOutput) -> str:
    """Run once and return why the run did not come to its end, empty if it did or could not begin."""
    try:
        return one_run(asked, _ready(asked, output)).interrupted
    except HookconformError as error:
        if asked.failed and error.code == "run.none-failed":
            return _round(replace(asked, failed=False), output)
        click.echo(error.render(), err=True)
        return ""
    finally:
        sys.stdout.flush()


def _ready(asked: Asked, output: SetupOutput) -> Manifest:
    """Return the manifest with the work of `[run] setup` done, so that what it writes is known."""
    manifest = find_adapter(asked.adapter)
    if manifest.run is None or not manifest.run.setup:
        return manifest
    with output.watched():
        set_up(manifest)
    check_run_program(manifest)
    return replace(manifest, run=replace(manifest.run, setup=()))


def _folders(adapter: str) -> list[Path]:
    """Return the folders whose files make the adapter: its own, and where its Python module lies."""
    manifest = find_adapter(adapter)
    found = {manifest.folder.resolve()}
    if manifest.run is not None and manifest.run.path is not None:
        found.add((manifest.folder / manifest.run.path).resolve())
    return sorted(folder for folder in found if not any(other in folder.parents for other in found))


def _library() -> Callable[..., Iterator[Collection[Change]]]:
    try:
        from watchfiles import watch
    except ImportError as error:
        raise HookconformError(
            "watch.library",
            "Watching files needs the library watchfiles, which is not installed.",
            hint="pip install 'hookconform[watch]'",
        ) from error
    return watch
