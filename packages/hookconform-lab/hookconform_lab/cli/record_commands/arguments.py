"""What the `record` commands share: PLATFORM and --scope."""

from __future__ import annotations

from typing import Any

import click

from hookconform.cli.platform_names import platform_named
from hookconform_lab.recorder.registrations import recorded_platforms, registration_of

PLATFORMS = recorded_platforms()
# Said below the help of the commands that take one.
ONE_OF = f"PLATFORM is {', '.join(PLATFORMS[:-1])} or {PLATFORMS[-1]}."


class _Platform(click.Choice[str]):
    """A platform that has a recorder; any other is refused with the names of those that have one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name; raises `HookconformError` (`record.platform`)."""
        return registration_of(platform_named(str(value))).platform


platform_argument = click.argument("platform", type=_Platform(PLATFORMS), metavar="PLATFORM")
scope_option = click.option(
    "--scope",
    type=click.Choice(["project", "user"]),
    default="project",
    show_default=True,
    help="This folder's settings, or yours for all projects.",
)
