"""`hookconform lab sweep`: released versions, each recorded and measured as one unit."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.lab_commands.sweep_commands",
    table={
        "plan": "List the units of released versions and which are missing.",
        "run": "Run one unit, or the missing ones of a plan.",
        "status": "Count what the store holds.",
    },
)
def command() -> None:
    """Record and measure released versions, one unit each.

    A unit installs one release, records it quickly, and measures what stops a tool. Its result is one file in the
    store: a bundle, or a tombstone with the reason. docs/maintainers/history.md says more.
    """
