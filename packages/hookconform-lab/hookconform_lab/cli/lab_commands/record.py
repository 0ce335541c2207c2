"""`hookconform lab record`: record a platform's hook payloads with the real program."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform_lab.cli.lab_commands.targets import allow_network, platform_argument, split_target

if TYPE_CHECKING:
    from hookconform_lab.lab.driver import Driver


@click.command()
@platform_argument(required=False)
@click.option("--all", "every", is_flag=True, help="Record every platform, at the newest version of the corpus.")
@click.option(
    "--output",
    "out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("recordings"),
    show_default=True,
    help="Folder to write into.",
)
@click.option("--quick", is_flag=True, help="Only the scenarios that need no terminal.")
@click.option(
    "--scenario", "only", multiple=True, help="Only this scenario (may be repeated); a wrong name lists them."
)
@click.option(
    "--event",
    "also",
    multiple=True,
    metavar="NAME",
    help="Also register a hook for this event, which the version is not claimed to have (may be repeated).",
)
@allow_network
def command(  # noqa: PLR0913 (click passes each option)
    target: str | None,
    *,
    every: bool,
    out: Path,
    quick: bool,
    only: tuple[str, ...],
    also: tuple[str, ...],
    allow_network: bool,
) -> None:
    """Install PLATFORM[@VERSION], run it offline and record the payloads of its hooks.

    The default version is the newest in the corpus; PLATFORM@latest is the newest in the package registry. Exit
    code 0: complete; 3: incomplete, with the recorded part kept and marked so.
    """
    from hookconform_lab.lab.drivers import driven_platforms
    from hookconform_lab.lab.record import record
    from hookconform_lab.lab.tables import recorded_table
    from hookconform_lab.lab.ways import first_that_starts

    if every == (target is not None):
        raise HookconformError(
            "lab.target", "Name one PLATFORM[@VERSION], or give --all.", hint="hookconform lab record --help"
        )
    complete = True
    for name in driven_platforms() if every else [target or ""]:
        try:
            driver, version = split_target(name)
            click.echo(f"{driver.platform} {version}", err=True)
            with talking(f"recording {driver.platform} {version}") as say:
                recorded = first_that_starts(
                    driver,
                    partial(
                        record,
                        version=version,
                        allow_network=allow_network,
                        quick=quick,
                        only=only,
                        also=also,
                        say=say,
                    ),
                    say,
                )
                recorded.manifest["released"] = _released(driver, version, say)
            paths = recorded.save(out)
        except HookconformError as error:
            if not every:
                raise
            # One program that cannot be had is no reason to leave the others out.
            click.echo(f"{error.render()}\n\nnot recorded: {name}", err=True)
            complete = False
            continue
        click.echo(recorded_table(recorded))
        click.echo("\n".join(str(path) for path in paths))
        complete = complete and recorded.complete
    sys.exit(EXIT_OK if complete else EXIT_INCOMPLETE)


def _released(driver: Driver, version: str, say: Callable[[str], None]) -> dict[str, str]:
    """Return the day of the release for the manifest; a registry that does not tell it spoils no recording."""
    from hookconform_lab.lab.release_dates import released

    try:
        return released(driver, version)
    except HookconformError as error:
        say(f"no release date: {error.what}")
        return {}
