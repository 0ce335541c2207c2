"""`hookconform tables`: the table of names that an adapter needs for a platform."""

from __future__ import annotations

import click

from hookconform.authoring.native_tables import deny_answers, native_tables
from hookconform.authoring.table_text import table_text
from hookconform.cli import completing
from hookconform.cli.platform_names import PlatformFirst
from hookconform.ground.printable import printable, printable_json


@click.command(cls=PlatformFirst)
@click.argument("platform", shell_complete=completing.platforms)
@click.option("--json", "as_json", is_flag=True, help="Print what tables.json has below the platform's name.")
def command(platform: str, *, as_json: bool) -> None:
    """Show the table an adapter needs for PLATFORM: its payload, events, tools, and the answers that deny.

    `hookconform init --add-platform PLATFORM` puts it into an existing project.
    """
    table = native_tables(platform) | {"deny": deny_answers(platform)}
    click.echo(printable_json(table, indent=2) if as_json else printable(table_text(platform, table)))
