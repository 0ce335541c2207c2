"""`hookconform facades`: the declarations that the tool facades of hook_adapters ship with."""

from __future__ import annotations

import sys

import click


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if the shipped declarations are not current.")
def command(*, check: bool) -> None:
    """Write the declarations that the tool facades ship with, from those that the corpus has recorded."""
    from hookconform_lab.publish import facade_declarations

    folder = facade_declarations.facades_folder()
    stale = facade_declarations.outdated(folder)
    if not check:
        facade_declarations.write(folder)
    for name in stale:
        click.echo(f"{'not current' if check else 'written'}: {name}")
    if not stale:
        click.echo("current: every declaration of the facades")
    sys.exit(1 if check and stale else 0)
