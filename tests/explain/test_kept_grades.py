"""Grades in the cache: those that would be computed, whatever is found there, and none that another code computed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.explain import kept_grades
from hookconform.ground import file_digests

PLATFORM = load_platform("cursor")
CLAIMS = PLATFORM.claims[:3]
COMPUTED = {claim.id: f"grade of {claim.native}" for claim in PLATFORM.claims}


def no_cases() -> Sequence[Case]:
    return ()


@pytest.fixture
def computed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the claims whose grades were computed, one after the other."""
    found: list[str] = []

    def grades(_: object, claims: Sequence[kept_grades.Claim], __: object) -> dict[str, str]:
        found.extend(claim.id for claim in claims)
        return {claim.id: COMPUTED[claim.id] for claim in claims}

    monkeypatch.setattr("hookconform.explain.grading.grades", grades)
    monkeypatch.setattr(kept_grades, "user_cache", lambda: tmp_path / "cache")
    # As if all code were older than this process.
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    kept_grades._code.cache_clear()
    return found


def asked(*places: int) -> dict[str, str]:
    claims = [CLAIMS[place] for place in places]
    assert kept_grades.kept_grades(PLATFORM, claims, no_cases) == {claim.id: COMPUTED[claim.id] for claim in claims}
    return {claim.id: COMPUTED[claim.id] for claim in claims}


def files(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "grades").iterdir())


def test_a_grade_is_computed_once(computed: list[str], tmp_path: Path) -> None:
    for places in ((0,), (0, 1), (1, 2), (0, 1, 2)):
        asked(*places)
    assert computed == [claim.id for claim in CLAIMS]
    assert len(files(tmp_path)) == 1


@pytest.mark.parametrize("damage", [b"", b"cut", b"\xff\x00"])
def test_a_damaged_file_is_as_if_it_were_not_there(computed: list[str], tmp_path: Path, damage: bytes) -> None:
    asked(0)
    (path,) = files(tmp_path)
    path.write_bytes(damage)
    asked(0)
    assert computed == [CLAIMS[0].id] * 2


def test_grades_of_another_code_are_not_read(
    computed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    monkeypatch.setattr(kept_grades, "_lab", lambda: lab)
    asked(0)
    (lab / "grades.py").write_text("# another way to grade")
    kept_grades._code.cache_clear()
    asked(0)
    assert computed == [CLAIMS[0].id] * 2


def test_nothing_is_kept_where_nothing_can_be_written(computed: list[str], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the place of the folder")
    asked(0)
    asked(0)
    assert computed == [CLAIMS[0].id] * 2


def test_without_the_lab_nothing_is_kept(computed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_grades, "_lab", lambda: None)
    asked(0)
    assert computed
    assert not (tmp_path / "cache").exists()


# Prints what grading reads, of the corpus and of the code, that is not in the key.
TRACED = """
import os, sys
from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.explain import kept_grades
name = "gemini-cli"
root = str(corpus_root()) + os.sep
opened = set()
def noted(event, given):
    if event == "open" and isinstance(given[0], (str, os.PathLike)) and str(given[0]).startswith(root):
        opened.add(str(given[0]))
sys.addaudithook(noted)
platform = load_platform(name)
lab = kept_grades._lab()
kept_grades._key(platform, lab)
cases = list(iter_cases(platforms=[name]))
key = set(opened)
opened.clear()
from hookconform.explain.grading import grades
grades(platform, platform.claims[:4], cases[:50])
print(*sorted(opened - key))
code = {str(path) for path in kept_grades.code_of_grades(lab)}
rooms = tuple(f"hookconform.{room}" for room in ("ground", "corpus", "drafting", "cases"))
used = {
    name: module.__file__ for name, module in list(sys.modules.items())
    if name.startswith(("hookconform", "hook_adapters")) and not name.startswith(rooms) and module.__file__
}
print(*sorted(name for name, path in used.items() if path not in code))
"""


def test_everything_that_a_grade_follows_from_is_part_of_its_key() -> None:
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, check=True)
    read, used = done.stdout.splitlines()
    assert read == ""
    # Packages that hold nothing, and this module, which computes nothing.
    assert set(used.split()) <= {
        "hookconform",
        "hookconform.authoring",
        "hookconform.explain",
        "hookconform.explain.kept_grades",
        "hookconform_lab",
    }
