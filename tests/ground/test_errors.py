"""Why a file could not be read or written: in words, without its path and without a number."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError, reason, unwritable
from hookconform.ground.strict_yaml import read_text

TEXT = "\N{LATIN SMALL LETTER E WITH ACUTE}".encode("latin-1")


def test_a_reason_is_the_systems_words_without_the_path(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "none").read_bytes()
    assert reason(caught.value) == "No such file or directory"
    assert str(unwritable("page", tmp_path, caught.value)) == "The page cannot be written: No such file or directory."


def test_a_reason_names_the_byte_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "text.yaml"
    path.write_bytes(b"a: " + TEXT)
    with pytest.raises(Exception, match=r"The file cannot be read: it is not UTF-8 at byte 3\."):
        read_text(path)


@pytest.mark.parametrize("encoding", ["UTF-16", "UTF-32"])
@pytest.mark.parametrize("byte_order", ["LE", "BE"])
def test_a_wide_encoding_is_named(encoding: str, byte_order: str, tmp_path: Path) -> None:
    path = tmp_path / "text.yaml"
    path.write_bytes("\ufeffa: b".encode(f"{encoding}-{byte_order}"))
    with pytest.raises(HookconformError) as caught:
        read_text(path)
    assert caught.value.what == f"The file cannot be read: it is {encoding}, and must be UTF-8."
    assert caught.value.hint == "Save it as UTF-8."


@pytest.mark.parametrize("error", [ValueError("a b"), OSError("a b")])
def test_what_has_no_words_of_the_system_is_quoted(error: Exception) -> None:
    assert reason(error) == "a b"
