"""`hookconform community measure`: run an adapter over the whole corpus and keep a summary of it."""

from __future__ import annotations

import click

from hookconform.cli.day import day_of
from hookconform.cli.progress import talking


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--date", metavar="YYYY-MM-DD", help="Date of the measurement; today if absent.")
def command(names: tuple[str, ...], date: str | None) -> None:
    """Run these adapters over the whole corpus, and write what came out to their summary.json.

    Their programs must be installed (`hookconform community install`). The baselines run as well.
    """
    from hookconform_lab.community.folders import community_folder
    from hookconform_lab.community.measuring import measure
    from hookconform_lab.community.summaries import write_summary

    day = day_of(date)
    for folder in [community_folder(name) for name in names]:
        with talking(f"measuring {folder.name}") as say:
            summary = measure(folder, day, say)
        click.echo(f"Written: {write_summary(folder, summary)}")
