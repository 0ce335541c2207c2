"""`hookconform record uninstall`: stop recording and put the settings back as they were."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.cli.record_commands.arguments import platform_argument, scope_option
from hookconform.ground.errors import HookconformError
from hookconform.recorder import installing
from hookconform.recorder.registrations import Scope, registration_of

_SAID = {
    "restored": "restored byte for byte",
    "removed": "removed: there was no such file before",
    "edited": "edited since the installation: our entries are out, everything else was left as it is",
    "gone": "not there any more: nothing to do",
}


@click.command()
@platform_argument
@scope_option
def command(platform: str, scope: Scope) -> None:
    """Stop recording PLATFORM; put its settings back as they were.

    Recordings that came in already are kept until you review them.
    """
    path = registration_of(platform).file(scope, Path.cwd())
    installation = installing.find(platform, scope, path)
    if installation is None:
        raise HookconformError(
            "record.not-installed",
            f"No recorder for {platform} is installed here.",
            where=str(path),
            hint="`hookconform record status` lists what is installed; a project's is uninstalled from its folder.",
        )
    click.echo(f"{path}: {_SAID[installing.uninstall(installation)]}")
