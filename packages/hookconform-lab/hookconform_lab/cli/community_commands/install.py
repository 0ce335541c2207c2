"""`hookconform community install`: put programs into the cache, as they are stated."""

from __future__ import annotations

import click


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def command(names: tuple[str, ...]) -> None:
    """Install the programs of these adapters, each exactly as its program.toml states it.

    What is there already is left as it is. They come through pip, npm, or git with cargo or go, which must be on PATH.
    """
    from hookconform.attach.program import load_program
    from hookconform_lab.community.folders import community_folder
    from hookconform_lab.programs.installing import install

    for program in [load_program(community_folder(name)) for name in names]:
        folder = install(program, lambda text: click.echo(text, err=True))
        click.echo(f"{program.name} {program.version}: {folder}")
