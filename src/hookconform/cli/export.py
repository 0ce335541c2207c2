"""`hookconform export`: the corpus as plain data, for runners and guards in any language."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from hookconform.attach.registry import find_adapter
from hookconform.cli import completing
from hookconform.corpus.vocabulary import EXTENDED
from hookconform.export.formats import text_of
from hookconform.export.request import COMPARED, Request, demand_methods
from hookconform.export.table import EXPORTS, ROW_FORMATS
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant

_TIERS = ("core", EXTENDED)


@click.command()
@click.argument("what", metavar="WHAT")
@click.option(
    "--platform", "platforms", multiple=True, metavar="NAME", shell_complete=completing.platforms,
    help="Only this platform; repeatable.",
)  # fmt: skip
@click.option("--since", default="", metavar="V", help="Only this version of the platform and newer ones.")
@click.option(
    "--capability", "capabilities", multiple=True, metavar="NAME",
    help=f"cases: only these checks ({', '.join(COMPARED)}); repeatable.",
)  # fmt: skip
@click.option("--tier", type=click.Choice(_TIERS), help="cases: the tier of your adapter; extended by default.")
@click.option("--adapter", metavar="PATH", help="cases, rules: what this manifest claims, in its own words.")
@click.option("--format", "form", metavar="FORMAT", help=f"{', '.join(ROW_FORMATS)}; types: ts, go, rs or py.")
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it here.")
def command(  # noqa: PLR0913 (one an option)
    *,
    what: str,
    platforms: tuple[str, ...],
    since: str,
    capabilities: tuple[str, ...],
    tier: str | None,
    adapter: str | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Write WHAT as data that needs no code of ours to be read.

    \b
    cases     payloads, and what an adapter must make of each
    claims    native names, with their canonical names and versions
    rules     the rules that the cases are matched with
    answers   what a hook answers so that something is done
    escapes   what hooks see of all that happens in a session

    \b
    hookconform export cases --platform codex > codex.ndjson
    hookconform export answers --format json --output answers.json
    """
    if what not in EXPORTS:
        raise HookconformError("export.unknown", f"There is no export {what!r}.", hint=meant(what, EXPORTS))
    export = EXPORTS[what]
    chosen = form or export.formats[0]
    if chosen not in export.formats:
        raise HookconformError(
            "export.format",
            f"{what} cannot be written as {chosen!r}.",
            where="--format",
            hint=meant(chosen, export.formats),
        )
    _demand_fitting(what, {"--capability": capabilities, "--tier": tier}, ("cases",))
    _demand_fitting(what, {"--adapter": adapter}, ("cases", "rules"))
    if adapter and (tier or capabilities):
        raise click.UsageError("--adapter says the tier and the capabilities: give neither.")
    manifest = find_adapter(adapter) if adapter else None
    if manifest is not None:
        demand_methods(manifest)
    request = Request(platforms, since, capabilities, tier or EXTENDED, manifest)
    _write(text_of(export.rows(request), what, chosen, request), output)


def _demand_fitting(what: str, given: dict[str, object], fitting: tuple[str, ...]) -> None:
    for option, value in given.items():
        if value and what not in fitting:
            raise click.UsageError(f"{option} is for {' and '.join(fitting)}, not for {what}.")


def _write(pieces: Iterable[str], output: Path | None) -> None:
    if output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    try:
        with output.open("w", encoding="ascii", newline="\n") as stream:
            stream.writelines(pieces)
    except OSError as error:
        raise HookconformError(
            "output.unwritable", f"The export cannot be written: {error}.", where=str(output), hint="Check --output."
        ) from error
