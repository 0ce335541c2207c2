"""Changes between the documents of two versions: how they are found, and how a document is made of them.

A document is a record: fields, some of which are objects by name or lists of rows. Its changes are a record too, of
what is new or other. `gone` lists what is no longer there: `field`, or `field/name` of an object or a row. `usual` is
what all rows have that do not say otherwise. A row that is new and does not come last names the one before it
(`after`, null: it is the first), and so does a row that moved.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from hookconform.ground.json_text import compact

GONE, USUAL, AFTER = "gone", "usual", "after"
# What says how to read the other fields.
_WORDS = frozenset({GONE, USUAL, AFTER})


class DamagedChangesError(ValueError):
    """Changes that do not fit the document they are changes of; the text says why."""


class Record(NamedTuple):
    """Fields that are more than one value: `maps` are objects by name, `rows` objects or lists of rows.

    `fields` are the names of all fields in the order in which they are written; empty: as they come.
    """

    fields: tuple[str, ...] = ()
    maps: frozenset[str] = frozenset()
    rows: Mapping[str, Rows] = MappingProxyType({})


class Rows(NamedTuple):
    """Rows of a record. Without `keys` or `sort` they are an object by name.

    `keys` are the fields that name a row of a list; `sort` orders a list of values that have no name and never change.
    `usual` are fields, `field` or `field/name`, that most rows of a version may share.
    """

    keys: tuple[str, ...] = ()
    sort: Callable[[Any], Any] | None = None
    usual: tuple[str, ...] = ()
    record: Record = Record()

    @property
    def form(self) -> type[dict[str, Any] | list[Any]]:
        """Return how the rows are written: as an object or as a list."""
        return list if self.keys or self.sort else dict

    def name(self, row: Any) -> str:
        """Return the name of a row of a list."""
        if self.keys:
            return " ".join(str(row[key]) for key in self.keys)
        return row if isinstance(row, str) else hashlib.sha256(compact(row).encode()).hexdigest()[:16]

    def by_name(self, rows: Any) -> dict[str, Any]:
        """Return the rows by name, in order; raises `DamagedChangesError` if two have the same."""
        if not isinstance(rows, self.form):
            raise DamagedChangesError(f"{rows!r:.40} is no {'list' if self.form is list else 'object'} of rows")
        if isinstance(rows, dict):
            return rows
        try:
            named = [(self.name(row), row) for row in rows]
        except (KeyError, TypeError) as error:
            raise DamagedChangesError(f"a row has no {' and '.join(self.keys) or 'value'}") from error
        found = dict(named)
        if len(found) != len(named):
            twice = next(name for name, times in Counter(name for name, _ in named).items() if times > 1)
            raise DamagedChangesError(f"{twice} is there twice")
        return found


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same JSON; the order of keys aside, and 1 is neither true nor 1.0."""
    return one is other or _text(one) == _text(other)


def changed(before: Mapping[str, Any], changes: Mapping[str, Any], record: Record) -> dict[str, Any]:
    """Return the document that changes make of the one before; raises `DamagedChangesError`."""
    after = dict(before)
    gone: dict[str, list[str]] = {}
    for place in changes.get(GONE, ()):
        name, slash, inner = str(place).partition("/")
        if slash:
            gone.setdefault(name, []).append(inner)
        elif after.pop(name, gone) is gone:
            raise DamagedChangesError(f"{name} is said to be gone, and was not there")
    for name, value in changes.items():
        if name not in _WORDS and name not in record.rows:
            is_merged = name in record.maps and isinstance(value, dict) and isinstance(after.get(name), dict)
            after[name] = {**after[name], **value} if is_merged else value
    for name, rows in record.rows.items():
        if name in changes or name in gone or (name in after and rows.usual and USUAL in changes):
            after[name] = _rows(after.get(name), changes, name, gone.pop(name, []), rows)
    for name, inners in gone.items():
        after[name] = _without(after.get(name), inners, name)
    return {name: after[name] for name in (*(name for name in record.fields if name in after), *after)}


def changes_between(before: Mapping[str, Any], after: Mapping[str, Any], record: Record) -> dict[str, Any]:
    """Return the least that must be said of a document to make it of the one before."""
    found: dict[str, Any] = {}
    gone = [name for name in before if name not in after]
    for name, value in after.items():
        if name in record.rows:
            said, lost = _row_changes(before.get(name), value, name, record.rows[name])
            found.update(said)
            gone += [f"{name}/{row}" for row in lost]
        elif name not in before:
            found[name] = value
        elif not is_same(before[name], value):
            if name in record.maps and isinstance(value, dict) and isinstance(before[name], dict):
                gone += [f"{name}/{key}" for key in before[name] if key not in value]
                value = {key: item for key, item in value.items() if _differs(before[name], key, item)}  # noqa: PLW2901
                if not value:
                    continue
            found[name] = value
    return found | ({GONE: sorted(gone)} if gone else {})


