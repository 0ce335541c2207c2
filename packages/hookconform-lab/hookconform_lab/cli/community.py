"""`hookconform community`: other people's adapters, their programs, and what was measured of them."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.community_commands",
    table={
        "list": "The adapters, whether their programs are installed, when they were measured.",
        "install": "Install an adapter's program into the cache.",
        "path": "Where an adapter's program is installed.",
        "measure": "Run adapters over the whole corpus and keep a summary.",
    },
)
def command() -> None:
    """Install other people's programs, and measure the adapters that attach them.

    Their programs come from public registries and repositories, as each program.toml states, into the lab's own
    cache. They are other people's code and run with your rights.
    """
