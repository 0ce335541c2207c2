"""`hookconform corpus matrix`: which cases judge which rule of the documents, by platform and event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.cli.progress import working
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import columns, counted

if TYPE_CHECKING:
    from hookconform.cases.requirements import Cell, Requirements


@click.command()
@click.option(
    "--platform", "platforms", type=PLATFORM, multiple=True, metavar="PLATFORM", help="Only this platform; repeatable."
)
@click.option("--rule", metavar="ID", help="Only this rule: an anchor of the documents, such as arguments-3.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: every cell with all its cases, or its reason.")
def command(platforms: tuple[str, ...], *, rule: str | None, as_json: bool) -> None:
    """Show how many cases judge each rule of the documents, and why some rules have none.

    The rules are the numbered sentences of docs/canonical-event.md, docs/rule-grammar.md and docs/runner-contract.md.
    """
    from hookconform.cases.loading import iter_cases
    from hookconform.cases.requirements import FILE, filled, load_requirements
    from hookconform.corpus.claims import load_platform, platform_ids

    root = corpus_root()
    requirements = load_requirements(root)
    if requirements is None:
        what = "This corpus does not say which rules its cases judge."
        raise HookconformError(
            "matrix.missing", what, where=str(root / FILE), hint="Use the corpus of a newer release."
        )
    if rule is not None and rule not in requirements.rules:
        raise HookconformError(
            "matrix.rule", f"There is no rule {rule!r}.", where=str(root / FILE), hint=meant(rule, requirements.rules)
        )
    asked = [load_platform(name).id for name in platforms] or platform_ids()
    with working("reading the cases"):
        found = filled(root, iter_cases(platforms=asked), requirements)
    cells = [cell for cell in requirements.cells(asked) if rule in {None, cell.rule}]
    if as_json:
        click.echo(json.dumps(list(_documents(cells, found, requirements)), ensure_ascii=False, indent=2))
        return
    for row in columns(list(_rows(cells, found, in_full=rule is not None or len(asked) == 1))):
        click.echo(row)
    gaps = sum(cell not in found and not requirements.reason(cell) for cell in cells)
    click.echo(f"{counted(len(cells), 'cell')}, {counted(gaps, 'gap')}. A cell is a rule at an event of a platform.")


def _rows(cells: Iterable[Cell], found: Mapping[Cell, list[str]], *, in_full: bool) -> Iterator[tuple[str, ...]]:
    if in_full:
        yield ("rule", "platform", "event", "cases")
        for cell in cells:
            yield (cell.rule, cell.platform, cell.event, f"{len(found.get(cell, ())):,}" if cell in found else "none")
        return
    yield ("rule", "platforms", "cells", "without a case", "cases")
    of_rules: dict[str, list[Cell]] = {}
    for cell in cells:
        of_rules.setdefault(cell.rule, []).append(cell)
    for name, there in of_rules.items():
        without = sum(cell not in found for cell in there)
        cases = sum(len(found.get(cell, ())) for cell in there)
        yield (name, str(len({cell.platform for cell in there})), str(len(there)), str(without), f"{cases:,}")


def _documents(
    cells: Iterable[Cell], found: Mapping[Cell, list[str]], requirements: Requirements
) -> Iterator[dict[str, object]]:
    for cell in cells:
        row: dict[str, object] = {"rule": cell.rule, "platform": cell.platform, "event": cell.event}
        yield row | ({"cases": found[cell]} if cell in found else {"reason": requirements.reason(cell)})
