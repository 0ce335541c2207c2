"""What commands of the sweep share: the store, and which releases are chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hookconform_lab.sweep.planning import Choice

store_option = click.option(
    "--store",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("sweep"),
    show_default=True,
    envvar="HOOKCONFORM_SWEEP_STORE",
    help="Folder of the units.",
)
pre_option = click.option("--pre", "prereleases", is_flag=True, help="Take pre-releases, too.")


def choice_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose releases."""
    options = (
        click.option("--since", metavar="DATE", help="Only releases since this day: 2026-01-31."),
        click.option("--last", type=click.IntRange(1), help="Only so many releases, the newest ones."),
        click.option("--shard", metavar="I/N", default="1/1", help="Only the I-th of N parts of the plan."),
        click.option("--row", "escapes", multiple=True, help="Also drive this row of corpus/escape-rows.yaml."),
        pre_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


def choice_of(
    *, since: str | None, last: int | None, shard: str, escapes: tuple[str, ...], prereleases: bool
) -> Choice:
    """Return what the options choose; raises `HookconformError` (`sweep.shard`, `sweep.date`, `escapes.row`)."""
    import datetime as dt

    from hookconform.ground.errors import HookconformError
    from hookconform_lab.sweep.planning import Choice, parse_shard
    from hookconform_lab.sweep.subjects import demand_row

    try:
        day = dt.date.fromisoformat(since).isoformat() if since is not None else ""
    except ValueError as error:
        raise HookconformError(
            "sweep.date", f"{since!r} is no day.", hint="Write year-month-day: 2026-01-31."
        ) from error
    for row in escapes:
        demand_row(row)
    return Choice(day, last, parse_shard(shard), prereleases, escapes)
