"""`hookconform cases`: list the cases of the corpus."""

from __future__ import annotations

import sys

import click

from hookconform.cases.loading import iter_cases
from hookconform.cli import completing
from hookconform.cli.platform_names import chosen
from hookconform.corpus.cases import Case
from hookconform.corpus.vocabulary import KINDS
from hookconform.ground.errors import EXIT_FAILED
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("only", nargs=-1, metavar="[PLATFORM]...", shell_complete=completing.platforms)
@click.option("--platform", "platforms", multiple=True, metavar="NAME", help="The same as the argument; repeatable.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only cases with this tag; all of them if repeated.")
@click.option("--tool", metavar="NAME", help="Only cases of this tool, canonical or native name.")
@click.option("--kind", type=click.Choice(KINDS), help="Only calls of this kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(  # noqa: PLR0913, PLR0917 (one parameter an option)
    only: tuple[str, ...],
    platforms: tuple[str, ...],
    tags: tuple[str, ...],
    tool: str | None,
    kind: str | None,
    as_json: bool,
) -> None:
    """List the cases of the corpus: id and title, in the order of the corpus. None found is exit code 1."""
    found = False
    for case in iter_cases(platforms=chosen(only, platforms)):
        names = (case.expected.tool_name, case.expected.platform_tool_name)
        if not case.tags.issuperset(tags) or (tool is not None and tool not in names):
            continue
        if kind is not None and kind != case.expected.kind:
            continue
        found = True
        click.echo(printable_json(_row(case)) if as_json else printable(f"{case.id}  {case.title}"))
    if not found:
        click.echo("no case fits", err=True)
        sys.exit(EXIT_FAILED)


def _row(case: Case) -> dict[str, object]:
    return {
        "id": case.id,
        "platform": case.platform,
        "version": case.version,
        "title": case.title,
        "origin": case.origin["kind"],
        "event": case.expected.event or None,
        "tool_name": case.expected.tool_name,
        "platform_tool_name": case.expected.platform_tool_name,
        "kind": case.expected.kind,
        "tags": sorted(case.tags),
    }
