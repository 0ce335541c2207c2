"""A packed file stands for the files of a folder, and damage is an error, not an empty file."""

from __future__ import annotations

import json
import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.ground.packed import SUFFIX, content_of, files_like, held_by, is_held, packed, status_of
from hookconform.ground.strict_yaml import read_text

CONTENT = b'{"a": 1}\n' * 100
FILES = {"1.0.0.json": CONTENT, "1.1.0.json": b"", "notes.txt": "é\n".encode()}
WHOLE = packed(FILES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / f"versions{SUFFIX}").write_bytes(WHOLE)
    return tmp_path / "versions"


def test_packed_files_are_read_by_their_names(folder: Path) -> None:
    assert {name: content_of(folder / name) for name in FILES} == FILES
    assert all(is_held(folder / name) for name in FILES)
    assert status_of(folder / "1.0.0.json") == folder.with_name(f"versions{SUFFIX}").stat()


def test_a_file_itself_is_read_before_a_packed_one(folder: Path) -> None:
    folder.mkdir()
    plain = folder / "1.0.0.json"
    plain.write_bytes(b"{}")
    assert content_of(plain) == b"{}"
    assert status_of(plain) == plain.stat()
    assert content_of(folder / "1.1.0.json") == b""


def test_files_are_packed_alike_on_any_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 4_000_000_000.0)
    assert packed(FILES) == WHOLE


def test_files_are_listed_by_the_names_they_are_asked_for(folder: Path) -> None:
    folder.mkdir()
    (folder / "1.2.0.json").touch()
    assert files_like(folder, "*.json") == [folder / f"1.{number}.0.json" for number in range(3)]
    assert held_by(folder.with_name(f"versions{SUFFIX}")) == [folder / name for name in FILES]


def test_a_file_that_is_written_anew_is_read_anew(folder: Path) -> None:
    assert content_of(folder / "1.0.0.json") == CONTENT
    folder.with_name(f"versions{SUFFIX}").write_bytes(packed({"1.0.0.json": b"other"}))
    assert content_of(folder / "1.0.0.json") == b"other"


@pytest.mark.parametrize("name", ["2.0.0.json", "1.0.0.json.gz", "1.0.0"])
def test_a_file_that_is_not_there_is_said_to_be_missing(folder: Path, name: str) -> None:
    for read in (content_of, status_of):
        with pytest.raises(FileNotFoundError, match=name):
            read(folder / name)
    assert not is_held(folder / name)


@pytest.mark.parametrize("missing", ["missing.yaml", "/missing.yaml"])
def test_a_missing_file_of_a_folder_without_a_name_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert not is_held(Path(missing))
    with pytest.raises(HookconformError) as error:
        read_text(Path(missing))
    assert error.value.code == "file.unreadable"


def test_no_folder_holds_nothing(tmp_path: Path) -> None:
    assert files_like(tmp_path / "none", "*") == []
    assert not is_held(tmp_path / "none" / "1.0.0.json")
    (tmp_path / "file").touch()
    assert not is_held(tmp_path / "file" / "versions" / "1.0.0.json")


DAMAGED = {
    "empty": b"",
    "not packed": CONTENT,
    "end missing": WHOLE[:-9],
    "cut": WHOLE[:20],
    "overwritten": WHOLE[:30] + b"\xff" * 40,
    "one byte": WHOLE[:-40] + bytes([WHOLE[-40] ^ 1]) + WHOLE[-39:],
    "no block": WHOLE[:12] + b"\xff" * 40,
    "nothing inside": lzma.compress(b""),
    "no sizes": lzma.compress(b"x"),
    "a list": lzma.compress(b"[1]\nx"),
    "a size that is text": lzma.compress(b'{"1.0.0.json": "1"}\nx'),
    "more than it says": lzma.compress(b'{"1.0.0.json": 0}\nx'),
    "another size": lzma.compress(b'{"1.0.0.json": 2}\nx'),
    "deep": lzma.compress(b"[" * 100_000 + b"\nx"),
}


@pytest.mark.parametrize("damaged", DAMAGED.values(), ids=DAMAGED)
@pytest.mark.parametrize(
    "use",
    [content_of, is_held, status_of, lambda path: files_like(path.parent, "*")],
    ids=["read", "ask", "stat", "list"],
)
def test_a_damaged_file_is_an_error(folder: Path, damaged: bytes, use: Callable[[Path], object]) -> None:
    folder.with_name(f"versions{SUFFIX}").write_bytes(damaged)
    with pytest.raises(HookconformError, match="cannot be unpacked") as found:
        use(folder / "1.0.0.json")
    assert (found.value.code, found.value.where) == ("corpus.damaged", str(folder) + SUFFIX)


def test_a_python_without_lzma_is_told_what_it_lacks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lzma", None)
    with pytest.raises(HookconformError, match="lacks the module lzma") as found:
        content_of(folder / "1.0.0.json")
    assert (found.value.code, found.value.where) == ("python.incomplete", sys.executable)


def test_what_is_packed_any_tool_reads() -> None:
    head, content = lzma.decompress(WHOLE).split(b"\n", 1)
    assert json.loads(head) == {name: len(file) for name, file in FILES.items()}
    assert content == b"".join(FILES.values())
