"""`hookconform community path`: where an adapter's program is installed."""

from __future__ import annotations

import click


@click.command()
@click.argument("name")
def command(name: str) -> None:
    """Print the folder in which the program of the adapter NAME is installed; an error if it is not."""
    from hookconform.attach.program import installed_folder
    from hookconform_lab.community.folders import community_folder

    click.echo(installed_folder(community_folder(name)))
