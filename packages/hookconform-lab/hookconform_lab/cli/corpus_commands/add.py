"""`hookconform corpus add`: file reviewed recordings as captured cases."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.ground.errors import EXIT_FAILED, HookconformError


@click.command()
@click.argument("recordings", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(recordings: tuple[Path, ...]) -> None:
    """File reviewed RECORDINGS, as `record review` wrote them: each is one file below contributed/.

    Refused are payloads whose shape the corpus has, that fail the schema, or that hold anything the gate has not
    cleared; the others are filed, and the exit code is then 1.
    """
    from hookconform.corpus.locate import corpus_root
    from hookconform_lab.intake.adding import Adder

    adder = Adder(corpus_root())
    refused = added = False
    for path in recordings:
        try:
            click.echo(f"added: {adder.add(path)}")
            added = True
        except HookconformError as error:
            refused = True
            click.echo(error.for_terminal(), err=True)
    if added:
        click.echo("next: hookconform corpus lint; then read the new files, and send them as a pull request")
    if refused:
        sys.exit(EXIT_FAILED)
