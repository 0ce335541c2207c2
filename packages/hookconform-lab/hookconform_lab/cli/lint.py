"""`hookconform lint`: checks that look beyond the corpus."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.lint_commands",
    table={"citations": "Open every cited file and look for what is cited."},
)
def command() -> None:
    """Check what lies beyond the corpus; what it must keep by itself is for `corpus lint`."""
