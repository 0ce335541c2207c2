"""Which tools a program declared to its model, version by version, under the names hooks give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import argument_keys, declared_versions, scenarios_of
from hookconform.corpus.shown import Shown, shown_by
from hookconform.corpus.version_files import read_document, unreadable, version_path

HookNames = frozenset[str]


class Declarations(NamedTuple):
    """Declared name → its names in hooks, by version.

    `shown` are the scenarios that showed a tool, by its name in hooks. `arguments` are the argument keys of declared
    tools, by version and name in hooks.
    """

    by_version: dict[str, dict[str, HookNames]]
    shown: Shown
    arguments: Mapping[str, dict[str, frozenset[str]]] = MappingProxyType({})

    def at(self, version: str) -> dict[str, HookNames]:
        """Return the tools declared at a version; empty if nothing is known."""
        return self.by_version.get(version, {})

    def has(self, version: str, name: str) -> bool:
        """Tell whether a version declares a tool that hooks call `name`."""
        return any(name in names for names in self.at(version).values())

    def takes(self, version: str, name: str, argument: str) -> bool:
        """Tell whether the tool that hooks call `name` is declared at a version with an argument of that name."""
        return argument in self.arguments.get(version, {}).get(name, ())

    def versions_of(self, name: str) -> list[str]:
        """Return the versions that declare a tool hooks call `name`, in no particular order."""
        return [version for version in self.by_version if self.has(version, name)]


def declarations(platform: Platform) -> Declarations:
    """Return what the declared lists and the `declared` evidence of the claims say.

    MCP tools are left out: they are the lab's own.

    Raises `HookconformError` (`declared.unreadable`, `changes.damaged`).
    """
    found: dict[str, dict[str, HookNames]] = {}
    arguments: dict[str, dict[str, frozenset[str]]] = {}
    places: dict[str, dict[str, frozenset[str]]] = {}
    for version in declared_versions(platform.id, platform.root):
        keys, places[version] = _declared_tools(version_path(platform.id, "declared", version, platform.root))
        named = {name: platform.hook_names(name, version) for name in keys}
        arguments[version] = {hooked: keys[name] for name, names in named.items() for hooked in names}
        found[version] = {name: names for name, names in named.items() if not _is_mcp(platform, name, names)}
    shown = shown_by(places).under(found)
    for claim in platform.tools.values():
        for item in claim.evidence:
            if item.basis == "declared" and item.supports:
                for version in item.versions:
                    if version not in shown.ran:
                        found.setdefault(version, {})[claim.native] = frozenset({claim.native})
    return Declarations(found, shown, arguments)


def _declared_tools(path: Path) -> tuple[dict[str, frozenset[str]], dict[str, frozenset[str]]]:
    """Return the argument keys of each tool of a document, and the scenarios that declared it."""
    document = read_document("declared", path)
    try:
        tools = sorted(document["tools"].items())
        return {name: argument_keys(tool) for name, tool in tools}, {name: scenarios_of(tool) for name, tool in tools}
    except (KeyError, TypeError, AttributeError) as error:
        raise unreadable("declared", str(path), f"{type(error).__name__}: {error}") from error


def _is_mcp(platform: Platform, declared: str, names: Iterable[str]) -> bool:
    if platform.declares_as_mcp(declared):
        return True
    return all(name not in platform.tools and platform.mcp_forms(name) for name in names)
