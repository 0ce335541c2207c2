"""`hookconform lab sweep status`: count what the store holds."""

from __future__ import annotations

import json
from pathlib import Path

import click

from hookconform.ground.plain_text import columns, counted
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import store_option


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@store_option
def command(*, as_json: bool, folder: Path) -> None:
    """Count the units in the store, by platform: bundles, whole or in part, and tombstones by reason."""
    from hookconform_lab.sweep.planning import summary
    from hookconform_lab.sweep.store import Store

    found = summary(Store(folder))
    if as_json:
        click.echo(json.dumps({platform: dict(sorted(counts.items())) for platform, counts in sorted(found.items())}))
        return
    rows = [("platform", "units", "number")]
    rows += [
        (platform, kind, str(counts[kind])) for platform, counts in sorted(found.items()) for kind in sorted(counts)
    ]
    if found:
        click.echo("\n".join(columns(rows)))
    click.echo(f"{counted(sum(sum(counts.values()) for counts in found.values()), 'unit')} in {folder}", err=True)
