"""`hookconform lab enforce`: prove that an adapter's denials stop tools in the real program."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.progress import talking
from hookconform_lab.cli.lab_commands.targets import allow_network, platform_argument, split_target


@click.command()
@click.argument("adapter")
@platform_argument()
@click.option(
    "--reports",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("reports"),
    show_default=True,
    help="Folder of the report to update.",
)
@click.option(
    "--show",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Further folder that the hook program needs (may be repeated).",
)
@allow_network
def command(adapter: str, target: str, *, reports: Path, show: tuple[Path, ...], allow_network: bool) -> None:
    """Install ADAPTER's hook program in PLATFORM[@VERSION], then make calls that a rule blocks, and others.

    ADAPTER must be a hook program (a manifest with [hook]); `reference-hook` is shipped. Exit code 0: the blocked
    calls did not run, and all others did; 1: anything else; 3: a run was incomplete, and the report is unchanged.
    """
    from hookconform.attach.registry import find_adapter
    from hookconform_lab.lab.enforce import enforce
    from hookconform_lab.lab.enforcement_report import save
    from hookconform_lab.lab.enforcement_text import call_lines, summary

    manifest = find_adapter(adapter)
    driver, version = split_target(target)
    click.echo(f"{manifest.name} in {driver.platform} {version}", err=True)
    with talking(f"driving {driver.platform} {version}") as say:
        found = enforce(manifest, driver, version, allow_network=allow_network, show=show, say=say)
    click.echo("\n".join(call_lines(found.calls)))
    for problem in found.problems:
        click.echo(f"incomplete: {problem}", err=True)
    if not found.problems:
        click.echo("\n".join(f"written: {path}" for path in save(found, reports)))
        click.echo(summary(found.calls))
    sys.exit(found.exit_code)
