"""YAML without surprises: no implicit dates, floats or yes-and-no booleans, duplicate keys are refused.

`1.0.20`, `2026-11-21`, `yes` and `no` stay text; only `true`, `false`, `null` and plain integers are typed. Tags
that say otherwise are refused. This is the one meaning of YAML wherever rule packs and corpora are read.
"""

from __future__ import annotations

import re

import yaml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# PyYAML's own composer ends the process on nesting without bounds, so values are built from its parser's events.
MAX_DEPTH = 200
Parser: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
TAG = "tag:yaml.org,2002:"
INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
WORDS = {"true": True, "false": False, "null": None, "~": None, "": None}


class StrictYamlError(ValueError):
    """Text that is not this YAML; `line` and `column` count from 1, None where the place is not known."""

    def __init__(self, problem: str, mark: Any = None) -> None:
        self.problem = problem
        self.line: int | None = mark.line + 1 if mark else None
        self.column: int | None = mark.column + 1 if mark else None
        super().__init__(f"{problem} (line {self.line}, column {self.column})" if mark else problem)


def load(text: str) -> Any:
    """Return the document's value, None for an empty one; raises `StrictYamlError`."""
    parser = None
    try:
        parser = Parser(text)
        return _Document(parser).value()
    except yaml.MarkedYAMLError as error:
        raise StrictYamlError(_problem(text, error), error.problem_mark) from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise StrictYamlError(str(error).split("\n", 1)[0]) from None
    finally:
        if parser:
            parser.dispose()


def _problem(text: str, error: yaml.MarkedYAMLError) -> str:
    """Return what is wrong; where a tab stands for blanks, the parser speaks of tokens."""
    said, mark = error.problem or str(error), error.problem_mark
    lines = text.splitlines()
    line = lines[mark.line] if mark is not None and mark.line < len(lines) else ""
    begins = line[: len(line) - len(line.lstrip())] + (line[mark.column : mark.column + 1] if mark is not None else "")
    return f"{said}{'' if 'tab' in said else ': a tab'}; indent by spaces" if "\t" in begins else said


class _Document:
    """One document, read event by event."""

    def __init__(self, parser: Any) -> None:
        self._next: Any = parser.get_event
        self._anchors: dict[str, Any] = {}

    def value(self) -> Any:
        """Return the value of the only document there is."""
        self._next()  # the stream's start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return None
        result = self._node(self._next(), 0)
        self._next()  # the document's end
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            raise StrictYamlError("found another document", event.start_mark)
        return result

    def _node(self, event: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise StrictYamlError(f"nested more than {MAX_DEPTH} deep", event.start_mark)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise StrictYamlError(f"found undefined alias {event.anchor!r}", event.start_mark)
            return self._anchors[event.anchor]
        if isinstance(event, yaml.ScalarEvent):
            result = _scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            _refuse_tag(event, "seq")
            result = self._sequence(depth)
        else:
            _refuse_tag(event, "map")
            result = self._mapping(depth)
        if event.anchor:
            self._anchors[event.anchor] = result
        return result

    def _sequence(self, depth: int) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            result.append(self._node(event, depth + 1))
        return result

    def _mapping(self, depth: int) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
                raise StrictYamlError("found a key that is a list or a table", event.start_mark)
            key = self._node(event, depth + 1)
            if isinstance(key, list | dict):
                raise StrictYamlError("found a key that is a list or a table", event.start_mark)
            if key in result:
                raise StrictYamlError(f"found the key {key!r} twice", event.start_mark)
            result[key] = self._node(self._next(), depth + 1)
        return result


def _scalar(event: Any) -> Any:
    """Return the value of a word: typed if it stands there plain, text if it is quoted or a block."""
    text: str = event.value
    if event.tag is not None:
        _refuse_tag(event, "str")
        return text
    if not event.implicit[0]:
        return text
    if text in WORDS:
        return WORDS[text]
    if INTEGER.fullmatch(text):
        try:
            return int(text)
        except ValueError:
            raise StrictYamlError("found a number with too many digits", event.start_mark) from None
    return text


def _refuse_tag(event: Any, kind: str) -> None:
    """Raise for a tag that would change what is read: a quoted word is text already, nothing else can be asked for."""
    if event.tag not in (None, "!", f"{TAG}{kind}"):
        tag = event.tag.replace(TAG, "!!")
        raise StrictYamlError(f"found the tag {tag}, which has no meaning here", event.start_mark)
