"""`hookconform lab`: record, measure and enforce on the real programs, offline."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.lab_commands",
    table={
        "record": "Record a platform's hook payloads with the real program.",
        "verify": "Record again and report drift from the corpus.",
        "versions": "List the versions npm has and those in the corpus.",
        "names": "Extract the tools and events that the released program can register.",
        "responses": "Measure the effects of hook responses in the real program.",
        "semantics": "Run the shared script of tool calls on the real program.",
        "paths": "Measure which files tools open for many spellings of a path.",
        "escapes": "Measure what hooks see of everything that can happen in a session.",
        "sweep": "Record and measure released versions, one unit each.",
        "since": "Find the two releases between which a behaviour changed.",
        "history": "List of which claims the releases are known exactly.",
        "drift": "Compare the newest releases with the newest that is known.",
        "enforce": "Prove that an adapter's denials stop tools in the real program.",
    },
)
def command() -> None:
    """Record, measure and enforce on the real programs, offline.

    Programs run in a loopback-only network namespace, with a clean environment, a temporary home and a scripted
    model. They are installed into the lab's own cache folder.
    """
