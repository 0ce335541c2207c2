"""`hookconform corpus`: import, add and check corpus data."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.corpus_commands",
    table={
        "import": "Turn recordings into captured cases.",
        "lint": "Check every rule the corpus must keep.",
        "add": "File one reviewed recording as a contribution.",
        "pack": "File contributions with the recordings of their version.",
        "redraft": "Propose new expectations where claims or rule packs changed.",
        "diff": "Show what changed between two versions of a platform.",
        "matrix": "Show which cases judge which rule of the documents, by platform and event.",
        "compact": "Store each version as changes to the one before.",
        "account": "Compare with an earlier corpus: is anything no longer judged?",
        "release": "Pin the ids and payloads of a release.",
    },
)
def command() -> None:
    """Import, add and check corpus data."""
