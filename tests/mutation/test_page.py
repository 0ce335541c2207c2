"""The page and its data: one written from the other, at a place that is looked at before anything is measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation.faults import Fault
from hookconform_lab.mutation.measuring import Measured
from hookconform_lab.mutation.mutants import Mutant
from hookconform_lab.mutation.page import DATA, PAGE, check_place, page, read, write
from hookconform_lab.mutation.verdict import Verdict

FAULT = Fault("value", 4, 5, "2")
SURVIVOR = Mutant("one.py", 0, 7, "value", "a", "a = 1 | `b`", "", "a = 1 | `b`", FAULT)


def figures(target: str, sample: int = 0) -> Measured:
    return Measured(target, 2, sample, 12, {"equivalent": 3}, sample or 9, 5, 1, [SURVIVOR])


def test_the_page_is_written_from_the_data(tmp_path: Path) -> None:
    write(tmp_path / "out", figures("toy", sample=6), judge="`nobody`")
    write(tmp_path / "out", figures("another"), judge="`nobody`")
    write(tmp_path / "out", figures("another"), judge="`somebody`")
    text = (tmp_path / "out" / PAGE).read_text()
    assert [line for line in text.splitlines() if line.startswith(("| toy", "| another"))] == [
        "| another | `somebody` | 12 | 3 equivalent | 9 (all) | 5 (55.6 %) | 1 | 1 |",
        "| toy | `nobody` | 12 | 3 equivalent | 6 (seed 2) | 5 (83.3 %) | 1 | 1 |",
    ]
    _, another, toy = text.split("\n## Survivors in ")
    assert (another.partition("\n")[0], toy.partition("\n")[0]) == ("another", "toy")
    assert toy.endswith("| one.py:7 | value | `` a = 1 \\| `b` `` | (nothing) |\n")
    assert page(read(tmp_path / "out")) == text
    assert list(read(tmp_path / "out")) == ["another", "toy"]
    (tmp_path / "out" / DATA).write_text('{"toy": {}}')
    with pytest.raises(HookconformError) as caught:
        read(tmp_path / "out")
    assert caught.value.code == "strength.unreadable"


def test_each_kind_of_fault_has_its_own_share(tmp_path: Path) -> None:
    measured = Measured("toy", 2, 0, 12)
    for kind, outcome in (("row", "caught"), ("row", "timed-out"), ("condition", "survived"), ("condition", "caught")):
        measured.add(replace(SURVIVOR, kind=kind), Verdict(outcome, ""))
    assert measured.kinds == {"row": (2, 2), "condition": (2, 1)}
    write(tmp_path, measured, judge="`nobody`")
    text = (tmp_path / PAGE).read_text()
    assert "| toy | condition | 2 | 1 (50.0 %) |\n| toy | row | 2 | 2 (100.0 %) |\n" in text
    assert page(read(tmp_path)) == text


def test_a_place_for_the_page_is_looked_at_and_left_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "out"
    check_place(folder)
    assert not (tmp_path / "deep").exists()
    write(folder, figures("toy"), judge="`nobody`")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    check_place(folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("name", ["", "out", DATA, PAGE])
def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "file"
    if name in {DATA, PAGE}:
        (folder / name).mkdir(parents=True)
    else:
        folder.write_text("")
        folder = folder / name
    with pytest.raises(HookconformError) as caught:
        check_place(folder)
    assert (caught.value.code, caught.value.where) == ("report.unwritable", str(folder))


def test_figures_that_cannot_be_read_are_told_before_anything_is_measured(tmp_path: Path) -> None:
    (tmp_path / DATA).write_text("[]")
    with pytest.raises(HookconformError) as caught:
        check_place(tmp_path)
    assert caught.value.code == "strength.unreadable"


def test_the_committed_page_is_that_of_the_committed_data() -> None:
    folder = data_root() / "reports"
    assert (folder / PAGE).read_text(encoding="utf-8") == page(read(folder))
