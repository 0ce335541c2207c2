"""`hookconform lab history`: list of which claims the releases are known exactly."""

from __future__ import annotations

import json

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.ground.plain_text import columns, folded
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import pre_option

_WIDEST = 60


@click.command()
@click.argument("platform", type=PLATFORM)
@click.option("--since", metavar="VERSION", default="", help="Only changes at this release or later.")
@click.option("--inexact", is_flag=True, help="Only those that are not exact.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@pre_option
def command(platform: str, *, since: str, inexact: bool, as_json: bool, prereleases: bool) -> None:
    """List the changes that the corpus knows of PLATFORM, and whether the two releases are neighbours.

    A change is exact if both releases were recorded or measured and the registry has none between them. Names that
    are listed can be given to `lab since`. Of the others the claim may say why that cannot be shown.
    """
    from hookconform_lab.lab.drivers import load_driver
    from hookconform_lab.sweep.history import bounds
    from hookconform_lab.sweep.registry import releases

    released = [release.version for release in releases(load_driver(platform), prereleases=prereleases)]
    found = bounds(platform, released, since)
    shown = [bound for bound in found if not (inexact and bound.is_exact)]
    if as_json:
        click.echo(json.dumps([bound.as_json() for bound in shown], indent=1))
        return
    rows = [("claim", "not yet", "since", "exact")]
    for bound in shown:
        why = bound.why if len(bound.why) <= _WIDEST else f"{bound.why[: _WIDEST - 1]}…"
        rows.append((bound.claim, bound.older or "-", bound.newer, "yes" if bound.is_exact else why))
    click.echo("\n".join(columns(rows)))
    for bound in shown:
        if bound.reason:
            said = "is exact: its `why_inexact` can go" if bound.is_exact else bound.reason
            click.echo("\n".join(folded(f"{bound.claim}: {said}", 2)))
    exact = sum(bound.is_exact for bound in found)
    reasons = sum(bool(bound.reason) and not bound.is_exact for bound in found)
    rest = f", {reasons} more with a reason why not" if reasons else ""
    click.echo(f"{exact} of {len(found)} exact{rest}", err=True)
