"""Rows of a family that have an argument, and a rule, for each word of a list in the table of argument roles."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hookconform.corpus.argument_roles import load_word_lists

# Stands for the word in what is repeated.
MARK = "{word}"


def with_each_word(row: dict[str, Any], root: Path) -> dict[str, Any]:
    """Return a row in which what has the mark is there once for each word of its `each_word`; any other as it is."""
    if "each_word" not in row:
        return row
    words = listed_words(row["each_word"], root)
    repeated = {key: [one for value in row.get(key, ()) for one in _each(value, words)] for key in ("holds", "fails")}
    arguments = dict(one for pair in row["arguments"].items() for one in _each(pair, words))
    rest = {key: value for key, value in row.items() if key != "each_word"}
    return {**rest, **{key: values for key, values in repeated.items() if values}, "arguments": arguments}


def listed_words(where: str, root: Path) -> list[str]:
    """Return the words of a list about unknown tools, such as `fillers` or `words/path`."""
    found: Any = load_word_lists(root)
    for part in where.split("/"):
        found = found[part]
    return found


def _each(value: Any, words: Sequence[str]) -> list[Any]:
    text = json.dumps(value)
    return [json.loads(text.replace(MARK, word)) for word in words] if MARK in text else [value]
