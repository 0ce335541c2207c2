"""`hookconform serve-loop`: the serve loop for Python adapters, as a file to keep beside one's own code."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.ground.errors import HookconformError, unwritable


@click.command()
@click.option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it here, not to the screen.",
)
def command(output: Path | None) -> None:
    """Write the serve loop for adapters in Python: one file, Python 3.8 or newer, no dependency.

    A file that holds anything else than an older serve loop is left alone.
    """
    from hookconform.authoring import SERVE_LOOP

    text = SERVE_LOOP.read_text(encoding="utf-8")
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        # Whatever is no file holds nothing to keep, and a device might never end.
        if output.is_file() and not output.read_text(encoding="utf-8").startswith(text.partition("\n")[0]):
            raise HookconformError(
                "serve-loop.exists", "The file is there and is no serve loop.", where=str(output), hint="Name another."
            )
        output.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, UnicodeDecodeError) as error:
        raise unwritable("file", output, error) from error
    click.echo(f"Written: {output}", err=True)
