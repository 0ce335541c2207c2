"""`hookconform known-failures`: the list of checks that an adapter is known to fail."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform.cli.known_failures_commands",
    table={
        "write": "Write the list that one run gives, with reasons to fill in.",
    },
)
def command() -> None:
    """Write the list of checks that an adapter is known to fail."""
