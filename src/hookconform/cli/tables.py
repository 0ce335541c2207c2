"""`hookconform tables`: the table of names that an adapter needs for a platform."""

from __future__ import annotations

import click

from hookconform.authoring.native_tables import deny_answers, native_tables
from hookconform.authoring.table_text import further_parts, table_text
from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, PlatformFirst
from hookconform.ground.printable import printable, printable_json


@click.command(cls=PlatformFirst)
@click.argument("platform", type=PLATFORM, shell_complete=completing.platforms)
@click.option(
    "--json", "as_json", is_flag=True, help="Print what tables.json has, and what `input`, `result`, `kind` need."
)
def command(platform: str, *, as_json: bool) -> None:
    """Show the table an adapter needs for PLATFORM: its payload, events, tools, and the answers that deny.

    `hookconform init --add-platform PLATFORM` puts it into an existing project.
    """
    table = native_tables(platform) | {"deny": deny_answers(platform)}
    if as_json:
        click.echo(printable_json(table | further_parts(platform), indent=2))
    else:
        click.echo(printable(table_text(platform, table)))
