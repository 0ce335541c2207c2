"""What may become the name of a file, on every system."""

from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version, name_problem, path_in


@pytest.mark.parametrize(
    "name", ["1.0.0", "1.0.0-rc.1", "1.0.0+build", "gemini-cli", "after-tool_2", "console", "com", "a"]
)
def test_plain_names_may(name: str) -> None:
    assert name_problem(name) is None


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "a/b", "a\\b", "a:b", "a*", "-a", ".a", "a.", "a..b", "a b", "a\n", "é", "\u0661.0.0", "con", "CON",
     "nul.txt", "Com1", "lpt9.json", "aux.", "x" * 161, None, 1, ["a"]],
)  # fmt: skip
def test_what_is_another_file_somewhere_may_not(name: object) -> None:
    problem = name_problem(name)
    assert problem is not None
    assert str(name) not in problem or name in ("", ".", "a", 1, None)


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "0.62.0-preview.1", "2026.11.21"])
def test_versions(version: str) -> None:
    assert is_version(version)


@pytest.mark.parametrize(
    "version", ["1", "latest", "1.0.0-", "1.0.0-a.", "1.0.0-a..b", "v1.0", "1.0.0/x", 1, "\u0661.0"]
)
def test_what_is_no_version(version: object) -> None:
    assert not is_version(version)


def test_a_path_stays_in_its_folder_and_has_no_twin(tmp_path: Path) -> None:
    assert path_in(tmp_path, "a", "b", ending=".json") == tmp_path / "a" / "b.json"
    (tmp_path / "Name.json").touch()
    assert path_in(tmp_path, "Name", ending=".json") == tmp_path / "Name.json"
    for names in (("name",), ("..", "x"), ("a", "nul")):
        with pytest.raises(HookconformError) as caught:
            path_in(tmp_path, *names, ending=".json")
        assert caught.value.code == "name.unsafe"
