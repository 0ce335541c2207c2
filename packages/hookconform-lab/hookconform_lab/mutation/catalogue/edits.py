"""Edits of JSON values: what a fault of the catalogue does to a payload, an event, a pack or a response.

An edit is an object with one key, the operation. Pointers are JSON Pointers in which `*` stands for every item of a
list and every value of an object; where nothing is there, nothing happens.
"""

from __future__ import annotations

import copy
import json
import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hookconform.ground.json_text import compact
from hookconform.ground.pointers import unescaped

Edit = Mapping[str, Any]
Slot = tuple[Any, Any]
_LONGEST = 40


def _snake(text: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower().replace("-", "_")


def _camel(text: str) -> str:
    return re.sub(r"[_-]+(\w)", lambda match: match[1].upper(), text)


def _number(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


TEXTS: dict[str, Callable[[str], Any]] = {
    "lower": str.lower,
    "upper": str.upper,
    "swapcase": str.swapcase,
    "capital": lambda text: text[:1].upper() + text[1:],
    "strip": str.strip,
    "snake": _snake,
    "camel": _camel,
    "pascal": lambda text: _camel(text)[:1].upper() + _camel(text)[1:],
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "ascii": lambda text: text.encode("ascii", "ignore").decode(),
    "last-name": lambda text: text.rstrip("/").rpartition("/")[2],
    "parent": posixpath.dirname,
    "normal": lambda text: posixpath.normpath(text) if text else text,
    "slashes": lambda text: text.replace("\\", "/"),
    "first-line": lambda text: text.split("\n")[0],
    "last-line": lambda text: text.split("\n")[-1],
    "first-word": lambda text: (text.split() or [""])[0],
    "short": lambda text: text[:_LONGEST],
    "json": json.dumps,
    "parsed": _number,
    "empty": lambda _: "",
    "unquoted": lambda text: text.strip("'\""),
    "escaped": lambda text: text.encode("unicode_escape").decode(),
    "reversed": lambda text: text[::-1],
}


def edited(value: Any, edits: Sequence[Edit]) -> Any:
    """Return a copy of a JSON value with the edits done to it one after the other."""
    if not edits:
        return value
    holder = {"value": copy.deepcopy(value)}
    for edit in edits:
        ((name, given),) = edit.items()
        OPERATIONS[name](holder, given)
    return holder["value"]


def slots(holder: Any, pointer: str, *, missing: bool = False) -> list[Slot]:
    """Return container and key of every place that a pointer names; with `missing`, also where only the key is new."""
    places: list[Slot] = [(holder, "value")]
    for part in pointer.split("/")[1:]:
        there = [container[key] for container, key in places if _has(container, key)]
        places = [slot for value in there for slot in _below(value, part, missing)]
    return [(container, key) for container, key in places if missing or _has(container, key)]


def _below(value: Any, part: str, missing: bool) -> Iterator[Slot]:
    if isinstance(value, dict):
        if part == "*":
            yield from ((value, key) for key in list(value))
        elif missing or unescaped(part) in value:
            yield value, unescaped(part)
    elif isinstance(value, list):
        numbers = range(len(value)) if part == "*" else [int(part)] if re.fullmatch(r"-?\d+", part) else []
        yield from ((value, number) for number in numbers if -len(value) <= number < len(value))


def _has(container: Any, key: Any) -> bool:
    return key in container if isinstance(container, dict) else True


def values(document: Any, pointer: str) -> list[Any]:
    """Return every value that a pointer names."""
    return [container[key] for container, key in slots({"value": document}, pointer)]


def _set(holder: Any, given: Sequence[Any]) -> None:
    for container, key in slots(holder, given[0], missing=True):
        container[key] = copy.deepcopy(given[1])


def _default(holder: Any, given: Sequence[Any]) -> None:
    for container, key in slots(holder, given[0], missing=True):
        if not _has(container, key):
            container[key] = copy.deepcopy(given[1])


def _drop(holder: Any, pointer: str) -> None:
    for container, key in reversed(slots(holder, pointer)):
        del container[key]


def _copy(holder: Any, given: Sequence[str]) -> None:
    there = slots(holder, given[0])
    if there:
        container, key = there[0]
        _set(holder, [given[1], container[key]])


def _move(holder: Any, given: Sequence[str]) -> None:
    if slots(holder, given[0]):
        _copy(holder, given)
        _drop(holder, given[0])


def _swap(holder: Any, given: Sequence[str]) -> None:
    one, other = (slots(holder, pointer) for pointer in given)
    if one and other:
        (a, k), (b, m) = one[0], other[0]
        a[k], b[m] = b[m], a[k]
    elif one or other:
        _move(holder, given if one else given[::-1])


def _text(holder: Any, given: Sequence[str]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], str):
            container[key] = TEXTS[given[1]](container[key])


def _replace(holder: Any, given: Sequence[str]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], str):
            container[key] = re.sub(given[1], given[2], container[key])


