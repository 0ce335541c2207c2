"""`hookconform lab paths`: measure which files a program opens when a tool is given a path in many spellings."""

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
    help="File to write; by default the measurement in the corpus.",
)
@click.option("--only", multiple=True, metavar="TOOL", help="Only this tool (may be repeated); other rows stay.")
@allow_network
def command(target: str, *, out: Path | None, only: tuple[str, ...], allow_network: bool) -> None:
    """Measure which files the tools of PLATFORM[@VERSION] open, and write the result.

    The spellings are in corpus/path-spellings.yaml. Written files and tool results show what a tool opened; the
    path in the hook's payload is recorded with it. The default version is the newest recorded one. Exit code 3: a
    run was incomplete or a file tool was not measured; the rest is written.
    """
    from hookconform.corpus.path_spellings import (
        load_measurement,
        measurement_path,
    )
    from hookconform.corpus.version_files import write_document
    from hookconform_lab.lab.measuring_paths import measure_paths

    driver, version = split_target(target)
    click.echo(f"{driver.platform} {version}", err=True)
    with talking(f"measuring {driver.platform} {version}") as say:
        measurement, problems = measure_paths(driver, version, only=only, allow_network=allow_network, say=say)
    path = out or measurement_path(driver.platform, version)
    kept = load_measurement(driver.platform, version) if only else None
    whole = measurement if kept is None else kept.with_rows(measurement.tools)
    write_document("paths", path, whole.as_json())
    click.echo(f"{counted(len(measurement.tools), 'row')} measured: {path}")
    for line in problems:
        click.echo(f"incomplete: {line}", err=True)
    sys.exit(EXIT_INCOMPLETE if problems else EXIT_OK)
