"""`hookconform lab sweep plan`: list units and which are missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.ground.plain_text import columns, counted
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import choice_of, choice_options, store_option


@click.command()
@click.argument("platforms", type=PLATFORM, metavar="[PLATFORM]...", nargs=-1)
@choice_options
@click.option("--missing", is_flag=True, help="Only units that the store lacks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@store_option
def command(platforms: tuple[str, ...], *, missing: bool, as_json: bool, folder: Path, **chosen: Any) -> None:
    """List the units of every release of PLATFORM, oldest first; of all platforms by default.

    Releases and their hashes are read from the registries' metadata.
    """
    from hookconform_lab.sweep.planning import MISSING, plan
    from hookconform_lab.sweep.store import Store

    units = list(plan(platforms, choice_of(**chosen), Store(folder)))
    shown = [unit for unit in units if unit.state == MISSING or not missing]
    if as_json:
        click.echo(json.dumps([unit.as_json() for unit in shown], indent=1))
        return
    rows = [("unit", "published", "state", "key")]
    rows += [(unit.target, unit.release.published or "-", unit.state, unit.key.name) for unit in shown]
    if shown:
        click.echo("\n".join(columns(rows)))
    absent = sum(unit.state == MISSING for unit in units)
    click.echo(f"{counted(len(units), 'unit')}, {absent} missing in {folder}", err=True)
