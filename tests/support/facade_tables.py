"""What the tests of facades need again and again: tables, recorded declarations, and every facade there is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import tool_facades
from hookconform.corpus.declared import declared_tools
from hookconform.ground.versions import at_least
from tool_facades import ProviderToolRegistry, ToolFacade

REGISTRY = ProviderToolRegistry()
FOLDER = Path(tool_facades.__file__).parent
TABLES: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "tables").glob("*.json"))
}
CANONICAL: dict[str, Any] = json.loads((FOLDER / "canonical.json").read_text(encoding="utf-8"))


@cache
def declared(provider: str, version: str) -> dict[str, Any]:
    """Return what the corpus has recorded: tool → `{"parameters": [schema] …}`."""
    platform = TABLES[provider]["platform"]
    return declared_tools(platform, version)


def recorded_up_to(provider: str, version: str, tool: str) -> list[Any]:
    """Return the schemas with which a tool was recorded at a version, and at older ones, newest first.

    A recording of some scenarios does not show all forms, so that facades keep those of older ones.
    """
    versions = [one for one in REGISTRY.versions(provider) if at_least(version, one)]
    recordings = [declared(provider, one) for one in reversed(versions)]
    return [schema for tools in recordings if tool in tools for schema in tools[tool]["parameters"]]


def offered(schema: Any) -> Any:
    """Return a recorded schema as it can be offered elsewhere: without the names of what one machine has installed."""
    if isinstance(schema, list):
        return [offered(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = ("enum", "environment") if schema.get("environment") else ()
    return {key: offered(value) for key, value in schema.items() if key not in left_out}


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
