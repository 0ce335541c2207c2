"""Faults in tables that are JSON, one at a time: an entry goes, a text, a number or a truth value is another.

Every entry of an object or a list goes once, and every value within is another once; texts of four words or more are
for people, and stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import yaml

from hookconform.strength.faults import MESSAGE, Fault

_TRUTH = {"true": "false", "false": "true"}
_WHOLE_NUMBER = re.compile(r"-?\d+")


class Placed(NamedTuple):
    """A fault with the path of the entry that it is about; an object in a list goes by its first text."""

    fault: Fault
    path: str


def faults_in_json(source: str) -> Iterator[Placed]:
    """Yield every fault in order of the source; each gives source that parses. Raises `yaml.YAMLError`."""
    # JSON is YAML, and its reader says where each value begins and ends.
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    if root is not None:
        yield from _in(root, "", source)


def _in(node: yaml.Node, path: str, source: str) -> Iterator[Placed]:
    match node:
        case yaml.MappingNode():
            members = [(key.start_mark.index, value.end_mark.index) for key, value in node.value]
            paths = [_below(path, key.value) for key, _ in node.value]
            for number, (_, value) in enumerate(node.value):
                yield Placed(_gone(members, number), paths[number])
                yield from _in(value, paths[number], source)
        case yaml.SequenceNode():
            members = [(item.start_mark.index, item.end_mark.index) for item in node.value]
            for number, item in enumerate(node.value):
                inner = _below(path, _name(item) or str(number))
                yield Placed(_gone(members, number), inner)
                yield from _in(item, inner, source)
        case yaml.ScalarNode() if text := _another(node, source):
            yield Placed(Fault("value", node.start_mark.index, node.end_mark.index, text), path)
        case _:
            pass


def _gone(members: Sequence[tuple[int, int]], number: int) -> Fault:
    """Return the fault of an entry that goes, with the comma behind it, or the one before the last."""
    start, end = members[number]
    if number + 1 < len(members):
        end = members[number + 1][0]
    elif number:
        start = members[number - 1][1]
    return Fault("row", start, end, "")


def _another(node: yaml.ScalarNode, source: str) -> str:
    """Return what is written for another value than this one, empty where there is none."""
    value = node.value
    if node.style == '"':
        written = source[node.start_mark.index + 1 : node.end_mark.index - 1]
        return f'"{written}XX"' if value and len(value.split()) < MESSAGE else ""
    if value in _TRUTH:
        return _TRUTH[value]
    return str(int(value) + 1) if _WHOLE_NUMBER.fullmatch(value) else ""


def _name(node: yaml.Node) -> str:
    """Return the first text of an object, or a text itself."""
    if isinstance(node, yaml.ScalarNode):
        return node.value if node.style == '"' else ""
    values = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else []
    return next((name for value in values if isinstance(value, yaml.ScalarNode) and (name := _name(value))), "")


def _below(path: str, name: str) -> str:
    return f"{path}/{name}" if path else name
