"""YAML files of the corpus and of users, read as a hook reads a pack: one meaning everywhere.

`1.0.20` and `2026-11-21` stay text, `yes` stays text; only `true`, `false`, `null` and plain integers are typed. The
adapters have a reader of their own: the suite imports none of them, and its tests hold both to the same meaning.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError, unreadable_file
from hookconform.ground.input_files import read_utf8

_DEEPEST = 200
_TAG = "tag:yaml.org,2002:"
_WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")


def parse_yaml(text: str, *, where: str) -> Any:
    """Return the document in `text`; raises `HookconformError` (`yaml.invalid`) naming line and column."""
    import yaml  # noqa: PLC0415 (slow to import)

    try:
        return _read(text)
    except _RefusedError as error:
        problem, mark = str(error), error.mark
    except (yaml.YAMLError, UnicodeError) as error:
        problem = getattr(error, "problem", None) or str(error).split("\n", 1)[0]
        mark = getattr(error, "problem_mark", None)
        problem += _of_tabs(text, mark, problem)
    raise HookconformError(
        "yaml.invalid",
        f"This is not valid YAML here: {problem}.",
        where=f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where,
        hint="Correct the file.",
    )


def load_yaml(path: Path) -> Any:
    """Return the document in a UTF-8 file; errors as `parse_yaml` and `read_text`."""
    return parse_yaml(read_text(path), where=str(path))


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file, packed or not; raises `HookconformError` (`file.unreadable`)."""
    try:
        return read_utf8(path)
    except FileNotFoundError as error:
        from hookconform.ground.packed import content_of, is_held  # noqa: PLC0415 (a checkout holds nothing packed)

        if is_held(path):
            return content_of(path).decode("utf-8")
        raise unreadable_file(path, error) from error
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable_file(path, error) from error


def _of_tabs(text: str, mark: Any, problem: str) -> str:
    """Return what to add where a tab stands for blanks: the parser speaks of tokens."""
    lines = text.splitlines()
    if mark is None or mark.line >= len(lines):
        return ""
    line = lines[mark.line]
    begins = line[: len(line) - len(line.lstrip())] + line[mark.column : mark.column + 1]
    return f"{'' if 'tab' in problem else ': a tab'}; indent by spaces" if "\t" in begins else ""


class _RefusedError(ValueError):
    """What is wrong with a text, and the mark of the place."""

    def __init__(self, text: str, mark: Any) -> None:
        super().__init__(text)
        self.mark = mark


class _Document:
    """A document that is put together from the events of PyYAML's parser, innermost lists and tables first."""

    def __init__(self) -> None:
        self.count = 0
        self.value: Any = None
        self._open: list[_Open] = []
        self._anchors: dict[str, Any] = {}

    def begin(self, mark: Any) -> None:
        """Begin a document: there is one at most."""
        self.count += 1
        if self.count > 1:
            raise _RefusedError("found another document", mark)

    def alias(self, event: Any) -> None:
        """Add what the alias stands for; a list or table has no name before its end."""
        if event.anchor not in self._anchors:
            raise _RefusedError(f"found undefined alias {event.anchor!r}", event.start_mark)
        self._add(self._anchors[event.anchor], event)

    def scalar(self, event: Any) -> None:
        """Add a word: typed if it stands there plain, text if it is quoted or a block."""
        self._refuse(event, "str")
        value = _typed(event) if event.tag is None and event.implicit[0] else event.value
        self._name(event.anchor, value)
        self._add(value, event)

    def open(self, value: Any, event: Any) -> None:
        """Begin a list or a table."""
        self._refuse(event, "seq" if isinstance(value, list) else "map")
        self._open.append(_Open(value, event))

    def close(self) -> None:
        """End the innermost list or table."""
        whole = self._open.pop()
        self._name(whole.event.anchor, whole.value)
        self._add(whole.value, whole.event)

    def _refuse(self, event: Any, kind: str) -> None:
        if self._open and self._open[-1].wants_key and kind != "str":
            raise _RefusedError("found a key that is a list or a table", event.start_mark)
        if len(self._open) > _DEEPEST:
            raise _RefusedError(f"nested more than {_DEEPEST} deep", event.start_mark)
        if event.tag not in (None, "!", f"{_TAG}{kind}"):
            tag = event.tag.replace(_TAG, "!!")
            raise _RefusedError(f"found the tag {tag}, which has no meaning here", event.start_mark)

    def _name(self, anchor: str | None, value: Any) -> None:
        if anchor:
            self._anchors[anchor] = value

    def _add(self, value: Any, event: Any) -> None:
        if self._open:
            self._open[-1].add(value, event.start_mark)
        else:
            self.value = value


class _Open:
    """A list or table whose end was not read yet."""

    def __init__(self, value: Any, event: Any) -> None:
        self.value = value
        self.event = event
        self.wants_key = isinstance(value, dict)
        self._key: Any = None

    def add(self, value: Any, mark: Any) -> None:
        """Add an item, or a key and then what is under it."""
        if isinstance(self.value, list):
            self.value.append(value)
        elif self.wants_key:
            if isinstance(value, list | dict):
                raise _RefusedError("found a key that is a list or a table", mark)
            if value in self.value:
                raise _RefusedError(f"found the key {value!r} twice", mark)
            self._key, self.wants_key = value, False
        else:
            self.value[self._key] = value
            self.wants_key = True


def _read(text: str) -> Any:
    """Return the value of the only document there is, None for none."""
    import yaml  # noqa: PLC0415 (as above)

    document = _Document()
    for event in yaml.parse(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        match event:
            case yaml.DocumentStartEvent():
                document.begin(event.start_mark)
            case yaml.ScalarEvent():
                document.scalar(event)
            case yaml.AliasEvent():
                document.alias(event)
            case yaml.SequenceStartEvent():
                document.open([], event)
            case yaml.MappingStartEvent():
                document.open({}, event)
            case yaml.CollectionEndEvent():
                document.close()
            case _:
                pass
    return document.value


def _typed(event: Any) -> Any:
    """Return the value of a plain word."""
    word: str = event.value
    if word in _WORDS:
        return _WORDS[word]
    if not _INTEGER.fullmatch(word):
        return word
    try:
        return int(word)
    except ValueError:
        raise _RefusedError("found a number with too many digits", event.start_mark) from None
