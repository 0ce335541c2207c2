"""Measuring: a sample by its seed, a list that is kept honest, and nothing measured where nothing would be noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation import measuring
from hookconform_lab.mutation.listed import Entry, check_files
from hookconform_lab.mutation.measuring import WHOLE, Measured, Part, measure
from hookconform_lab.mutation.mutants import Mutant, mutants_of
from hookconform_lab.mutation.targets import Target
from hookconform_lab.mutation.verdict import Verdict

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
    monkeypatch.setattr(measuring, "check_unharmed", lambda target: target)


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
    with pytest.raises(HookconformError, match=r"has 5,000 mutants, and there are \d+ to judge") as caught:
        measured(target, sample=5000)
    assert caught.value.code == "strength.sample"


def test_a_part_is_judged_by_itself(tmp_path: Path) -> None:
    for name in ("one.py", "two.py"):
        (tmp_path / name).write_text(SOURCE)
    both = Target("toy", tmp_path, ("one.py", "two.py"))
    rows, heard = measured(both, part=Part(kind="row"))
    assert rows.judged == rows.mutants == len(heard) == 4
    assert measured(both, part=Part(kind="row", file="two.py"))[0].judged == 2
    survived = [mutant.file for mutant in measured(Target("toy", tmp_path, ("two.py", "one.py")))[0].survived]
    assert survived == sorted(survived)
    assert set(survived) == {"one.py", "two.py"}


@pytest.mark.parametrize(
    ("part", "said", "hint"),
    [
        (Part(kind="rwo"), "no kind 'rwo'", "row"),
        (Part(file="one"), "no file 'one'", "one.py"),
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
    other = Entry("equivalent", "two.py", "no reason at all", before="a line that is gone")
    measured(target, other)
    check_files([other], ["one.py", "two.py"])
    with pytest.raises(HookconformError, match=r"of two.py, which is no file of any target") as caught:
        check_files([other], ["one.py", "rooms/three.py"])
    assert caught.value.code == "strength.stale"


def test_an_entry_that_leaves_out_what_others_do_is_an_error(target: Target) -> None:
    one = Entry("unjudged", "one.py", "no reason at all", before='return "yes"', after="return None")
    wider = Entry("equivalent", "*.py", "no reason at all", within="f")
    # The first of those that fit is the one that counts; each must count somewhere.
    assert measured(target, one, wider)[0].left_out["unjudged"] == 1
    for entries, again in (((wider, one), 'return "yes" → return None'), ((one, one), "return None")):
        with pytest.raises(
            HookconformError, match=f"Entries before it leave out all .* in one.py: .*{again}"
        ) as caught:
            measured(target, *entries)
        assert caught.value.code == "strength.twice"


def test_nothing_is_measured_where_the_list_leaves_out_everything(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "check_unharmed", lambda _: pytest.fail("nothing is to be judged"))
    for sample in (0, 3):
        with pytest.raises(HookconformError, match="leaves out all mutants") as caught:
            measured(target, Entry("equivalent", "*", "no reason at all", within="*"), sample=sample)
        assert caught.value.code == "strength.nothing"


def test_what_is_under_way_is_said(target: Target) -> None:
    said: list[str] = []
    part = Part(kind="result")
    measure(target, (), seed=0, sample=0, jobs=1, listener=lambda *_: None, part=part, say=said.append)
    assert said == [
        "looking for faults to put in",
        "judging a copy without a fault",
        "0 of 2 mutants judged",
        "1 of 2 mutants judged, 0 survived",
        "2 of 2 mutants judged, 0 survived",
    ]
    measure(target, (), seed=0, sample=1, jobs=1, listener=lambda *_: None, part=Part("value"), say=said.append)
    assert said[-1] == "1 of 1 mutant judged, 1 survived"


def test_a_long_line_is_shown_as_far_as_it_goes(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(f"a = ({'b, ' * 80}1)\n")
    shown = next(mutant for mutant in mutants_of(tmp_path, ["one.py"]) if mutant.kind == "value").before
    assert shown == f"a = ({'b, ' * 80}"[:160] + "…"


def test_a_mutant_of_a_method_says_which(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("class A:\n    n = 1\n\n    def f(self):\n        return 2\n")
    assert {(one.line, one.within) for one in mutants_of(tmp_path, ["one.py"])} >= {(2, "A"), (5, "A.f")}
    for within, lines in (("A", {2, 5}), ("A.f", {5}), ("f", set[int]())):
        entry = Entry("unjudged", "one.py", "any", within=within)
        assert {one.line for one in mutants_of(tmp_path, ["one.py"]) if entry.is_about(one)} == lines


def test_a_point_in_a_path_of_json_is_no_method(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text('{"1.0": {"a": 1}}\n')
    (changed,) = (one for one in mutants_of(tmp_path, ["one.json"]) if one.kind == "value")
    assert Entry("unjudged", "one.json", "any", within="1.0/a").is_about(changed)
    assert not Entry("unjudged", "one.json", "any", within="1").is_about(changed)


def test_a_mutant_says_where_it_is(target: Target) -> None:
    found = {(mutant.line, mutant.kind, mutant.within): mutant for mutant in mutants_of(target.folder, target.files)}
    result = found[7, "result", "f"]
    assert (result.id, result.before, result.after) == ("one.py:7 result", 'return "yes"', "return None")
    assert found[2, "row", "TABLE"].before == 'TABLE = {"a": 1, "b": 2}'
