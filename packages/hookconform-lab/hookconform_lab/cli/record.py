"""`hookconform record`: record payloads from your own runs of a platform."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.record_commands",
    table={
        "install": "Record every hook call of a platform from now on.",
        "status": "Show what is installed and what was recorded.",
        "review": "Review redacted recordings: keep or drop each.",
        "uninstall": "Stop recording; put the settings back as they were.",
    },
)
def command() -> None:
    """Record payloads from your own runs of a platform.

    Recordings stay in a private folder on this machine until you have reviewed them.
    """
