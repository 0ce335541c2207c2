"""Which tools a program declared to its model, version by version, under the names hooks give them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import argument_keys, declared_versions, scenarios_of
from hookconform.corpus.shown import NONE, Shown
from hookconform.corpus.version_files import read_document, unreadable, version_path

HookNames = frozenset[str]


@dataclass(frozen=True, slots=True)
class Declarations:
    """Declared name → its names in hooks, by version.

    `shown` are the scenarios that showed a tool, by its name in hooks. `arguments` are the argument keys of declared
    tools, by version and name in hooks.
    """

    by_version: dict[str, dict[str, HookNames]]
    shown: Shown
    arguments: dict[str, dict[str, frozenset[str]]] = field(default_factory=dict[str, dict[str, frozenset[str]]])

    def at(self, version: str) -> dict[str, HookNames]:
        """Return the tools declared at a version; empty if nothing is known."""
        return self.by_version.get(version, {})

    def has(self, version: str, name: str) -> bool:
        """Tell whether a version declares a tool that hooks call `name`."""
        return any(name in names for names in self.at(version).values())

    def lacks(self, version: str, name: str) -> bool:
        """Tell whether a recording of a version would have shown a tool that hooks call `name`, and did not."""
        return self.shown.lacks(version, name)

    def is_whole(self, version: str) -> bool:
        """Tell whether it is known of every tool that any version declared, whether this one does."""
        return self.shown.is_whole(version)

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
    ran: dict[str, frozenset[str]] = {}
    places: dict[str, dict[str, frozenset[str]]] = {}
    for version in declared_versions(platform.id, platform.root):
        tools, keys = _declared_tools(version_path(platform.id, "declared", version, platform.root))
        ran[version] = NONE.union(*map(scenarios_of, tools.values()))
        named = {name: platform.hook_names(name, version) for name in keys}
        arguments[version] = {hooked: keys[name] for name, names in named.items() for hooked in names}
        found[version] = {name: names for name, names in named.items() if not _is_mcp(platform, name, names)}
        for name, names in found[version].items():
            for hooked in names:
                seen = places.setdefault(hooked, {})
                seen[version] = seen.get(version, NONE) | scenarios_of(tools[name])
    for claim in platform.tools.values():
        for item in claim.evidence:
            if item.basis == "declared" and item.supports:
                for version in item.versions:
                    if version not in ran:
                        found.setdefault(version, {})[claim.native] = frozenset({claim.native})
    return Declarations(found, Shown(ran, places), arguments)


def _declared_tools(path: Path) -> tuple[dict[str, dict[str, Any]], dict[str, frozenset[str]]]:
    """Return the tools of a document, and the argument keys of each."""
    document = read_document("declared", path)
    try:
        tools = document["tools"]
        return tools, {name: argument_keys(tools[name]) for name in sorted(tools)}
    except (KeyError, TypeError, AttributeError) as error:
        raise unreadable("declared", str(path), f"{type(error).__name__}: {error}") from error


def _is_mcp(platform: Platform, declared: str, names: Iterable[str]) -> bool:
    if platform.declares_as_mcp(declared):
        return True
    return all(name not in platform.tools and platform.mcp_forms(name) for name in names)
