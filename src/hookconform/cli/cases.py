"""`hookconform cases`: list the cases of the corpus."""

from __future__ import annotations

import sys

import click

from hookconform.cases.entry import Entry
from hookconform.cases.loading import iter_entries
from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, chosen
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.event_names import event_name, natives_of, tool_not_event
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.meant import meant, nearest, spelled
from hookconform.ground.plain_text import WIDTH, folded
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("only", type=PLATFORM, nargs=-1, metavar="[PLATFORM]... [EVENT]", shell_complete=completing.platforms)
@click.option(
    "--platform",
    "platforms",
    type=PLATFORM,
    multiple=True,
    metavar="NAME",
    help="The same as the argument; repeatable.",
)
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
    """List the cases of the corpus: id and title, in the order of the corpus. None found is exit code 1.

    EVENT is any name of the event, native or canonical.
    """
    if kind is not None:
        _demand_kind(kind)
    named, event = _event_apart(only, platforms)
    natives, canonical = _natives(named, event), spelled(event or "", load_vocabulary().events)
    lines: list[str] = []
    narrow = sys.stdout.isatty()
    for entry in iter_entries(platforms=named):
        if event is not None and not _is_at(entry, natives, canonical):
            continue
        names = (entry.tool_name, entry.platform_tool_name)
        if not set(entry.tags).issuperset(tags) or (tool is not None and tool not in names):
            continue
        if kind is not None and kind != entry.kind:
            continue
        lines.append(printable_json(_row(entry)) if as_json else printable(_line(entry, narrow=narrow)))
    if not lines:
        raise HookconformError(
            "cases.none",
            "No case fits.",
            hint="Leave out an option. Names and tags are exact; `hookconform cases --json` lists those of each case.",
            exit_code=EXIT_FAILED,
        )
    # At once: a call a line costs more than finding the cases.
    click.echo("\n".join(lines))


def _line(entry: Entry, *, narrow: bool) -> str:
    """Return id and title in a line; for a terminal, the title below an id where both together are too wide."""
    line = f"{entry.id}  {entry.title}"
    if not narrow or len(line) <= WIDTH:
        return line
    return "\n".join([entry.id, *folded(f"  {entry.title}", 2)])


def _event_apart(only: tuple[str, ...], platforms: tuple[str, ...]) -> tuple[tuple[str, ...], str | None]:
    """Return the platforms, and the event that stands behind them; an unknown first word may be a platform."""
    *before, last = only or ("",)
    if not last or last in platform_ids() or not (before or platforms or last in load_vocabulary().events):
        return chosen(only, platforms), None
    return chosen(before, platforms), last


def _natives(platforms: tuple[str, ...], event: str | None) -> set[tuple[str, str]]:
    """Return platform and native name of the events that are meant; raises `HookconformError` (`event.unknown`)."""
    if event is None:
        return set()
    known = [load_platform(platform) for platform in platforms or platform_ids()]
    natives = {(claims.id, native) for claims in known for native in natives_of(claims, event_name(claims, event))}
    if not natives:
        tool = next((one for claims in known if (one := tool_not_event(claims, event))), "")
        events = {name for claims in known for name in (*claims.registrations, *claims.events)}
        raise HookconformError(
            "event.unknown",
            f"There is no event {event!r} of {', '.join(claims.id for claims in known)}.",
            where="command line",
            hint=f"{tool} is a tool: hookconform cases {' '.join([*platforms, '--tool', tool])}"
            if tool
            else _meant(event, events),
        )
    return natives


def _meant(event: str, events: set[str]) -> str:
    """Return a sentence with what was meant: an event, or a platform if the word is near to none but one of these."""
    platforms = platform_ids()
    is_platform = nearest(event, events) is None and nearest(event, platforms) is not None
    return meant(event, platforms if is_platform else events)


def _is_at(entry: Entry, natives: set[tuple[str, str]], canonical: str) -> bool:
    platform = entry.id.partition("/")[0]
    return entry.event == canonical or (platform, entry.native_event) in natives


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
