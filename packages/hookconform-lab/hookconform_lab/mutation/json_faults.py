"""Faults in tables that are JSON, one at a time: an entry goes, a text, a number or a truth value is another.

Every entry of an object or a list goes once, and every value within is another once; texts of four words or more are
for people, and stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import yaml

from hookconform_lab.mutation.faults import MESSAGE, Fault, without

_TRUTH = {"true": "false", "false": "true"}
_NUMBER = re.compile(r"-?\d+(?P<fraction>[.eE][-+.eE\d]+)?")


class Placed(NamedTuple):
    """A fault with the path of the entry that it is about; an object in a list goes by its first text."""

    fault: Fault
    path: str


def faults_in_json(source: str) -> Iterator[Placed]:
    """Yield every fault in order of the source; each gives source that parses.

    Raises `ValueError` for what is no JSON, or has a key twice, and `yaml.YAMLError` for the little JSON that YAML does
    not take (tabs before a key, a key of over a thousand characters).
    """
    json.loads(source, object_pairs_hook=_once)
    # JSON is YAML, and its reader says where each value begins and ends.
    root = yaml.compose(source, Loader=yaml.SafeLoader)
    if root is not None:
        yield from _in(root, "", source)


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; of a key that is there twice, the first is no part of what the table says."""
    found: dict[str, Any] = {}
    for key, value in members:
        if key in found:
            raise ValueError(f"the key {key!r} is there twice")
        found[key] = value
    return found


def _in(node: yaml.Node, path: str, source: str) -> Iterator[Placed]:
    match node:
        case yaml.MappingNode():
            yield from _of_members([(key, key.value, value) for key, value in node.value], path, source)
        case yaml.SequenceNode():
            named = [(item, _name(item) or str(number), item) for number, item in enumerate(node.value)]
            yield from _of_members(named, path, source)
        case yaml.ScalarNode() if text := _another(node, source):
            yield Placed(Fault("value", node.start_mark.index, node.end_mark.index, text), path)
        case _:
            pass


def _of_members(members: Sequence[tuple[yaml.Node, str, yaml.Node]], path: str, source: str) -> Iterator[Placed]:
    """Yield the faults of the members of an object or a list: where each begins, its name, and its value."""
    stretches = [(begins.start_mark.index, value.end_mark.index) for begins, _, value in members]
    for number, (_, name, value) in enumerate(members):
        inner = f"{path}/{name}" if path else name
        yield Placed(without(stretches, number), inner)
        yield from _in(value, inner, source)


def _another(node: yaml.ScalarNode, source: str) -> str:
    """Return what is written for another value than this one, empty where there is none."""
    value = node.value
    if node.style == '"':
        written = source[node.start_mark.index + 1 : node.end_mark.index - 1]
        return f'"{written}XX"' if value and len(value.split()) < MESSAGE else ""
    if value in _TRUTH:
        return _TRUTH[value]
    number = _NUMBER.fullmatch(value)
    if number is None:
        return ""
    if number["fraction"]:
        return "0" if float(value) else "1"
    return str(int(value) + 1)


def _name(node: yaml.Node) -> str:
    """Return the first text of an object, or a text itself."""
    if isinstance(node, yaml.ScalarNode):
        return node.value if node.style == '"' else ""
    values = [value for _, value in node.value] if isinstance(node, yaml.MappingNode) else []
    return next((name for value in values if isinstance(value, yaml.ScalarNode) and (name := _name(value))), "")
