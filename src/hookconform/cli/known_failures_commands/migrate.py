"""`hookconform known-failures migrate`: a list of protocol 1 in the names of protocol 2."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.attach.registry import find_adapter
from hookconform.cli import completing
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable
from hookconform.run.known_list import listed, write_list
from hookconform.run.migration import migrate_known_failures


@click.command()
@click.argument("adapter", shell_complete=completing.adapters)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the list here, as YAML."
)
def command(adapter: str, output: Path | None) -> None:
    """Migrate the known failures of ADAPTER, whose manifest still follows protocol 1, to protocol 2.

    The adapter is run once. Every listed check that is several checks now is replaced by those of them that fail;
    patterns that are about failing checks only stay. Set `protocol = 2` in the manifest afterwards.
    """
    entries = migrate_known_failures(find_adapter(adapter))
    if output is None:
        click.echo(printable(listed([("", entries)])), nl=False)
        return
    write_list(output, listed([("", entries)]))
    click.echo(f"{counted(len(entries), 'entry', 'entries')} written to {printable(str(output))}")
