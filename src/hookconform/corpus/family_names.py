"""Names in the rows of a family that its schema cannot know: of its events, its rules, its tools' arguments, and marks.

A name that nobody has takes a case away, or leaves a case that proves something else, and neither shows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus.family_words import MARK
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant, nearest

# What a payload has on every platform, each time where the platform has it.
PLACES = frozenset({"tool_name", "tool_input", "session_id", "cwd", "prompt", "tool_response", "failure", "event"})
# What stands for words of the platform, for parts of the payload, and for the number of a place.
_MARKS = ("native", "event", "folded-event", "registered", "payload", "pretty", "n", "path", "word")
_MARK = re.compile(r"\{([A-Za-z_-]+)\}")
# Keys of a row that hold texts with marks.
_WITH_MARKS = ("tool", "title", "put", "text", "texts", "everywhere", "holds", "fails", "rules")
# From this likeness on, another key is a place that was mistyped.
_MISTYPED = 0.85


def check_names(table: dict[str, Any], path: Path, root: Path) -> None:
    """Raise `HookconformError` (`family.unknown-name`) for the first name in a table that follows the schema."""
    for where, name, what, known in _unknown(table, root):
        raise HookconformError(
            "family.unknown-name",
            f"{name!r} is not {what}. {meant(name, known)}",
            where=f"{path}, {where}",
            hint="Correct the name, or add it where the others are listed.",
        )


def _unknown(table: dict[str, Any], root: Path) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield each unknown name: where it stands, the name, what it should be, and the known ones."""
    vocabulary = load_vocabulary(root)
    for tool, arguments in table.get("calls", {}).items():
        known = sorted(vocabulary.arguments[tool])
        yield from (("calls", name, f"an argument of {tool}", known) for name in arguments if name not in known)
    events = table.get("events") or [table.get("event", "")]
    for row in table["rows"]:
        where = f"row {row['name']}"
        yield from (
            (where, name, "an event of the table", events) for name in row.get("events", ()) if name not in events
        )
        rules = [rule["name"] for rule in row.get("rules", ())] or list(table.get("rules", ()))
        named = [*row.get("matches", ()), *_opened(row)]
        yield from ((where, name, "a rule of the row or its table", rules) for name in named if name not in rules)
        named = [*row.get("drop", ()), *row.get("everywhere", ())]
        yield from ((where, name, "a place in a payload", sorted(PLACES)) for name in named if name not in PLACES)
        yield from _mistyped(row, where)
        yield from _of_words(row, where)


def _opened(row: dict[str, Any]) -> Iterator[str]:
    """Yield the names of rules that match where a path may be opened."""
    if "holds" not in row and "fails" not in row:
        yield from (name for names in row.get("opened", {}).values() for name in names)


def _mistyped(row: dict[str, Any], where: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield keys of `put` and marks that are almost known ones: any other is what it says."""
    for name in row.get("put", {}):
        if name not in PLACES and _is_near(name, PLACES):
            yield where, name, "a place in a payload", sorted(PLACES)
    texts = json.dumps([row.get(key) for key in _WITH_MARKS], ensure_ascii=False)
    for name in _MARK.findall(texts):
        if name not in _MARKS and nearest(name, _MARKS):
            yield where, name, "a mark", list(_MARKS)


def _of_words(row: dict[str, Any], where: str) -> Iterator[tuple[str, str, str, list[str]]]:
    """Yield the mark of a word in a row that repeats nothing, and a list of words that repeats no argument."""
    if "each_word" not in row and MARK in json.dumps(row):
        yield where, "word", "a mark of a row without each_word", ["each_word"]
    if "each_word" in row and MARK not in json.dumps(row["arguments"]):
        yield where, "each_word", f"a key of a row whose arguments are without {MARK}", ["arguments"]


def _is_near(name: str, known: Iterable[str]) -> bool:
    from difflib import get_close_matches  # noqa: PLC0415 (slow to import, and rarely needed)

    return bool(get_close_matches(name, list(known), n=1, cutoff=_MISTYPED))
