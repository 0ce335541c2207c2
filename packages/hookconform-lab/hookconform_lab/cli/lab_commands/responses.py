"""`hookconform lab responses`: measure what a hook's answer does in the real program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_INCOMPLETE, EXIT_OK
from hookconform.ground.plain_text import counted
from hookconform_lab.cli.lab_commands.targets import allow_network, platform_argument, split_target


@click.command()
@platform_argument()
@click.option(
    "--output",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; by default the rows file of the corpus.",
)
@click.option("--only", multiple=True, help="Only forms whose id contains this (may be repeated); other rows stay.")
@allow_network
def command(target: str, *, out: Path | None, only: tuple[str, ...], allow_network: bool) -> None:
    """Measure every hook response form of PLATFORM[@VERSION] and write the rows.

    The forms are in corpus/platforms/PLATFORM/responses/forms.yaml. The default version is the newest in the
    corpus. Exit code 3: a form could not be measured; the others are written.
    """
    from hookconform.corpus.version_files import write_document
    from hookconform.effects.forms import load_forms
    from hookconform.effects.rows import kept_rows, merged, rows_document, rows_path
    from hookconform_lab.lab.measuring import measure
    from hookconform_lab.lab.ways import first_that_starts

    driver, version = split_target(target)
    click.echo(f"{driver.platform} {version}", err=True)
    with talking(f"measuring {driver.platform} {version}") as say:
        measured = first_that_starts(
            driver, lambda way: measure(way, version, only=only, allow_network=allow_network, say=say), say
        )
    path = out or rows_path(driver.platform, version)
    order = [form.id for form in load_forms(driver.platform, version)]
    rows = merged(measured.rows, kept_rows(path) if only else [], order)
    write_document("responses", path, rows_document(version, rows))
    click.echo(f"{counted(len(measured.rows), 'row')} measured, {len(rows)} in {path}")
    for line in measured.unmeasured:
        click.echo(f"not measured: {line}", err=True)
    sys.exit(EXIT_INCOMPLETE if measured.unmeasured else EXIT_OK)
