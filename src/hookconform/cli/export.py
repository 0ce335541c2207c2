"""`hookconform export`: the corpus as plain data, for runners and guards in any language."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from itertools import chain
from pathlib import Path

import click

from hookconform.attach.registry import find_adapter
from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM as PLATFORM_NAME
from hookconform.corpus.vocabulary import EXTENDED
from hookconform.export.all_schemas import type_sources
from hookconform.export.formats import text_of
from hookconform.export.packaging import PACKAGES, write_package
from hookconform.export.request import COMPARED, TIERS, Request, demand_methods
from hookconform.export.table import (
    ADAPTER,
    CAPABILITY,
    EXPORTS,
    LANGUAGES,
    OF_PACKAGES,
    PLATFORM,
    ROW_FORMATS,
    SINCE,
    TIER,
)
from hookconform.export.types import Language
from hookconform.ground.errors import HookconformError, unwritable
from hookconform.ground.meant import meant

_THERE = [
    *((export.name, export.what) for export in EXPORTS.values()),
    *((package.name, f"a package for {package.language}") for package in PACKAGES.values()),
]
_HELP = "\n".join(
    [
        "Write WHAT as data that is read without any code of ours.",
        "",
        "\b",
        *(f"{name:<9} {what}" for name, what in _THERE),
        "",
        "\b",
        "hookconform export cases --platform codex > codex.ndjson",
        "hookconform export answers --format json --output answers.json",
        "hookconform export npm --output build/npm",
    ]
)


@click.command(help=_HELP)
@click.argument("what", metavar="WHAT", required=False)
@click.option(
    PLATFORM, "platforms", type=PLATFORM_NAME, multiple=True, metavar="NAME", shell_complete=completing.platforms,
    help="Only this platform; repeatable.",
)  # fmt: skip
@click.option(SINCE, metavar="V", help="Only this version of the platform and newer ones.")
@click.option(
    CAPABILITY, "capabilities", multiple=True, metavar="NAME",
    help=f"Only these checks: {', '.join(COMPARED)}; repeatable.",
)  # fmt: skip
@click.option(TIER, type=click.Choice(TIERS), help="The tier of your adapter; extended by default.")
@click.option(ADAPTER, metavar="PATH", help="Your manifest: what it claims, in its own words.")
@click.option("--format", "form", metavar="FORMAT", help=f"{', '.join(ROW_FORMATS)}; for types {', '.join(LANGUAGES)}.")
@click.option("--output", type=click.Path(path_type=Path), metavar="PATH", help="File to write; packages: folder.")
def command(  # noqa: PLR0913 (one an option)
    *,
    what: str | None,
    platforms: tuple[str, ...],
    since: str | None,
    capabilities: tuple[str, ...],
    tier: str | None,
    adapter: str | None,
    form: str | None,
    output: Path | None,
) -> None:
    """Write one export, or one package."""
    known = [name for name, _ in _THERE]
    if what is None:
        raise click.UsageError(f"Give WHAT: {', '.join(known[:-1])} or {known[-1]}.")
    if what not in known:
        raise HookconformError("export.unknown", f"There is no export {what!r}.", hint=meant(what, known))
    given = {PLATFORM: platforms, SINCE: since, CAPABILITY: capabilities, TIER: tier, ADAPTER: adapter}
    _demand_taken(what, [option for option, value in given.items() if value not in (None, ())])
    if adapter is not None and (tier or capabilities):
        raise click.UsageError("--adapter says the tier and the capabilities: give neither.")
    manifest = find_adapter(adapter) if adapter is not None else None
    if manifest is not None:
        demand_methods(manifest)
    request = Request(platforms, since, capabilities, tier or EXTENDED, manifest)
    if what in PACKAGES:
        _package(what, form, output, request)
        return
    formats = EXPORTS[what].formats
    chosen = formats[0] if form is None else form
    if chosen not in formats:
        raise HookconformError(
            "export.format",
            f"{what} cannot be written as {chosen!r}.",
            where="--format",
            hint=meant(chosen, formats),
        )
    if chosen in LANGUAGES:
        _types(chosen, output, request)
        return
    _write(text_of(EXPORTS[what].rows(request), what, chosen, request), output)


def _demand_taken(what: str, given: Collection[str]) -> None:
    takes = EXPORTS[what].takes if what in EXPORTS else OF_PACKAGES
    for option in given:
        if option not in takes:
            raise click.UsageError(f"{what} takes no {option}; it takes {', '.join(sorted(takes))}.")


def _package(name: str, form: str | None, output: Path | None, request: Request) -> None:
    if output is None:
        raise click.UsageError(f"A package is a folder: hookconform export {name} --output build/{name}")
    if form is not None:
        raise click.UsageError(f"A package has its own formats: leave out --format {form}.")
    write_package(name, output, request)
    click.echo(f"{output}: read README.md there", err=True)


def _types(language: Language, output: Path | None, request: Request) -> None:
    """Write the types of one platform, or a file a platform into a folder."""
    if len(request.wanted_platforms) == 1:
        ((_, source),) = type_sources(language, request)
        _write([source], output)
        return
    if output is None:
        raise click.UsageError("Types are a file a platform: name one with --platform, or a folder with --output.")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable("export", output, error) from error
    for platform, source in type_sources(language, request):
        _write([source], output / f"{platform}.{language}")


def _write(pieces: Iterable[str], output: Path | None) -> None:
    if output is None:
        for piece in pieces:
            sys.stdout.write(piece)
        return
    # What is refused is refused here: a file that is there stays as it is.
    rest = iter(pieces)
    first = next(rest, "")
    try:
        with output.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(chain([first], rest))
    except OSError as error:
        raise unwritable("export", output, error) from error
