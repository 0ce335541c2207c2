"""`hookconform changes`: what changed for hooks between two versions of a platform."""

from __future__ import annotations

import click

from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, PlatformFirst
from hookconform.ground.printable import printable, printable_json


@click.command(cls=PlatformFirst)
@click.argument("platform", type=PLATFORM, shell_complete=completing.platforms)
@click.argument("older", metavar="FROM", required=False)
@click.argument("newer", metavar="[TO]", required=False)
@click.option("--all", "whole", is_flag=True, help="Show every change (text).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: contract-changes).")
def command(platform: str, older: str | None, newer: str | None, *, whole: bool, as_json: bool) -> None:
    """Say what a hook must know before PLATFORM is upgraded from FROM to TO.

    Changes are of effects of answers, ways past a hook, events, tools and payload keys. TO is the newest recorded
    version by default. A change names its exact release if that is known, otherwise the two releases around it.

    \u0008
    hookconform changes copilot-cli 1.0.20 1.0.34
    hookconform changes codex 0.128.0
    """
    from hookconform.corpus.claims import load_platform
    from hookconform.explain.contract.history import unsaid_version, upgrade
    from hookconform.explain.contract.text import upgrade_text

    load_platform(platform)
    if older is None:
        raise unsaid_version(platform)
    found = upgrade(platform, older, newer)
    click.echo(printable_json(found.as_json(), indent=2) if as_json else printable(upgrade_text(found, whole=whole)))
