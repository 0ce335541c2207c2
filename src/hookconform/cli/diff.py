"""`hookconform diff`: what lies between two runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.ground.errors import EXIT_FAILED
from hookconform.ground.printable import printable_json


@click.command()
@click.argument("before", type=click.Path(path_type=Path), metavar="BEFORE.json")
@click.argument("after", type=click.Path(path_type=Path), metavar="AFTER.json")
@click.option("--all", "whole", is_flag=True, help="Name every check (text).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: run-diff).")
def command(before: Path, after: Path, *, whole: bool, as_json: bool) -> None:
    """Say what is red in one run report and was not in another, what is fixed, and what is not judged any more.

    The reports are those of `hookconform run --format json`, of one adapter at two times or of two adapters. Exit
    codes: 0 nothing is worse, 1 something newly fails or fewer checks are judged, 2 wrong use.
    """
    from hookconform.run.comparing.difference import difference, is_worse
    from hookconform.run.comparing.report_file import read_report
    from hookconform.run.comparing.text import difference_text

    found = difference(read_report(before), read_report(after), (str(before), str(after)))
    click.echo(printable_json(found, indent=2) if as_json else difference_text(found, whole=whole).rstrip("\n"))
    if is_worse(found):
        sys.exit(EXIT_FAILED)
