"""`hookconform record install`: record every hook call of a platform from now on."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted, folded
from hookconform_lab.cli.record_commands.arguments import ONE_OF, platform_argument, scope_option
from hookconform_lab.recorder import installing
from hookconform_lab.recorder.registrations import Scope, registration_of


@click.command(epilog=ONE_OF)
@platform_argument
@scope_option
@click.option("--events", metavar="NAMES", help="Events to record, separated by commas, instead of the usual ones.")
def command(platform: str, scope: Scope, events: str | None) -> None:
    """Record every hook call of PLATFORM from now on.

    The recorder is added beside the hooks you have; it answers nothing and never stops a tool. What it records
    stays in a private folder until `hookconform record review`.
    """
    named = tuple(name.strip() for name in events.split(",")) if events is not None else ()
    if events is not None and not all(named):
        raise HookconformError(
            "record.events",
            "An event's name is empty.",
            where="--events",
            hint=f"For example: --events {','.join(registration_of(platform).events(None)[:2])}",
        )
    installed = installing.install(platform, scope, Path.cwd(), named)
    recorded = [event for installation in installed for event in installation.events]
    _say(f"recording {counted(len(recorded), 'event')}: {', '.join(recorded)}")
    for installation in installed:
        click.echo(f"settings: {installation.file}")
    click.echo(f"version: {installed[0].version or 'not known; `record review` will ask for it'}")
    _say(f"note: {registration_of(platform).advice}")
    if scope == "project":
        files = "this file while the recorder is in it: it names" if len(installed) == 1 else "these files: they name"
        _say(f"note: Do not commit {files} folders of your machine.")


def _say(text: str) -> None:
    click.echo("\n".join(folded(text, 2)))
