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


class Values:
    """A tool that takes several values: a list under one of `at`, or a single one there, or a list as its arguments.

    An object is the arguments of a call; a text is the argument `each` of one. With `words` a program under `each` may
    have the list of its words under that key, and the command is both in one text.
    """

    def __init__(self, *at: str, each: str, words: str = "") -> None:
        self.at = at
        self.each = each
        self.words = words

    def calls(self, native: Any, called: str) -> Iterator[tuple[str, Any]]:
        """Yield one call of the same tool a value; what is neither text nor object is none."""
        if not isinstance(native, dict):
            yield from self._of(native, called, {})
            return
        beside = {self.words: native[self.words]} if self.words in native else {}
        # The tool reads one of them, which one depends on what it takes for valid: a call too many stops more.
        for name in self.at:
            if name in native:
                yield from self._of(native[name], called, beside)

    def replaced(self, native: Mapping[str, Any], call: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments with this one call in place of what stood under any of the names."""
        rest = {key: value for key, value in native.items() if key not in (*self.at, self.words)}
        return {**rest, self.at[0]: [call[self.each] if call.keys() == {self.each} else call]}

    def _of(self, value: Any, called: str, beside: dict[str, Any]) -> Iterator[tuple[str, Any]]:
        several = isinstance(value, list)
        for item in value if several else [value]:
            if isinstance(item, dict):
                yield called, self._said_at_once(item)
            elif isinstance(item, str):
                yield called, self._said_at_once({self.each: item, **({} if several else beside)})

    def _said_at_once(self, arguments: dict[str, Any]) -> dict[str, Any]:
        program, words = arguments.get(self.each), arguments.get(self.words) if self.words else None
        if not isinstance(program, str) or not _are_words(words):
            return arguments
        rest = {key: value for key, value in arguments.items() if key != self.words}
        return {**rest, self.each: in_one_text(program, words)}


def in_one_text(program: str, words: Any) -> str:
    """Return a program and the list of its words as one command; where there are no words, the program."""
    if not _are_words(words):
        return program
    from shlex import quote

    return " ".join([program, *map(quote, words)])


def _are_words(words: Any) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def contained_calls(reading: Reading, tables: Tables) -> Iterator[Reading]:
    """Yield what each contained call says, in order, with those that it contains itself behind it.

    It has no result and no envelope of its own.
    """
    held = None if reading.bare_tool else tables.contained.get(reading.tool)
    if held is not None and (isinstance(reading.arguments, dict) or isinstance(held, Values)):
        for name, arguments in held.calls(reading.arguments, reading.tool):
            call = Reading(reading.event, payload={}, tool=name, arguments=arguments)
            yield call
            if isinstance(held, Batch):
                yield from contained_calls(call, tables)
