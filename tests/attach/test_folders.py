"""The folders of a place: laid for each policy, put back before each call, whatever was made of them in between."""

from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hookconform.attach.hook_spec import PolicyFile
from hookconform.attach.place import folders
from hookconform.attach.place.folders import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path / "new" / "place")


def below(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_project_and_a_home_lie_in_it(place: Place) -> None:
    assert (place.project, place.home) == (place.root / "project", place.root / "home")
    assert place.words() == {"{project}": str(place.project), "{home}": str(place.home)}
    assert place.hidden(f"{place.project}/a {place.home}/b {place.root}") == f"{{project}}/a {{home}}/b {place.root}"


def test_they_are_prepared_once_a_policy_and_put_back_as_that_left_them(place: Place) -> None:
    prepared: list[str] = []

    def lay(key: str) -> list[str]:
        def prepare() -> None:
            assert (below(place.project), below(place.home)) == ([], [])
            prepared.append(key)
            (place.project / key).touch()
            (place.home / f"{key} at home").symlink_to(key)

        place.lay(key, prepare)
        (place.project / "trace").touch()
        (place.home / "trace").mkdir()
        assert (place.home / f"{key} at home").is_symlink()
        return sorted({*below(place.project), *below(place.home)})

    for key in ("a", "b", "a", "b", "a"):
        assert lay(key) == [key, f"{key} at home", "trace"]
    assert prepared == ["a", "b"]
    assert below(place.root / "gone") == []
    assert sorted(path.name for path in (place.root / "kept").iterdir()) == ["0", "1"]
    assert (place.root / "kept" / "0" / "home" / "a at home").is_symlink()


def test_what_was_put_in_its_place_is_taken_away_and_what_that_leads_to_is_left(place: Place, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    place.lay("", lambda: None)
    shutil.rmtree(place.project)
    place.project.symlink_to(tmp_path / "other")
    shutil.rmtree(place.home)
    place.home.touch()
    place.lay("", lambda: None)
    assert (below(place.project), below(place.home)) == ([], [])
    assert not place.project.is_symlink()
    assert (tmp_path / "other" / "file").exists()
    assert below(place.root / "gone") == []
    place.project.rmdir()
    place.project.symlink_to("nowhere")
    place.lay("", lambda: None)
    assert (place.project.is_dir(), below(place.root / "gone")) == (True, [])


def test_what_cannot_be_removed_is_out_of_the_way(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def cannot(folder: Path, *, ignore_errors: bool = False) -> None:
        if not ignore_errors:
            raise PermissionError(folder)

    stuck: Any = SimpleNamespace(copytree=shutil.copytree, rmtree=cannot)
    monkeypatch.setattr(folders, "shutil", stuck)
    for number in range(3):
        place.lay("", lambda: None)
        assert (below(place.project), below(place.home)) == ([], [])
        (place.project / f"trace {number}").touch()
    assert below(place.root / "gone") == ["1", "1/trace 0", "2", "3", "3/trace 1", "4"]


def test_policies_are_copied_with_their_links_and_rights_to_where_they_belong(place: Place, tmp_path: Path) -> None:
    source = tmp_path / "policy"
    source.mkdir()
    (source / "run").write_text("x")
    (source / "run").chmod(0o750)
    (source / "link").symlink_to("run")
    place.lay("", lambda: None)
    (place.project / "own").touch()
    place.copy(PolicyFile(source, "{project}"))
    place.copy(PolicyFile(source / "run", "{home}/.config/tool/run"))
    place.copy(PolicyFile(source / "run", "{home}/.config/tool/again"))
    assert below(place.project) == ["link", "own", "run"]
    assert (place.project / "link").readlink() == Path("run")
    assert below(place.home) == [".config", ".config/tool", ".config/tool/again", ".config/tool/run"]
    assert (place.home / ".config/tool/run").stat().st_mode & 0o777 == 0o750
