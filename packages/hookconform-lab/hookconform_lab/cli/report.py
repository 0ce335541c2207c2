"""`hookconform report`: the published reports and the static site."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.day import day_of
from hookconform.cli.progress import working
from hookconform.ground.plain_text import counted


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if the committed reports are not current.")
@click.option("--site/--no-site", default=True, show_default=True, help="Build the static site, too.")
@click.option(
    "--results",
    "files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Put this run report beside those of the published adapters; repeatable.",
)
@click.option("--published/--no-published", default=True, show_default=True, help="Run the published adapters, too.")
@click.option(
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("reports"),
    show_default=True,
    metavar="DIR",
    help="Folder of the reports.",
)
@click.option("--date", metavar="YYYY-MM-DD", help="Date for the history; today if absent.")
def command(  # noqa: PLR0913 (one parameter an option)
    *, check: bool, site: bool, files: tuple[Path, ...], published: bool, folder: Path, date: str | None
) -> None:
    """Write the mapping tables, confidence, results, badges, history and the static site.

    Run reports come from `hookconform run ADAPTER --format json`. They must be complete runs on this corpus.
    """
    from hookconform.cases.loading import iter_cases
    from hookconform_lab.publish.folder import outdated, write
    from hookconform_lab.publish.publication import Publication, gather_corpus
    from hookconform_lab.publish.published import run_published
    from hookconform_lab.publish.results import accept_results, read_results
    from hookconform_lab.publish.site.build import build

    day = day_of(date)
    with working("reports") as say:
        # Before the corpus, which takes seconds.
        given = read_results(files)
        say("reading the corpus")
        corpus = gather_corpus(list(iter_cases()))
        mine = accept_results(given, corpus)
        others = run_published(corpus, say, {report["adapter"]["name"] for report in mine}) if published else ()
        results = (*mine, *others)
        publication = Publication(corpus, results)
        say("comparing" if check else "writing")
        stale = outdated(publication, folder) if check else []
        if not check:
            write(publication, folder, day)
            if site:
                say("building the site")
                build(publication, folder / "site")
    if check:
        for name in stale:
            click.echo(f"not current: {folder / name}")
        click.echo("Write them with `hookconform report`." if stale else "All published reports are current.")
        sys.exit(1 if stale else 0)
    first = folder / "site" / "index.html" if site else folder / "README.md"
    what = f"{counted(len(results), 'adapter')}, {counted(len(corpus.cases), 'case')}"
    click.echo(f"Written to {folder}: {what}. Open {first}.")
