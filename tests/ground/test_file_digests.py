"""The hash of files changes with a name, a content or an order, and that of loaded code with any doubt about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.ground import file_digests
from hookconform.ground.file_digests import changed_since_start, code_digest, digest_below, digest_of


@pytest.fixture
def files(tmp_path: Path) -> list[tuple[str, Path]]:
    for name in ("a", "b"):
        (tmp_path / name).write_text(f"text of {name}")
    return [(name, tmp_path / name) for name in ("a", "b")]


CHANGES: dict[str, Callable[[list[tuple[str, Path]]], list[tuple[str, Path]]]] = {
    "another content": lambda files: [files[0], (files[1][0], _written(files[1][1], "text of c"))],
    "another name": lambda files: [files[0], ("c", files[1][1])],
    "another order": lambda files: files[::-1],
    "one less": lambda files: files[:1],
    "contents exchanged": lambda files: [("a", files[1][1]), ("b", files[0][1])],
    "one empty": lambda files: [files[0], (files[1][0], _written(files[1][1], ""))],
    "one missing": lambda files: [files[0], (files[1][0], files[1][1] / "none")],
}


def _written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_other_has_another_hash(files: list[tuple[str, Path]], change: str) -> None:
    before = digest_of(files)
    assert digest_of(files) == before
    assert digest_of(CHANGES[change](files)) != before


def test_a_missing_file_is_no_empty_one(tmp_path: Path) -> None:
    missing = digest_of([("a", tmp_path / "a")])
    (tmp_path / "a").touch()
    assert digest_of([("a", tmp_path / "a")]) != missing


def test_files_of_a_folder_are_named_from_there(tmp_path: Path) -> None:
    for place in ("one", "two"):
        (tmp_path / place / "deep").mkdir(parents=True)
        (tmp_path / place / "deep" / "a.py").write_text("1")
        (tmp_path / place / "note.txt").write_text(place)
    assert digest_below(tmp_path / "one", "*.py") == digest_below(tmp_path / "two", "*.py")
    assert digest_below(tmp_path / "one", "*") != digest_below(tmp_path / "two", "*")


@pytest.mark.usefixtures("files")
def test_order_in_which_a_folder_is_listed_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_below(tmp_path, "*")
    listed = list(tmp_path.rglob("*"))
    assert len(listed) > 1
    for order in (sorted(listed), sorted(listed, reverse=True)):
        monkeypatch.setattr(Path, "rglob", lambda *_, order=order: iter(order))
        assert digest_below(tmp_path, "*") == before


def test_code_that_changed_while_it_ran_shares_its_hash_with_nobody(
    files: list[tuple[str, Path]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    assert code_digest(files) == code_digest(files) == digest_of(files)
    monkeypatch.setattr(file_digests, "_STARTED", 0)
    assert changed_since_start(files[0][1])
    assert len({code_digest(files), code_digest(files), digest_of(files)}) == 3
