"""`hookconform cases`: list the cases of the corpus."""

from __future__ import annotations

import sys

import click

from hookconform.cases.entry import Entry
from hookconform.cases.loading import iter_entries
from hookconform.cli import completing
from hookconform.cli.platform_names import chosen
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("only", nargs=-1, metavar="[PLATFORM]...", shell_complete=completing.platforms)
@click.option("--platform", "platforms", multiple=True, metavar="NAME", help="The same as the argument; repeatable.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only cases with this tag; all of them if repeated.")
@click.option("--tool", metavar="NAME", help="Only cases of this tool, canonical or native name.")
@click.option("--kind", metavar="KIND", help="Only calls of this kind.")
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
    if kind is not None:
        _demand_kind(kind)
    lines: list[str] = []
    for entry in iter_entries(platforms=chosen(only, platforms)):
        names = (entry.tool_name, entry.platform_tool_name)
        if not set(entry.tags).issuperset(tags) or (tool is not None and tool not in names):
            continue
        if kind is not None and kind != entry.kind:
            continue
        lines.append(printable_json(_row(entry)) if as_json else printable(f"{entry.id}  {entry.title}"))
    if not lines:
        click.echo("no case fits", err=True)
        sys.exit(EXIT_FAILED)
    # At once: a call a line costs more than finding the cases.
    click.echo("\n".join(lines))


def _demand_kind(kind: str) -> None:
    kinds = load_vocabulary().all_kinds
    if kind not in kinds:
        raise HookconformError(
            "kind.unknown",
            f"There is no kind {kind!r} of tools.",
            hint=meant(kind, kinds),
        )


def _row(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.id,
        "platform": entry.id.partition("/")[0],
        "version": entry.version,
        "title": entry.title,
        "origin": entry.origin,
        "event": entry.event,
        "tool_name": entry.tool_name,
        "platform_tool_name": entry.platform_tool_name,
        "kind": entry.kind,
        "tags": list(entry.tags),
    }
