"""`hookconform lab escapes`: what a hook sees of everything that can happen in a session of the real program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK
from hookconform.ground.plain_text import counted
from hookconform_lab.cli.lab_commands.targets import allow_network, platform_argument, split_target


@click.command()
@platform_argument()
@click.option("--row", "only", multiple=True, help="Only this row of corpus/escape-rows.yaml (may be repeated).")
@click.option("--verify", is_flag=True, help="Write nothing: compare with the corpus.")
@click.option(
    "--output",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; by default the measurement in the corpus.",
)
@allow_network
def command(target: str, *, only: tuple[str, ...], verify: bool, out: Path | None, allow_network: bool) -> None:
    """Measure what hooks of PLATFORM[@VERSION] see of every row of corpus/escape-rows.yaml, and what a deny stops.

    Each row is driven three times: without a hook, with hooks that watch every event, with one that denies. What does
    not happen without a hook is driven once. A cell that shows a way past a deny is written only if the platform's
    escapes/claims.yaml names a public source; the others are printed and kept back (SECURITY.md). Exit code 1: with
    --verify a cell differs.
    """
    from hookconform.corpus.escapes import FOLDER, load_escape_table, load_escapes
    from hookconform.corpus.version_files import version_path, write_document
    from hookconform_lab.lab.escapes.comparing import differences
    from hookconform_lab.lab.escapes.measuring import measure_escapes

    driver, version = split_target(target)
    click.echo(f"{driver.platform} {version}", err=True)
    with talking(f"driving {driver.platform} {version}") as say:
        found = measure_escapes(driver, version, only=only, allow_network=allow_network, say=say)
    kept = load_escapes(driver.platform, version)
    for cell in found.withheld:
        click.echo(f"kept back, no public source: {cell.row}: {cell.verdict}")
    if verify:
        lines = differences(kept, found, only)
        for line in lines:
            click.echo(line)
        click.echo(f"{counted(len(found.measured.cells), 'cell')} compared, {counted(len(lines), 'difference')}")
        sys.exit(EXIT_FAILED if lines else EXIT_OK)
    measured = found.measured
    if kept is not None and only:
        withheld = {cell.row for cell in found.withheld}
        order = load_escape_table().rows
        measured = kept.with_cells(measured.cells, measured.runs, order, without=withheld)
    path = out or version_path(driver.platform, FOLDER, version)
    path.parent.mkdir(exist_ok=True)
    write_document(FOLDER, path, measured.as_json())
    driven = sum(bool(cell.runs) for cell in found.measured.cells)
    click.echo(f"{counted(driven, 'row')} driven, {counted(len(measured.cells), 'cell')} in {path}")