def _rows(before: Any, changes: Mapping[str, Any], place: str, gone: list[str], rows: Rows) -> Any:
    usual = changes.get(USUAL, {}) if rows.usual else {}
    known = rows.by_name(rows.form() if before is None else before)
    left = _without(known, gone, place)
    after = {name: changed(row, usual, rows.record) for name, row in left.items()} if usual else dict(left)
    said = changes.get(place, rows.form())
    moved: dict[str, str | None] = {}
    for name, change in rows.by_name(said).items():
        if rows.sort is not None:
            after[name] = change
            continue
        base = after[name] if name in after else changed({}, usual, rows.record)
        after[name] = changed(base, change, rows.record)
        if AFTER in change:
            moved[name] = change[AFTER]
    if rows.form is dict:
        return dict(sorted(after.items()))
    if rows.sort is not None:
        return sorted(after.values(), key=rows.sort)
    return [after[name] for name in _moved(list(after), moved)]


def _moved(names: list[str], moved: Mapping[str, str | None]) -> list[str]:
    order = [name for name in names if name not in moved]
    for name, after in moved.items():
        if after is not None and after not in order:
            raise DamagedChangesError(f"{name} comes after {after}, which is not there")
        order.insert(0 if after is None else order.index(after) + 1, name)
    return order


def _row_changes(before: Any, after: Any, place: str, rows: Rows) -> tuple[dict[str, Any], list[str]]:
    """Return the changes of a field of rows with what is usual, and the names of the rows that are gone."""
    old, new = rows.by_name(rows.form() if before is None else before), rows.by_name(after)
    lost = [name for name in old if name not in new]
    if rows.sort is not None:
        fresh = [row for name, row in new.items() if name not in old]
        return ({place: fresh} if fresh or before is None else {}), lost
    moved = {} if rows.form is dict else _moves([name for name in old if name in new], list(new))
    best: dict[str, Any] | None = None
    for usual in _usuals(list(new.values()), rows):
        said: dict[str, Any] = {}
        for name, row in new.items():
            base = changed(old.get(name, {}), usual, rows.record)
            change = changes_between(base, row, rows.record) | moved.get(name, {})
            if change or name not in old:
                said[name] = change
        found: dict[str, Any] = {USUAL: usual} if usual else {}
        if said or before is None:
            found[place] = said if rows.form is dict else [_named(new[name], said[name], rows) for name in said]
        if best is None or len(compact(found)) < len(compact(best)):
            best = found
    return best or {}, lost


def _named(row: Mapping[str, Any], change: Mapping[str, Any], rows: Rows) -> dict[str, Any]:
    return {**{key: row[key] for key in rows.keys}, **change}


def _usuals(after: list[Any], rows: Rows) -> Iterator[dict[str, Any]]:
    """Yield what may be said once of all rows: nothing, then every choice of the fields that may be usual."""
    common: dict[str, Any] = {}
    for path in rows.usual:
        name, slash, inner = path.partition("/")
        values = [row[name].get(inner) if slash else row[name] for row in after if name in row]
        texts = Counter(_text(value) for value in values)
        if texts:
            most = max(texts.values())
            value = next(value for value in values if texts[_text(value)] == most)
            common[path] = {name: {inner: value} if slash else value}
    for chosen in chain.from_iterable(combinations(common, size) for size in range(len(common) + 1)):
        usual: dict[str, Any] = {}
        for path in chosen:
            usual |= common[path]
        yield usual


def _moves(old: list[str], new: list[str]) -> dict[str, dict[str, str | None]]:
    """Return `after` for each row that would stand elsewhere without it."""
    from difflib import SequenceMatcher  # noqa: PLC0415 (slow to import, and rarely needed)

    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    stay = {new[start + number] for _, start, size in blocks for number in range(size)}
    last = max((number for number, name in enumerate(new) if name in stay), default=-1)
    known = frozenset(old)
    return {
        name: {AFTER: new[number - 1] if number else None}
        for number, name in enumerate(new)
        if name not in stay and (number < last or name in known)
    }


def _without(known: Any, gone: list[str], place: str) -> dict[str, Any]:
    if not isinstance(known, dict):
        raise DamagedChangesError(f"{place}/{gone[0]} is said to be gone, and there is no {place}")
    for name in gone:
        if name not in known:
            raise DamagedChangesError(f"{place}/{name} is said to be gone, and was not there")
    return {name: value for name, value in known.items() if name not in gone}


def _differs(before: Mapping[str, Any], key: str, value: Any) -> bool:
    return key not in before or not is_same(before[key], value)


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
