"""`hookconform record uninstall`: stop recording and put the settings back as they were."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform_lab.cli.record_commands.arguments import ONE_OF, platform_argument, scope_option
from hookconform_lab.recorder import installing
from hookconform_lab.recorder.registrations import Scope

_SAID = {
    "restored": "restored byte for byte",
    "removed": "removed: there was no such file before",
    "edited": "edited since the installation: our entries are out, everything else was left as it is",
    "without": "edited since the installation, and no entry of ours was in it any more: it was left as it is",
    "unknown": "the note of the installation was damaged: our entries are out, everything else was left as it is",
    "gone": "not there any more: nothing to do",
}


@click.command(epilog=ONE_OF)
@platform_argument
@scope_option
def command(platform: str, scope: Scope) -> None:
    """Stop recording PLATFORM; put its settings back as they were.

    Recordings that came in already are kept until you review them.
    """
    for path, outcome in installing.uninstall(platform, scope, Path.cwd()).items():
        click.echo(f"{path}: {_SAID[outcome]}")
