"""`hookconform lab`: record, measure and enforce on the real programs, offline."""

from __future__ import annotations

import click

from hookconform.cli import LazyGroup


@click.group(
    cls=LazyGroup,
    package="hookconform_lab.cli.lab_commands",
    table={
        "record": "Record a platform's hook payloads with the real program.",
        "verify": "Record afresh and report drift against the corpus.",
        "versions": "List the versions npm has and those in the corpus.",
        "names": "Read which tools and events the released program can register.",
        "responses": "Measure what a hook's answer does in the real program.",
        "semantics": "Drive the shared script of calls through the real program.",
        "paths": "Measure which files tools open when a path is spelled in many ways.",
        "enforce": "Prove that an adapter's denials stop tools in the real program.",
    },
)
def command() -> None:
    """Record, measure and enforce on the real programs, offline.

    Programs run in a network namespace that has loopback only, with a clean environment, a throw-away home
    and a scripted model; they are installed from npm into the lab's own cache folder.
    """
