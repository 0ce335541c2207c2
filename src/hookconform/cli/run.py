"""`hookconform run`: the conformance checks against one adapter."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import click

from hookconform.attach.attaching import DEFAULT_DEADLINE
from hookconform.attach.manifest import DEFAULT_TIME_LIMIT
from hookconform.attach.registry import find_adapter
from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, chosen
from hookconform.cli.running import Asked, one_run
from hookconform.ground.printable import printable
from hookconform.run.engine import planned
from hookconform.run.formats import FORMATS
from hookconform.run.formats.text import DETAILED
from hookconform.run.pinned import demand_corpus
from hookconform.run.sharding import parse_shard


@click.command()
@click.argument("adapter", required=False, metavar="ADAPTER", shell_complete=completing.adapters)
@click.argument("only", type=PLATFORM, nargs=-1, metavar="[PLATFORM]...", shell_complete=completing.platforms)
@click.option(
    "--platform",
    "platforms",
    type=PLATFORM,
    multiple=True,
    metavar="NAME",
    shell_complete=completing.platforms,
    help="The same as the argument; repeatable.",
)
@click.option(
    "--capability",
    "capabilities",
    multiple=True,
    metavar="NAME",
    help="Only this capability, or response[deny]; repeatable.",
)
@click.option("--measured-only", is_flag=True, help="Skip answers at versions that were not measured themselves.")
@click.option(
    "--perturb",
    type=click.IntRange(min=0),
    metavar="SEED",
    help="Change ids, folders, words, key order and white space; a seed always gives the same.",
)
@click.option(
    "--case",
    "cases",
    multiple=True,
    metavar="CASE",
    help="Only this case or check (CASE::NAME): id, file, pattern, or a claim like codex#tool:shell; repeatable.",
)
@click.option("--shard", metavar="I/N", help="Only part I of N of the cases; `hookconform combine` joins the reports.")
@click.option("--newest", is_flag=True, help="Skip payloads recorded at older versions.")
@click.option("--failed", is_flag=True, help="Only checks that failed in this adapter's last run.")
@click.option("-x", "stop_at_red", is_flag=True, help="Stop at the first failing check.")
@click.option("--list", "listing", is_flag=True, help="List the checks without running them.")
@click.option(
    "--format", "name", type=click.Choice(list(FORMATS)), default="text", show_default=True, help="How to report."
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the report here."
)
@click.option(
    "--deadline",
    type=click.FloatRange(min=0.1),
    default=DEFAULT_DEADLINE,
    show_default=True,
    metavar="SECONDS",
    help="Time allowed for one answer.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help=f"Time allowed for the whole run; default: the manifest's, or {DEFAULT_TIME_LIMIT:g}.",
)
@click.option(
    "--baseline/--no-baseline",
    default=True,
    show_default=True,
    help="Also run an adapter that does nothing, and show its score (text and json).",
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
@click.option("--verbose", "-v", is_flag=True, help="Show what was not judged, and why (text).")
@click.option("--corpus", "pin", metavar="VERSION|sha256:…", help="Fail unless the corpus here is this release.")
@click.option("--watch", is_flag=True, help="Run again when a file of the adapter changes, until Ctrl-C.")
@click.option("--in-process", is_flag=True, help="Run a Python adapter in this process, for debuggers.")
def command(  # noqa: PLR0913, PLR0917 (one parameter an option)
    adapter: str | None,
    only: tuple[str, ...],
    platforms: tuple[str, ...],
    capabilities: tuple[str, ...],
    measured_only: bool,
    perturb: int | None,
    cases: tuple[str, ...],
    shard: str | None,
    newest: bool,
    failed: bool,
    stop_at_red: bool,
    listing: bool,
    name: str,
    as_json: bool,
    output: Path | None,
    deadline: float,
    time_limit: float | None,
    baseline: bool,
    max_causes: int,
    whole: bool,
    verbose: bool,
    pin: str | None,
    watch: bool,
    in_process: bool,
) -> None:
    """Run the conformance checks against ADAPTER, on all platforms it claims or on some.

    ADAPTER is a shipped adapter (reference), a folder with an adapter.toml, or such a file. Exit codes:
    0 passed, 1 failed, 2 wrong use, 3 incomplete.
    """
    if adapter is None:
        raise click.UsageError("Name an adapter. For example: hookconform run ./my-adapter")
    _demand_one_form("json" if as_json else name, name, listing=listing, others=watch or output is not None)
    if not math.isfinite(deadline):
        raise click.BadParameter("not a number of seconds.", param_hint="'--deadline'")
    if time_limit is not None and not math.isfinite(time_limit):
        raise click.BadParameter("not a number of seconds.", param_hint="'--time-limit'")
    if failed and cases:
        raise click.UsageError("Give --failed or --case, not both.")
    if watch and (in_process or output is not None):
        raise click.UsageError(
            "--watch runs in a terminal, and reads changed code: give neither --in-process nor --output."
        )
    if pin is not None:
        demand_corpus(pin, where="--corpus")
    asked = Asked(
        adapter=adapter,
        platforms=chosen(only, platforms),
        capabilities=capabilities,
        measured_only=measured_only,
        perturb=perturb,
        cases=cases,
        newest=newest,
        failed=failed,
        stop_at_red=stop_at_red,
        form="json" if as_json else name,
        output=output,
        deadline=deadline,
        time_limit=time_limit,
        baseline=baseline,
        max_causes=None if whole else max_causes,
        verbose=verbose,
        in_process=in_process,
        shard=None if shard is None else parse_shard(shard),
    )
    if listing:
        for check in planned(find_adapter(adapter), asked.selection()):
            click.echo(printable(check))
        return
    if watch:
        from hookconform.cli.watching import run_on_changes

        run_on_changes(asked)
    sys.exit(one_run(asked).exit_code)


def _demand_one_form(form: str, named: str, *, listing: bool, others: bool) -> None:
    """Refuse a second form of the report, and any beside `--list`; `others`: options that it does not have either."""
    if named not in {"text", form}:
        raise click.UsageError(f"Give --json or --format {named}, not both.")
    if listing and (others or form != "text"):
        raise click.UsageError("--list prints one check a line: give none of --watch, --json, --format and --output.")
