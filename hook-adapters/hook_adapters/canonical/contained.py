"""The calls within one call: what a tool that runs others, or changes several files, does in all."""

from __future__ import annotations

from hook_adapters.canonical.reading import ABSENT, Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Tables


class Batch:
    """A tool whose calls of other tools stand in a list: under `at`, with name and arguments under these keys."""

    def __init__(self, at: str, *, tool: str, arguments: str) -> None:
        self.at = at
        self.tool = tool
        self.arguments = arguments

    def calls(self, native: Mapping[str, Any], called: str) -> Iterator[tuple[str, Any]]:
        """Yield name and arguments (`ABSENT`: none) of every call; what names no tool is none."""
        del called
        listed = native.get(self.at)
        for item in listed if isinstance(listed, list) else ():
            name = item.get(self.tool) if isinstance(item, dict) else None
            if isinstance(name, str) and name:
                yield name, item.get(self.arguments, ABSENT)


class Edits:
    """A tool that changes several files: a list under `at` of changes, each with its file under `file`."""

    def __init__(self, at: str, *, file: str) -> None:
        self.at = at
        self.file = file

    def calls(self, native: Mapping[str, Any], called: str) -> Iterator[tuple[str, Any]]:
        """Yield one call of the same tool a file, with the changes of that file under the same key."""
        listed = native.get(self.at)
        files: dict[str, list[Any]] = {}
        for item in listed if isinstance(listed, list) else ():
            path = item.get(self.file) if isinstance(item, dict) else None
            if isinstance(path, str) and path:
                files.setdefault(path, []).append(item)
        for path, items in files.items():
            yield called, {self.file: path, self.at: items}


def contained_calls(reading: Reading, tables: Tables) -> Iterator[Reading]:
    """Yield what each contained call says, in order, with those that it contains itself behind it.

    It has no result and no envelope of its own.
    """
    held = None if reading.bare_tool else tables.contained.get(reading.tool)
    if held is not None and isinstance(reading.arguments, dict):
        for name, arguments in held.calls(reading.arguments, reading.tool):
            call = Reading(reading.event, payload={}, tool=name, arguments=arguments)
            yield call
            if isinstance(held, Batch):
                yield from contained_calls(call, tables)
