"""`hookconform combine`: the reports of all shards of a run as one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.ground.errors import unwritable
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("reports", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SHARD.json...")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the report here."
)
def command(reports: tuple[Path, ...], output: Path | None) -> None:
    """Combine the JSON reports of all shards of a run into the report of the whole run (schema: run-report).

    Each shard is there once, and all are of one adapter, corpus and selection. Exit codes are those of `run`: 0 passed,
    1 failed, 2 wrong use, 3 incomplete. A known failure that no shard met is stale. Causes are counted shard by shard.

    \u0008
    hookconform run reference --shard 1/2 --format json --output 1.json
    hookconform run reference --shard 2/2 --format json --output 2.json
    hookconform combine 1.json 2.json --output run.json
    """
    from hookconform.run.comparing.combining import combined
    from hookconform.run.comparing.report_file import read_report
    from hookconform.run.record import Status

    found = combined([read_report(path) for path in reports], list(map(str, reports)))
    text = printable_json(found, indent=2) + "\n"
    if output is None:
        click.echo(text, nl=False)
    else:
        try:
            output.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise unwritable("report", output, error) from error
    click.echo(printable(f"{found['adapter']['name']}: {found['verdict']}"), err=True)
    sys.exit(Status(found["status"]).exit_code)
