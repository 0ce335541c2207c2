"""A row that names a list of words has an argument and a rule for each of them."""

from __future__ import annotations

from hookconform.corpus.argument_roles import load_argument_roles
from hookconform.corpus.families import load_families
from hookconform.corpus.family_words import listed_words, with_each_word
from hookconform.corpus.locate import corpus_root


def test_what_has_the_mark_is_there_for_each_word() -> None:
    row = {
        "name": "a",
        "each_word": "other_words",
        "arguments": {"of_{word}": {"{word}": ["{word}/x"]}, "note": "as it is"},
        "holds": [{"directories": ["{word}"]}, {"tools": ["Bash"]}],
        "fails": [{"directories": ["x"]}],
    }
    words = listed_words("other_words", corpus_root())
    assert len(words) > 1
    assert with_each_word(row, corpus_root()) == {
        "name": "a",
        "arguments": {**{f"of_{word}": {word: [f"{word}/x"]} for word in words}, "note": "as it is"},
        "holds": [*({"directories": [word]} for word in words), {"tools": ["Bash"]}],
        "fails": [{"directories": ["x"]}],
    }


def test_other_rows_stay_as_they_are() -> None:
    row = {"name": "a", "holds": [{"directories": ["x"]}]}
    assert with_each_word(row, corpus_root()) == row


def test_every_word_of_the_table_is_a_key_of_some_row() -> None:
    roles = load_argument_roles()
    (family,) = [family for family in load_families() if family.name == "unknown-tools"]
    keys = {key for row in family.rows for key in row.arguments or {}}
    assert {*roles.words, *roles.endings, *roles.other_words} <= keys | {key.removeprefix("of-") for key in keys}
    assert {f"file_{word}" for word in roles.fillers} <= keys
    assert {f"file_{word}_vellum" for word in roles.prepositions} <= keys
