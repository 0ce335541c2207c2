"""`hookconform corpus diff`: what changed between two recorded versions of a platform."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("platform", type=PLATFORM)
@click.argument("old")
@click.argument("new")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(platform: str, old: str, new: str, *, as_json: bool) -> None:
    """Say what changed between the versions OLD and NEW of PLATFORM: events, calls, envelopes, tools, responses.

    It compares recordings: a call that only one of them has may not have been tried at the other version.
    """
    from hookconform.corpus.claims import load_platform
    from hookconform_lab.evidence.version_changes import version_changes

    found = version_changes(load_platform(platform), old, new)
    if as_json:
        click.echo(printable_json(json.loads(json.dumps([asdict(changes) for changes in found])), indent=2))
        return
    for changes in found:
        click.echo(f"{changes.kind}: {changes.unknown or ('' if changes.lines else 'unchanged')}".rstrip())
        for line in changes.lines:
            click.echo(printable(f"  {line}"))
