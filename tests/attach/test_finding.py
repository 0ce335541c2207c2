"""Finding an adapter by what somebody typed; where there is none, the one that was meant is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.attach.registry import find_adapter, shipped_names
from hookconform.ground.errors import HookconformError

MANIFEST = """
name = "fake"
version = "1"
language = "python"
platforms = ["gemini-cli"]
capabilities = ["event"]
protocol = 2
tier = "core"
[run]
python = "module:create"
path = "."
"""


def adapter(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "adapter.toml").write_text(MANIFEST)
    return folder / "adapter.toml"


def test_an_adapter_is_found_by_name_folder_and_file(tmp_path: Path) -> None:
    path = adapter(tmp_path)
    assert find_adapter(str(path)).path == find_adapter(str(tmp_path)).path == path
    assert find_adapter("reference").name == "reference"


def test_an_unknown_adapter_is_answered_with_those_there_are() -> None:
    with pytest.raises(HookconformError) as caught:
        find_adapter("refrence")
    assert caught.value.code == "adapter.unknown"
    assert "reference" in caught.value.hint


@pytest.mark.parametrize("named", ["refrence", "./refrence", "REFERENCE"])
def test_a_name_is_held_against_the_shipped_ones(named: str) -> None:
    with pytest.raises(HookconformError) as caught:
        find_adapter(named)
    assert caught.value.hint.startswith("Did you mean reference? ")


@pytest.mark.parametrize("named", ["elsewhere/refrence", "../no-such-folder/reference"])
def test_a_path_elsewhere_is_not_held_against_the_shipped_ones(tmp_path: Path, named: str) -> None:
    for path in (named, str(tmp_path / named)):
        with pytest.raises(HookconformError) as caught:
            find_adapter(path)
        assert "Did you mean" not in caught.value.hint


def test_a_path_is_held_against_what_lies_beside_it(tmp_path: Path) -> None:
    adapter(tmp_path / "mine")
    with pytest.raises(HookconformError) as caught:
        find_adapter(str(tmp_path / "mien"))
    assert caught.value.hint.startswith(f"Did you mean {tmp_path / 'mine'}? ")


def test_a_file_may_be_called_anything(tmp_path: Path) -> None:
    path = adapter(tmp_path).rename(tmp_path / "mine.toml")
    assert find_adapter(str(path)).path == path


def refused(named: str) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        find_adapter(named)
    assert (caught.value.code, caught.value.exit_code) == ("adapter.unknown", 2)
    return caught.value


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    assert refused("no-adapter-of-any-kind").what == "There is no adapter 'no-adapter-of-any-kind'."
    words = "Name a folder with an adapter.toml, such a file, or a shipped one: "
    assert refused("no-adapter-of-any-kind").hint == words + ", ".join(shipped_names()) + "."
    assert {"reference", "reference-hook"} <= set(shipped_names())
    assert refused(str(tmp_path)).what == f"The folder {str(tmp_path)!r} has no adapter.toml."


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, ""),
        (1, "There are adapters in it: a0. "),
        (8, "There are adapters in it: a0, a1, a2, a3, a4, a5, a6, a7. "),
        (9, "There are adapters in it: a0, a1, a2, a3, a4, a5, a6, a7, a8. "),
        (10, "There are adapters in it: a0, a1, a2, a3, a4, a5, a6, a7 and 2 more. "),
    ],
)
def test_of_many_adapters_in_a_folder_eight_are_named(tmp_path: Path, number: int, sentence: str) -> None:
    for name in range(number):
        adapter(tmp_path / f"a{name}")
    assert refused(str(tmp_path)).hint.startswith(f"{sentence}Name a folder with an adapter.toml, ")


def test_a_name_that_no_system_takes_is_unknown_too() -> None:
    assert refused("no/\0").hint.startswith("Name a folder")
