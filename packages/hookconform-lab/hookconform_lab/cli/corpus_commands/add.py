"""`hookconform corpus add`: file reviewed recordings as captured cases."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, EXIT_USAGE, HookconformError

# Codes of files that were never recordings of a platform here: nothing was judged of them.
_NO_RECORDING = frozenset({"recording.missing", "recording.invalid", "platform.unknown"})


@click.command()
@click.argument("recordings", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(recordings: tuple[Path, ...]) -> None:
    """File reviewed RECORDINGS, as `record review` wrote them: each is one file below contributed/.

    Refused are payloads whose shape the corpus has, that fail the schema, or that hold anything the gate has not
    cleared; the others are filed. Exit codes: 0 all filed, 1 some refused, 2 a file that is missing or no recording.
    """
    from hookconform.corpus.locate import corpus_root
    from hookconform_lab.intake.adding import Adder

    adder = Adder(corpus_root())
    added = False
    codes = {EXIT_OK}
    for path in recordings:
        try:
            click.echo(f"added: {adder.add(path)}")
            added = True
        except HookconformError as error:
            codes.add(EXIT_USAGE if error.code in _NO_RECORDING else EXIT_FAILED)
            click.echo(error.for_terminal(), err=True)
    if added:
        click.echo("next: hookconform corpus lint; then read the new files, and send them as a pull request")
    sys.exit(max(codes))
