"""`hookconform known-failures`: a list of protocol 1 in the names of protocol 2."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.attach.registry import find_adapter
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import printable
from hookconform.run.migration import migrate_known_failures


@click.command()
@click.argument("adapter")
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the list here, as YAML."
)
def command(adapter: str, output: Path | None) -> None:
    """Migrate the known failures of ADAPTER, whose manifest still follows protocol 1, to protocol 2.

    The adapter is run once. Every listed check that is several checks now is replaced by those of them that fail;
    patterns that are about failing checks only stay. Set `protocol = 2` in the manifest afterwards.
    """
    import yaml  # noqa: PLC0415 (only this command writes YAML)

    rows = [{"check": entry.check, "reason": entry.reason} for entry in migrate_known_failures(find_adapter(adapter))]
    text = yaml.safe_dump(rows, sort_keys=False, allow_unicode=True, width=1000)
    if output is None:
        click.echo(printable(text), nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise HookconformError(
            "file.unwritable", f"The list cannot be written: {error}.", where=str(output), hint="Check path and rights."
        ) from error
    click.echo(f"{len(rows)} entries written to {printable(str(output))}")
