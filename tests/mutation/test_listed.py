"""The list of mutants that nobody is asked about: what it may say, and that the committed one fits the source."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation.faults import Fault
from hookconform_lab.mutation.listed import check_entries, check_files, load_entries, verdicts_of
from hookconform_lab.mutation.mutants import Mutant, mutants_of
from hookconform_lab.mutation.targets import targets

pytestmark = pytest.mark.whole


def test_the_committed_list_fits_the_source() -> None:
    entries = load_entries()
    for target in targets().values():
        files = tuple(file for file in target.files if any(entry.is_of(file) for entry in entries))
        check_entries(entries, list(mutants_of(target.folder, files)), frozenset(files))
    check_files(entries, [file for target in targets().values() for file in target.files])


def test_an_entry_may_be_about_several_files_and_places(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(
        "- {verdict: unjudged, file: 'rooms/*.py', within: [f, 'g*'], reason: nothing is known}\n"
        "- {verdict: equivalent, file: rooms/table.json, within: '*/words', reason: words for people}\n"
    )
    several, more, words = load_entries(path)
    assert several.is_about(mutant("rooms/one.py", "f"))
    assert not several.is_about(mutant("rooms/one.py", "g"))
    assert more.is_about(mutant("rooms/two.py", "grow"))
    assert not more.is_about(mutant("rooms/deep/two.py", "grow"))
    assert words.is_about(mutant("rooms/table.json", "tools/Bash/words"))
    assert not words.is_about(mutant("rooms/table.json", "words"))
    found = verdicts_of([mutant("rooms/one.py", "f"), mutant("rooms/one.py", "h")], (several, more, words))
    assert found == ["unjudged", ""]


def test_an_entry_may_be_about_lines_that_are_like_a_pattern(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(
        "- {verdict: unjudged, file: a.json, within: 'v/*', like: '\"*\": {}', reason: it says nothing at all}\n"
    )
    (entry,) = load_entries(path)
    lines = {'"1.0": {}': True, '"1.0": {"a": 1}': False, "{}": False}
    assert {line: entry.is_about(mutant("a.json", "v/1.0", line)) for line in lines} == lines
    assert not entry.is_about(mutant("a.json", "w/1.0", '"1.0": {}'))


@pytest.mark.parametrize("within", ["[]", "['']", "[f, f]", "7", "''"])
def test_places_of_another_form_are_refused(tmp_path: Path, within: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(f"- {{verdict: unjudged, file: a.py, within: {within}, reason: nothing is known}}\n")
    with pytest.raises(HookconformError) as caught:
        load_entries(path)
    assert caught.value.code == "schema.mutants-left-out"


@pytest.mark.parametrize("reason", ["          ", "..........", "- - - - - -", "1234567890"])
def test_a_reason_without_a_word_is_none(tmp_path: Path, reason: str) -> None:
    path = tmp_path / "list.yaml"
    right = "- {verdict: unjudged, file: a.py, within: f, reason: nothing is known}\n"
    path.write_text(right + f"- {{verdict: unjudged, file: b.py, within: f, reason: '{reason}'}}\n")
    with pytest.raises(HookconformError, match=r"Entry 2, about b.py") as caught:
        load_entries(path)
    assert caught.value.code == "strength.reason"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b"", "schema.mutants-left-out"),
        (b"- 5\n", "schema.mutants-left-out"),
        (b"- {verdict: unjudged, file: 7, within: f, reason: nothing is known}\n", "schema.mutants-left-out"),
        (b"- {file: a.py, verdict: unjudged, file: b.py, within: f, reason: nothing is known}\n", "yaml.invalid"),
        (b"\xff\xfe- a", "file.unreadable"),
    ],
)
def test_a_list_of_another_form_is_refused(tmp_path: Path, text: bytes, code: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_bytes(text)
    with pytest.raises(HookconformError) as caught:
        load_entries(path)
    assert caught.value.code == code


def mutant(file: str, within: str, before: str = "") -> Mutant:
    return Mutant(file, 0, 1, "row", within, before, "", "", Fault("row", 0, 0, ""))
