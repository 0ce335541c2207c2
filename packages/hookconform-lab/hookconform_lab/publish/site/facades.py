"""A canonical tool as each provider's models know it, and what programs do with the same call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.semantics import Answers, driven_versions, load_semantics, load_steps
from hookconform.explain.facade import explain_facade
from hookconform.explain.parameters import parameters_of

_NOT_SAID = "cannot be said"


@dataclass(frozen=True, slots=True)
class ToolColumn:
    """One provider's tool: `parameters` are (path, what it takes, whether it is required), none for free text.

    `told` is its explanation.
    """

    provider: str
    family: str
    version: str
    tool: str
    parameters: tuple[tuple[str, str, bool], ...]
    told: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Column:
    """One program that was driven: its name, version and the model that it was asked by."""

    program: str
    version: str
    model: str


@dataclass(frozen=True, slots=True)
class SemanticsTable:
    """What programs did: for each step its title, and a cell a column.

    A cell is the class of the outcome, and a letter where the files afterwards, or what the model was told, are not
    as with most programs; equal letters are equal.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def tool_columns(canonical: str) -> list[ToolColumn]:
    """Return the recorded tools that stand for a canonical one, of each provider and family at its newest version."""
    return [column for column in _all_columns() if column.told["canonical"] == canonical]


@cache
def _all_columns() -> tuple[ToolColumn, ...]:
    from tool_facades import ProviderToolRegistry  # noqa: PLC0415 (only where facades are shown)

    registry = ProviderToolRegistry()
    found: dict[str, ToolColumn] = {}
    # What a vendor's interface defines is no program's, and docs/facades.md lists it.
    for provider in (one for one in registry.providers() if registry.versions(one) != ["own"]):
        for family in registry.families(provider):
            for facade in registry.tools_for_provider(provider, family):
                told = explain_facade(provider, facade.tool_name, family)
                # What two families are given alike, or a provider under a second name, is shown once.
                same = repr((facade.tool_name, told["families"], facade.version, told["parameters"]))
                before = found.get(same)
                if before is None:
                    rows = tuple(row for schema in facade.parameters[:1] for row in parameters_of(schema))
                    found[same] = ToolColumn(provider, family, facade.version, facade.tool_name, rows, told)
                elif before.provider == provider:
                    found[same] = replace(before, family=f"{before.family}, {family}")
    return tuple(found.values())


def semantics_table(canonical: str) -> SemanticsTable | None:
    """Return what programs did with the steps of the shared script that end in a call of a tool; None without any."""
    runs = _runs(corpus_root())
    steps = [step for step in load_steps() if (step.calls or step.patch)[-1].tool == canonical]
    rows = [(step.title, tuple(_cells(step.id, [answers for _, answers in runs]))) for step in steps]
    return SemanticsTable(tuple(column for column, _ in runs), tuple(rows)) if rows and runs else None


@cache
def _runs(root: Path) -> tuple[tuple[Column, Answers], ...]:
    found: list[tuple[Column, Answers]] = []
    for platform in platform_ids(root):
        versions = driven_versions(platform, root)
        runs = load_semantics(platform, versions[-1], root) if versions else ()
        name = load_platform(platform, root).name
        found += [(Column(name, answers.version, answers.model), answers) for answers in runs]
    return tuple(found)


def _cells(step: str, runs: Sequence[Answers]) -> list[str]:
    """Return a cell for each run; what most programs leave and tell has no letter."""
    rows = [answers.rows.get(step) for answers in runs]
    left = [None if row is None else repr((sorted(row.files.items()), sorted(row.told))) for row in rows]
    order = [text for text, _ in Counter(text for text in left if text is not None).most_common()]
    return [
        _NOT_SAID if row is None else row.outcome + _letter(order.index(text or ""))
        for row, text in zip(rows, left, strict=True)
    ]


def _letter(place: int) -> str:
    return f" {ascii_uppercase[place]}" if place else ""