def _add(holder: Any, given: Sequence[Any]) -> None:
    _numbers(holder, given[0], lambda number: number + float(given[1]))


def _times(holder: Any, given: Sequence[Any]) -> None:
    _numbers(holder, given[0], lambda number: number * float(given[1]))


def _numbers(holder: Any, pointer: str, change: Callable[[Any], Any]) -> None:
    for container, key in slots(holder, pointer):
        if isinstance(container[key], int | float) and not isinstance(container[key], bool):
            container[key] = change(container[key])


def _limit(holder: Any, given: Sequence[Any]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], list | str):
            container[key] = container[key][: given[1]]


def _last(holder: Any, given: Sequence[Any]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], list):
            container[key] = container[key][-given[1] :]


def _reverse(holder: Any, pointer: str) -> None:
    _lists(holder, pointer, lambda items: items[::-1])


def _sort(holder: Any, pointer: str) -> None:
    _lists(holder, pointer, lambda items: sorted(items, key=compact))


def _once(holder: Any, pointer: str) -> None:
    _lists(holder, pointer, lambda items: list({compact(item): item for item in items}.values()))


def _lists(holder: Any, pointer: str, change: Callable[[list[Any]], list[Any]]) -> None:
    for container, key in slots(holder, pointer):
        if isinstance(container[key], list):
            container[key] = change(container[key])


def _lose(holder: Any, given: Sequence[str]) -> None:
    """Remove items of a list, or keys of an object, in which an expression is found."""
    for container, key in slots(holder, given[0]):
        value = container[key]
        if isinstance(value, list):
            container[key] = [item for item in value if not re.search(given[1], _as_text(item))]
        elif isinstance(value, dict):
            container[key] = {name: item for name, item in value.items() if not re.search(given[1], name)}


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else compact(value)


def _append(holder: Any, given: Sequence[Any]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], list):
            container[key] = [*container[key], given[1]]


def _wrap(holder: Any, pointer: str) -> None:
    for container, key in slots(holder, pointer):
        container[key] = [container[key]]


def _as_string(holder: Any, pointer: str) -> None:
    for container, key in slots(holder, pointer):
        if not isinstance(container[key], str):
            container[key] = compact(container[key])


def _parse(holder: Any, pointer: str) -> None:
    for container, key in slots(holder, pointer):
        if isinstance(container[key], str):
            container[key] = _number(container[key])


def _keys(holder: Any, given: Sequence[str]) -> None:
    for container, key in slots(holder, given[0]):
        if isinstance(container[key], dict):
            container[key] = {TEXTS[given[1]](name): item for name, item in container[key].items()}


def _without_falsy(holder: Any, pointer: str) -> None:
    for container, key in slots(holder, pointer):
        if isinstance(container[key], dict):
            container[key] = {name: item for name, item in container[key].items() if item}


def _without_null(holder: Any, pointer: str) -> None:
    for container, key in slots(holder, pointer):
        if isinstance(container[key], dict):
            container[key] = {name: item for name, item in container[key].items() if item is not None}


def _flat(holder: Any, pointer: str) -> None:
    """Put what stands in objects of an object beside them."""
    for container, key in slots(holder, pointer):
        if isinstance(container[key], dict):
            value = container[key]
            inner = {name: item for held in value.values() if isinstance(held, dict) for name, item in held.items()}
            container[key] = {**inner, **value}


OPERATIONS: dict[str, Callable[[Any, Any], None]] = {
    "set": _set,
    "default": _default,
    "drop": _drop,
    "copy": _copy,
    "move": _move,
    "swap": _swap,
    "text": _text,
    "replace": _replace,
    "add": _add,
    "times": _times,
    "limit": _limit,
    "last": _last,
    "reverse": _reverse,
    "sort": _sort,
    "once": _once,
    "lose": _lose,
    "append": _append,
    "wrap": _wrap,
    "as-text": _as_string,
    "parse": _parse,
    "keys": _keys,
    "without-falsy": _without_falsy,
    "without-null": _without_null,
    "flat": _flat,
}
