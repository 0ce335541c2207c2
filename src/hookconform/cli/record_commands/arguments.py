"""What the `record` commands share: PLATFORM and --scope."""

from __future__ import annotations

import click

from hookconform.recorder.registrations import recorded_platforms

PLATFORMS = recorded_platforms()
# Said below the help of the commands that take one.
ONE_OF = f"PLATFORM is {', '.join(PLATFORMS[:-1])} or {PLATFORMS[-1]}."

platform_argument = click.argument("platform", type=click.Choice(PLATFORMS), metavar="PLATFORM")
scope_option = click.option(
    "--scope",
    type=click.Choice(["project", "user"]),
    default="project",
    show_default=True,
    help="This folder's settings, or yours for all projects.",
)
