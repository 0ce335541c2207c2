"""`hookconform lab sweep run`: run one unit, or the missing ones of a plan."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import choice_of, choice_options, store_option
from hookconform_lab.cli.lab_commands.targets import allow_network


@click.command()
@click.argument("target", type=PLATFORM, metavar="KEY|PLATFORM@VERSION|PLATFORM")
@choice_options
@click.option("--most", type=click.IntRange(1), help="With PLATFORM: stop after so many units.")
@click.option(
    "--room", type=click.FloatRange(0, 10**6), help="Gigabytes that installed programs may take; 8 by default."
)
@store_option
@allow_network
def command(
    target: str, *, most: int | None, room: float | None, folder: Path, allow_network: bool, **chosen: Any
) -> None:
    """Run one unit, or with PLATFORM the missing units of its plan, newest release first.

    A unit that the store has is not run again. Exit code 1: a release cannot be installed or does not start, and a
    tombstone says why; 3: a unit could not be run here, and nothing is kept of it.
    """
    from hookconform_lab.lab.drivers import load_driver
    from hookconform_lab.sweep import room_on_disk
    from hookconform_lab.sweep.planning import MISSING, find_unit, plan
    from hookconform_lab.sweep.store import Store, Tombstone
    from hookconform_lab.sweep.unit import Options, run_unit

    # A range says nothing of what is no number.
    if room is not None and math.isnan(room):
        raise click.BadParameter("not a number of gigabytes.", param_hint="'--room'")
    store, choice = Store(folder), choice_of(**chosen)
    room_on_disk.keep_downloads_here()
    kept = room_on_disk.DEFAULT if room is None else round(room * room_on_disk.GIGABYTE)
    options = Options(choice.escapes, allow_network=allow_network, room=kept)
    if "@" in target or not _is_platform(target):
        units = [find_unit(target, store, choice)]
    else:
        driver = load_driver(target)
        absent = [unit for unit in plan([target], choice, store) if unit.state == MISSING]
        units = [(driver, unit.release) for unit in reversed(absent)][:most]
        click.echo(f"{counted(len(absent), 'unit')} missing, {len(units)} to run", err=True)
    code = EXIT_OK
    for driver, release in units:
        name = f"{driver.platform} {release.version}"
        try:
            with talking(f"sweeping {name}") as say:
                unit = run_unit(driver, release, store, options=options, say=say)
        except HookconformError as error:
            if len(units) == 1:
                raise
            # One unit that cannot be run is no reason to leave the others out.
            click.echo(f"{error.render()}\n{name}: nothing is kept", err=True)
            code = EXIT_INCOMPLETE
            continue
        if isinstance(unit, Tombstone):
            click.echo(f"{name}: {unit.reason}: {unit.detail}")
            code = max(code, EXIT_FAILED)
        else:
            click.echo(f"{name}: recorded in {unit.unit['seconds']} s{_problems(unit.unit['problems'])}")
    sys.exit(code)


def _is_platform(target: str) -> bool:
    from hookconform_lab.lab.drivers import driven_platforms

    return target in driven_platforms()


def _problems(problems: list[str]) -> str:
    return f"; {counted(len(problems), 'problem')}: {problems[0]}" if problems else ""
