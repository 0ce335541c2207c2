"""`hookconform corpus compact`: store what was recorded of each version as changes of the version before."""

from __future__ import annotations

import click

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import KINDS, store_changes
from hookconform.ground.plain_text import counted


@click.command()
def command() -> None:
    """Store declarations, calls, responses, semantics, paths and names as changes of the version before.

    Nothing that they say changes. A file is stored whole where it is the first, or where its changes are hardly
    shorter. Run it after a file was edited, added or removed by hand.
    """
    root = corpus_root()
    written = [
        path
        for folder in sorted((root / "platforms").glob("*/*"))
        if folder.name in KINDS
        for path in store_changes(folder)
    ]
    for path in written:
        click.echo(path.relative_to(root).as_posix())
    click.echo(f"{counted(len(written), 'file')} rewritten")
