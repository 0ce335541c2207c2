"""`hookconform lab verify`: record afresh and report drift against the corpus."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK
from hookconform_lab.cli.lab_commands.targets import allow_network, platform_argument, split_target


@click.command()
@platform_argument()
@click.option("--quick", is_flag=True, help="Only the scenarios that need no terminal.")
@click.option(
    "--scenario", "only", multiple=True, help="Only this scenario (may be repeated); a wrong name lists them."
)
@click.option(
    "--report", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Also write a JSON report here."
)
@click.option("--output", "out", type=click.Path(file_okay=False, path_type=Path), help="Also keep the recording here.")
@allow_network
def command(  # noqa: PLR0913 (click passes each option)
    target: str, *, quick: bool, only: tuple[str, ...], report: Path | None, out: Path | None, allow_network: bool
) -> None:
    """Record PLATFORM[@VERSION] again and compare it with the corpus.

    Exit code 0: no drift; 1: drift; 3: no drift, but the recording is incomplete.
    """
    from hookconform_lab.lab.drift import compare
    from hookconform_lab.lab.record import record
    from hookconform_lab.lab.tables import drift_table

    driver, version = split_target(target)
    with talking(f"recording {driver.platform} {version}") as say:
        recorded = record(driver, version, allow_network=allow_network, quick=quick, only=only, say=say)
    if out is not None:
        recorded.save(out)
    comparison = compare(driver, recorded)
    if report is not None:
        report.write_text(json.dumps(comparison.as_json(recorded), indent=2) + "\n", encoding="utf-8")
    click.echo(drift_table(comparison, recorded))
    for problem in recorded.manifest["problems"]:
        click.echo(f"incomplete: {problem}")
    sys.exit(EXIT_FAILED if comparison.drift else EXIT_OK if recorded.complete else EXIT_INCOMPLETE)
