"""`hookconform lab semantics`: what a real program does with the shared script of calls."""

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
@click.option("--model", "models", multiple=True, metavar="ID", help="Only this model id (may be repeated).")
@click.option("--script", "only", multiple=True, metavar="NAME", help="Only this file of the script (may be repeated).")
@click.option(
    "--output",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; by default the file of the corpus.",
)
@click.option("--verify", is_flag=True, help="Write nothing; report differences from the corpus.")
@allow_network
def command(  # noqa: PLR0913 (click passes each option)
    target: str,
    *,
    models: tuple[str, ...],
    only: tuple[str, ...],
    out: Path | None,
    verify: bool,
    allow_network: bool,
) -> None:
    """Run the script of corpus/semantics/ on PLATFORM[@VERSION] and write the result of each step.

    The default is every model of the platform's instrument. Results of other models and steps stay. With --verify,
    exit code 1 means a difference.
    """
    from hookconform.corpus.semantics import load_semantics, load_steps, semantics_path
    from hookconform_lab.lab.semantics.compare import differences
    from hookconform_lab.lab.semantics.document import document, write
    from hookconform_lab.lab.semantics.drive import drive

    driver, version = split_target(target)
    click.echo(f"{driver.platform} {version}", err=True)
    known = load_semantics(driver.platform, version)
    with talking(f"driving {driver.platform} {version}") as say:
        answers = drive(driver, version, models=models, only=only, allow_network=allow_network, say=say)
    steps = load_steps()
    if verify:
        found = differences(answers, known, {step.id for step in steps if not only or step.script in only})
        for item in found:
            click.echo(f"{item.model}: {item.step}: {item.detail}")
        rows = sum(len(item.rows) for item in answers)
        click.echo(f"{driver.platform} {version}: {counted(len(found), 'difference')} in {counted(rows, 'step')}")
        sys.exit(EXIT_FAILED if found else EXIT_OK)
    path = out or semantics_path(driver.platform, version)
    write(path, document(answers, known, steps))
    for item in answers:
        refused = sum(row.outcome != "ok" for row in item.rows.values())
        steps_of = f"{item.model}: {counted(len(item.rows), 'step')}"
        click.echo(f"{steps_of}, {refused} of them refused, {len(item.not_said)} cannot be said")
    click.echo(str(path))
