"""A packed file stands for the file of its name, and damage is an error, not an empty file."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from hookconform.ground.packed import content_of, files_like, holder_of, packed

CONTENT = b'{"a": 1}\n' * 100


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    (tmp_path / "1.0.0.json.gz").write_bytes(packed(CONTENT))
    return tmp_path / "1.0.0.json"


def test_a_packed_file_is_read_by_the_name_of_the_file(plain: Path) -> None:
    assert content_of(plain) == CONTENT


def test_a_file_itself_is_read_before_a_packed_one(plain: Path) -> None:
    plain.write_bytes(b"{}")
    assert content_of(plain) == b"{}"
    assert holder_of(plain) == plain


def test_a_file_is_packed_alike_on_any_day(monkeypatch: pytest.MonkeyPatch) -> None:
    before = packed(CONTENT)
    monkeypatch.setattr("time.time", lambda: 4_000_000_000.0)
    assert packed(CONTENT) == before


def test_files_are_listed_by_the_names_they_are_asked_for(plain: Path) -> None:
    for other in ("1.1.0.json", "notes.txt", "notes.md.gz"):
        (plain.parent / other).touch()
    assert files_like(plain.parent, "*.json") == [plain, plain.with_name("1.1.0.json")]


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"1\.0\.0\.json'"):
        content_of(tmp_path / "1.0.0.json")


@pytest.mark.parametrize(
    "damaged",
    [
        *(b"", CONTENT, packed(CONTENT)[:-9], packed(CONTENT)[:20], packed(CONTENT)[:12] + b"\xff" * 40),
        # No block of zlib begins so.
        packed(CONTENT)[:10] + b"\xff" * 40,
    ],
    ids=["empty", "not packed", "end missing", "cut", "overwritten", "no block"],
)
def test_a_damaged_file_cannot_be_read(plain: Path, damaged: bytes) -> None:
    plain.with_name("1.0.0.json.gz").write_bytes(damaged)
    with pytest.raises(OSError, match=r"."):
        content_of(plain)


def test_what_is_packed_any_tool_reads() -> None:
    assert gzip.decompress(packed(CONTENT)) == CONTENT
