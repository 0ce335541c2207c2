"""Faults in tables that are JSON: every entry goes once, every value is another once, nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation.json_faults import faults_in_json
from hookconform_lab.mutation.mutants import mutants_of
from hookconform_lab.mutation.targets import targets

SOURCE = r"""{
  "names": ["one", "two"],
  "rows": [{"tool": "Bash", "limit": 5, "is it": true}, {"limit": null}],
  "said": "words for a person who reads",
  "\u00e9": ""
}
"""
FACADES = targets()["facades"]
TABLES = [file for file in FACADES.files if file.endswith(".json") and "declarations" not in file]


def changed(source: str = SOURCE) -> list[tuple[str, str, Any]]:
    return [(fault.kind, path, json.loads(fault.put_into(source))) for fault, path in faults_in_json(source)]


def test_every_entry_goes_once() -> None:
    whole = json.loads(SOURCE)
    gone = {path: left for kind, path, left in changed() if kind == "row"}
    assert list(gone) == [
        *("names", "names/one", "names/two"),
        *("rows", "rows/Bash", "rows/Bash/tool", "rows/Bash/limit", "rows/Bash/is it", "rows/1", "rows/1/limit"),
        *("said", "é"),
    ]
    for name in whole:
        assert gone[name] == {key: value for key, value in whole.items() if key != name}
    assert gone["names/one"] == whole | {"names": ["two"]}
    assert gone["names/two"] == whole | {"names": ["one"]}
    assert gone["rows/Bash"]["rows"] == [{"limit": None}]
    assert gone["rows/Bash/is it"]["rows"][0] == {"tool": "Bash", "limit": 5}
    assert gone["rows/1/limit"]["rows"][1] == {}


def test_every_value_is_another_once_and_words_for_people_stay() -> None:
    values = {path: left for kind, path, left in changed() if kind == "value"}
    assert list(values) == ["names/one", "names/two", "rows/Bash/tool", "rows/Bash/limit", "rows/Bash/is it"]
    assert values["names/two"]["names"] == ["one", "twoXX"]
    assert values["rows/Bash/limit"]["rows"][0]["limit"] == 6
    assert values["rows/Bash/is it"]["rows"][0]["is it"] is False


@pytest.mark.parametrize(
    ("number", "other"),
    [("0", 1), ("-1", 0), ("-0", 1), ("7", 8), ("1.5", 0), ("0.0", 1), ("-1e-3", 0), ("1E5", 0), ("1e400", 0)],
)
def test_every_number_is_another(number: str, other: int) -> None:
    assert [left for kind, _, left in changed(number) if kind == "value"] == [other]


@pytest.mark.parametrize("source", ["{}", "[]", "null", '"text of at least four words"'])
def test_what_has_no_entry_has_no_fault(source: str) -> None:
    assert changed(source) == []


def test_an_escape_stays_one() -> None:
    assert [left for _, _, left in changed(r'["a\u0000\""]')] == [[], ['a\0"XX']]


@pytest.mark.parametrize("file", TABLES)
def test_each_fault_in_the_tables_is_another_table(file: str) -> None:
    source = json.loads((FACADES.folder / file).read_text(encoding="utf-8"))
    mutants = list(mutants_of(FACADES.folder, [file]))
    assert len(mutants) > 10
    for mutant in mutants:
        assert json.loads(mutant.source) != source, mutant


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b'{"a": 1, "a": 2}', "'a' is there twice"),
        (b'[{"a": {"b": 1, "b": 1}}]', "'b' is there twice"),
        (b"{'a': 1}", "Expecting property name"),
        (b'{"a": 1,}', "trailing comma|Expecting property name"),
        (b'{"a": 1} # x', "Extra data"),
        (b'{"a": 1}\n{"a": 1}', "Extra data"),
        (b"", "Expecting value"),
        (b'\xef\xbb\xbf{"a": 1}', "BOM"),
        (b'{"a": "\xff"}', "can't decode byte 0xff"),
        (b'{\n\t"a": 1\n}', "cannot start any token"),
        (b'{"' + 2000 * b"k" + b'": 1}', "while parsing a flow mapping"),
        (b'{"a": "\x7f"}', "special characters are not allowed"),
        (3000 * b"[" + 3000 * b"]", "recursion"),
    ],
)
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, source: bytes, said: str) -> None:
    (tmp_path / "t.json").write_bytes(source)
    with pytest.raises(HookconformError, match=said) as caught:
        list(mutants_of(tmp_path, ["t.json"]))
    assert (caught.value.code, caught.value.where) == ("strength.source", "t.json")
    assert "\n" not in caught.value.what


@pytest.mark.parametrize("source", [b"a = (", b"a = '\xff'", b"a = 1\0", None])
def test_a_module_that_cannot_be_read_is_named(tmp_path: Path, source: bytes | None) -> None:
    if source is not None:
        (tmp_path / "t.py").write_bytes(source)
    with pytest.raises(HookconformError) as caught:
        list(mutants_of(tmp_path, ["t.py"]))
    assert (caught.value.code, caught.value.where) == ("strength.source", "t.py")


def test_a_mutant_shows_the_entry_and_not_the_line(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text('{"a": {"b": 1, "c": [2]}}')
    shown = [(one.within, one.before, one.after) for one in mutants_of(tmp_path, ["t.json"])]
    assert shown == [
        ("a", '"a": {"b": 1, "c": [2]}', ""),
        ("a/b", '"b": 1', ""),
        ("a/b", "1", "2"),
        ("a/c", '"c": [2]', ""),
        ("a/c/0", "2", ""),
        ("a/c/0", "2", "3"),
    ]
