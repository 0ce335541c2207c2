"""Measuring: a sample by its seed, a list that is kept honest, and nothing measured where nothing would be noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.strength import measuring
from hookconform.strength.faults import Fault
from hookconform.strength.listed import Entry, check_entries, load_entries, verdicts_of
from hookconform.strength.measuring import WHOLE, Measured, Part, measure
from hookconform.strength.mutants import Mutant, mutants_of
from hookconform.strength.page import DATA, PAGE, page, read, write
from hookconform.strength.targets import Target, targets
from hookconform.strength.verdict import Verdict

SOURCE = """
TABLE = {"a": 1, "b": 2}


def f(x):
    if x:
        return "yes"
    return "no"
"""


@pytest.fixture
def target(tmp_path: Path) -> Target:
    (tmp_path / "one.py").write_text(SOURCE)
    return Target("toy", tmp_path, ("one.py",))


@pytest.fixture(autouse=True)
def judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """A judge that notices every fault but those in texts, and is slow about conditions."""

    def judge(_: Target, mutant: Mutant) -> Verdict:
        if mutant.kind == "condition":
            return Verdict("timed-out")
        return Verdict("survived" if mutant.kind == "value" else "caught")

    monkeypatch.setattr(measuring, "judge", judge)
    monkeypatch.setattr(measuring, "check_unharmed", lambda _: 0.0)


def measured(
    target: Target, *entries: Entry, seed: int = 0, sample: int = 0, part: Part = WHOLE
) -> tuple[Measured, list[str]]:
    heard: list[str] = []

    def listener(mutant: Mutant, _: Verdict) -> None:
        heard.append(mutant.after)

    return measure(target, entries, seed=seed, sample=sample, jobs=1, listener=listener, part=part), heard


def test_all_are_judged_and_counted(target: Target) -> None:
    found, heard = measured(target)
    assert found.mutants == found.judged == len(heard) > 8
    assert found.timed_out == 1
    assert found.caught + len(found.survived) == found.judged
    assert {mutant.kind for mutant in found.survived} == {"value"}
    assert [mutant.number for mutant in found.survived] == sorted(mutant.number for mutant in found.survived)


def test_a_sample_is_the_same_for_the_same_seed(target: Target) -> None:
    assert measured(target, seed=4, sample=5)[1] == measured(target, seed=4, sample=5)[1]
    assert measured(target, seed=4, sample=5)[1] != measured(target, seed=5, sample=5)[1]
    with pytest.raises(HookconformError) as caught:
        measured(target, sample=500)
    assert caught.value.code == "strength.sample"


def test_a_part_is_judged_by_itself(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(SOURCE)
    both = Target("toy", tmp_path, ("one.py", "two.py"))
    rows, heard = measured(both, part=Part(kind="row"))
    assert rows.judged == rows.mutants == len(heard) == 4
    assert measured(both, part=Part(kind="row", file="two.py"))[0].judged == 2


@pytest.mark.parametrize(
    ("part", "said", "hint"),
    [
        (Part(kind="rwo"), "no kind 'rwo'", "row"),
        (Part(file="oen.py"), "no file 'oen.py'", "one.py"),
        (Part(kind="filter", file="one.py"), "no kind 'filter'", "Known"),
    ],
)
def test_a_part_that_is_not_there_is_named(target: Target, part: Part, said: str, hint: str) -> None:
    with pytest.raises(HookconformError, match=said) as caught:
        measured(target, part=part)
    assert caught.value.code == "strength.part"
    assert hint in caught.value.hint


def test_what_the_list_leaves_out_is_counted_and_not_judged(target: Target) -> None:
    entry = Entry("equivalent", "one.py", "no reason at all", within="TABLE")
    found, heard = measured(target, entry)
    assert found.left_out == {"equivalent": found.mutants - found.judged}
    assert not [after for after in heard if after.startswith("TABLE")]
    one = Entry("unjudged", "one.py", "no reason at all", before='return "yes"', after="return None")
    assert measured(target, one)[0].left_out == {"unjudged": 1}


def test_an_entry_that_fits_nothing_is_an_error(target: Target) -> None:
    with pytest.raises(HookconformError) as caught:
        measured(target, Entry("equivalent", "one.py", "no reason at all", before="a line that is gone"))
    assert caught.value.code == "strength.stale"
    # Entries about files of other targets are theirs to look at.
    measured(target, Entry("equivalent", "two.py", "no reason at all", before="a line that is gone"))


def test_a_mutant_says_where_it_is(target: Target) -> None:
    found = {(mutant.line, mutant.kind, mutant.within): mutant for mutant in mutants_of(target.folder, target.files)}
    result = found[7, "result", "f"]
    assert (result.id, result.before, result.after) == ("one.py:7 result", 'return "yes"', "return None")
    assert found[2, "row", "TABLE"].before == 'TABLE = {"a": 1, "b": 2}'


def test_the_committed_list_fits_the_source() -> None:
    entries = load_entries()
    for target in targets().values():
        files = tuple(file for file in target.files if any(entry.is_of(file) for entry in entries))
        check_entries(entries, list(mutants_of(target.folder, files)), frozenset(files))
    known = {file for target in targets().values() for file in target.files}
    assert [entry for entry in entries if not any(map(entry.is_of, known))] == []


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


@pytest.mark.parametrize("within", ["[]", "['']", "[f, f]", "7", "''"])
def test_places_of_another_form_are_refused(tmp_path: Path, within: str) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(f"- {{verdict: unjudged, file: a.py, within: {within}, reason: nothing is known}}\n")
    with pytest.raises(HookconformError) as caught:
        load_entries(path)
    assert caught.value.code == "schema.mutants-left-out"


def mutant(file: str, within: str) -> Mutant:
    return Mutant(file, 0, 1, "row", within, "", "", "", Fault("row", 0, 0, ""))


def test_the_page_is_written_from_the_data(target: Target, tmp_path: Path) -> None:
    found, _ = measured(target, sample=6, seed=2)
    write(tmp_path / "out", found, judge="`nobody`")
    again, _ = measured(target)
    again.target = "another"
    write(tmp_path / "out", again, judge="`nobody`")
    text = (tmp_path / "out" / PAGE).read_text()
    assert "| toy | `nobody` |" in text
    assert "6 (seed 2)" in text
    assert "| another | `nobody` |" in text
    assert "## Survivors in another" in text
    assert page(read(tmp_path / "out")) == text
    (tmp_path / "out" / DATA).write_text('{"toy": {}}')
    with pytest.raises(HookconformError) as caught:
        read(tmp_path / "out")
    assert caught.value.code == "strength.unreadable"


def test_the_committed_page_is_that_of_the_committed_data() -> None:
    folder = data_root() / "reports"
    assert (folder / PAGE).read_text(encoding="utf-8") == page(read(folder))


def test_tests_that_take_long_anyway_have_as_much_longer_with_a_fault(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: set[float] = set()

    def judge(judged: Target, _: Mutant) -> Verdict:
        given.add(judged.longest)
        return Verdict("caught")

    monkeypatch.setattr(measuring, "judge", judge)
    measured(target)
    monkeypatch.setattr(measuring, "check_unharmed", lambda _: 500.0)
    measured(target)
    assert given == {600.0, 1500.0}
