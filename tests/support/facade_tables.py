"""What the tests of facades need again and again: tables, recorded declarations, and every facade there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tool_facades
from hookconform.corpus.facade_case import models_of, offered
from hookconform.corpus.facade_table import load_table
from hookconform.corpus.known_tools import known_tools
from tool_facades import ProviderToolRegistry, ToolFacade

REGISTRY = ProviderToolRegistry()
FOLDER = Path(tool_facades.__file__).parent
TABLES: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "tables").glob("*.json"))
}
CANONICAL: dict[str, Any] = json.loads((FOLDER / "canonical.json").read_text(encoding="utf-8"))


@cache
def declared(provider: str, version: str) -> dict[str, Any]:
    """Return what the corpus knows to be declared: tool → `{"parameters": [schema] …}`."""
    platform = TABLES[provider]["platform"]
    return dict(known_tools(platform, version))


@cache
def given(provider: str, version: str, family: str) -> dict[str, list[Any]]:
    """Return what the corpus knows a family to have been given: tool → its schemas, None for free text."""
    table = load_table(TABLES[provider]["platform"])
    return offered(table, version, models_of(table, version)[family])


def all_facades(*, newest: bool = False) -> Iterator[ToolFacade]:
    """Yield every facade of every provider with a table, of each family, and of each version unless `newest`."""
    for provider in TABLES:
        for version in REGISTRY.versions(provider)[-1:] if newest else REGISTRY.versions(provider):
            for family in REGISTRY.families(provider, version):
                yield from REGISTRY.tools_for_provider(provider, family, version)


def named(facade: ToolFacade) -> str:
    """Return a name for a test about a facade."""
    return f"{facade.provider}-{facade.version}-{facade.family}-{facade.tool_name}"


def rows() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every row of every table with its provider."""
    for provider, table in TABLES.items():
        for row in table["tools"]:
            yield provider, row
