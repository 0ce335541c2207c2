"""Where the members of an object stand in JSON text, so that one value can be changed and no other byte."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
# In place of a value: the member is to go.
REMOVED: Final = object()


@dataclass(frozen=True, slots=True)
class Member:
    """One member of an object: `text[start:value]` is its key and colon, `text[value:end]` its value."""

    key: str
    start: int
    value: int
    end: int


def members(text: str, start: int = 0) -> list[Member]:
    """Return the members of the object that begins at `start`; raises `ValueError` if there is none."""
    place = _skip(text, start)
    if text[place : place + 1] != "{":
        raise ValueError("no object begins here")
    found: list[Member] = []
    place = _skip(text, place + 1)
    while text[place : place + 1] != "}":
        key, after = _DECODER.raw_decode(text, place)
        value = _skip(text, _skip(text, after) + 1)
        _, end = _DECODER.raw_decode(text, value)
        found.append(Member(key, place, value, end))
        place = _skip(text, end)
        if text[place : place + 1] == ",":
            place = _skip(text, place + 1)
    return found


def with_members(text: str, start: int, changes: dict[str, Any], order: Sequence[str]) -> str:
    """Return the text with some members of the object at `start` changed, all other bytes as they were.

    A value of None in `changes` is JSON null; `REMOVED` takes a member out; a new one is put after the last of those
    that come before it in `order`.
    """
    for key, value in changes.items():
        there = members(text, start)
        named = next((item for item in there if item.key == key), None)
        if named is None and value is not REMOVED:
            before = [item for item in there if order.index(item.key) < order.index(key)]
            text = _inserted(text, before[-1], key, value) if before else _first(text, start, there[0], key, value)
        elif named is not None:
            text = _removed(text, there, named) if value is REMOVED else _replaced(text, named, value)
    return text


def _replaced(text: str, member: Member, value: Any) -> str:
    old = text[member.value : member.end]
    one_line = "\n" not in old and old[:1] in {"[", "{"} and old not in {"[]", "{}"}
    return text[: member.value] + _written(text, member, value, one_line=one_line) + text[member.end :]


def _removed(text: str, there: list[Member], member: Member) -> str:
    index = there.index(member)
    if index:
        return text[: there[index - 1].end] + text[member.end :]
    return (
        text[: member.start] + text[there[1].start :] if len(there) > 1 else text[: member.start] + text[member.end :]
    )


def _inserted(text: str, after: Member, key: str, value: Any) -> str:
    margin = text[: after.start][len(text[: after.start].rstrip(" \t\r\n")) :]
    new = f",{margin}{json.dumps(key)}: {_written(text, after, value, one_line=False)}"
    return text[: after.end] + new + text[after.end :]


def _first(text: str, start: int, following: Member, key: str, value: Any) -> str:
    margin = text[_skip(text, start) + 1 : following.start]
    new = f"{json.dumps(key)}: {_written(text, following, value, one_line=False)},{margin}"
    return text[: following.start] + new + text[following.start :]


def _written(text: str, beside: Member, value: Any, *, one_line: bool) -> str:
    """Return the value as JSON, indented like the member it stands in or beside."""
    if one_line:
        return json.dumps(value, ensure_ascii=False)
    line = text[text.rfind("\n", 0, beside.start) + 1 : beside.start]
    indent = line if not line.strip() else ""
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", f"\n{indent}")


def _skip(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place
