"""`hookconform run`: the conformance checks against one adapter."""

from __future__ import annotations

import math
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

import click

from hookconform.attach.registry import DEFAULT_DEADLINE, find_adapter
from hookconform.checks.outcome import CheckResult
from hookconform.cli.progress import progress
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import printable
from hookconform.run.baseline import add_baseline
from hookconform.run.engine import planned, run
from hookconform.run.formats import FORMATS, open_report
from hookconform.run.formats.text import DETAILED
from hookconform.run.last_run import LastRun
from hookconform.run.selection import Selection

# The formats that have a place for a base line.
_WITH_BASELINE = frozenset({"text", "json"})


@click.command()
@click.argument("adapter")
@click.option("--platform", "platforms", multiple=True, metavar="NAME", help="Only this platform; repeatable.")
@click.option(
    "--capability",
    "capabilities",
    multiple=True,
    metavar="NAME",
    help="Only this capability, or response[deny]; repeatable.",
)
@click.option("--measured-only", is_flag=True, help="Leave out answers at versions that were not measured themselves.")
@click.option(
    "--perturb",
    type=click.IntRange(min=0),
    metavar="SEED",
    help="Ask with other ids, folders, words, key order and white space; the same for the same seed.",
)
@click.option(
    "--case",
    "cases",
    multiple=True,
    metavar="CASE",
    help="Only this case or check (CASE::NAME): id, file, pattern, or a claim like codex#tool:shell; repeatable.",
)
@click.option("--newest", is_flag=True, help="Leave out what was captured at older versions.")
@click.option("--failed", is_flag=True, help="Only what was red in this adapter's last run.")
@click.option("-x", "stop_at_red", is_flag=True, help="End at the first red check.")
@click.option("--list", "listing", is_flag=True, help="Print the checks there would be, and run nothing.")
@click.option(
    "--format", "name", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="How to report."
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the report here."
)
@click.option(
    "--deadline",
    type=click.FloatRange(min=0.1),
    default=DEFAULT_DEADLINE,
    show_default=True,
    metavar="SECONDS",
    help="Time an adapter process has for one answer.",
)
@click.option(
    "--baseline/--no-baseline",
    default=True,
    show_default=True,
    help="Run an adapter that does nothing, too, and show its score beside (text and json).",
)
@click.option(
    "--max-causes",
    type=click.IntRange(min=0),
    default=DETAILED,
    show_default=True,
    metavar="N",
    help="Show an example of this many causes (text).",
)
@click.option("--all", "whole", is_flag=True, help="Show an example of every cause, and every name (text).")
@click.option("--in-process", is_flag=True, help="Run a Python adapter in this process, for debuggers.")
def command(  # noqa: PLR0913, PLR0917 (one parameter an option)
    adapter: str,
    platforms: tuple[str, ...],
    capabilities: tuple[str, ...],
    measured_only: bool,
    perturb: int | None,
    cases: tuple[str, ...],
    newest: bool,
    failed: bool,
    stop_at_red: bool,
    listing: bool,
    name: str,
    output: Path | None,
    deadline: float,
    baseline: bool,
    max_causes: int,
    whole: bool,
    in_process: bool,
) -> None:
    """Run the conformance checks against ADAPTER.

    ADAPTER is a shipped adapter (reference), a folder with an adapter.toml, or such a file. Exit codes:
    0 passed, 1 failed, 2 wrong use, 3 incomplete.
    """
    if not math.isfinite(deadline):
        raise click.BadParameter("not a number of seconds.", param_hint="'--deadline'")
    manifest = find_adapter(adapter)
    last_run = LastRun(manifest)
    if failed:
        if cases:
            raise click.UsageError("Give --failed or --case, not both.")
        cases = last_run.red()
    selection = Selection(platforms, capabilities, cases, measured_only, perturb, newest)
    if listing:
        for check in planned(manifest, selection):
            click.echo(printable(check))
        return
    with _stream(output) as stream, progress(manifest, selection) as advance:
        options = {"max_causes": None if whole else max_causes} if name == "text" else {}
        report = open_report(name, stream, **options)

        def listener(result: CheckResult) -> None:
            advance(result)
            last_run.hear(result)
            report.result(result)

        record = run(
            manifest, selection, listener=listener, deadline=deadline, in_process=in_process, stop_at_red=stop_at_red
        )
        if baseline and name in _WITH_BASELINE:
            add_baseline(record, deadline=deadline)
        report.finish(record)
    _keep(last_run)
    if output is not None:
        click.echo(printable(f"{manifest.name}: {record.verdict}"), err=True)
    sys.exit(record.exit_code)


def _keep(last_run: LastRun) -> None:
    """Keep what is red for --failed; a run goes on without that."""
    try:
        last_run.keep()
    except OSError as error:
        click.echo(printable(f"What was red is not kept for --failed: {error}"), err=True)


@contextmanager
def _stream(output: Path | None) -> Generator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    try:
        stream = output.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise HookconformError(
            "output.unwritable", f"The report cannot be written: {error}.", where=str(output), hint="Check --output."
        ) from error
    with stream:
        yield stream
