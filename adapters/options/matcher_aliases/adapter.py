"""Aliases built into the matcher: a rule about Bash also finds every native name that means Bash somewhere."""

from __future__ import annotations

from collections import defaultdict

from options.native import NativeNames

from hook_adapters.canonical.platform import load, platforms


class Adapter(NativeNames):
    """One table for all platforms, as a matcher that is not told the platform must have."""

    name = "matcher-aliases"

    def __init__(self) -> None:
        super().__init__()
        self._aliases: dict[str, set[str]] = defaultdict(set)
        for platform in platforms():
            for native, canonical in load(platform).tables.tools.items():
                self._aliases[canonical].add(native)

    def tools(self, names: list[str]) -> list[str]:
        """Return the names and everything they are called on any platform."""
        return sorted({alias for name in names for alias in (name, *self._aliases[name])})


create = Adapter
