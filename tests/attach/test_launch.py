"""How adapters are started: interpreter, command, folder of imports and variables, each taken from where it says."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach import python_host
from hookconform.attach.launch import command_launch, environment_of, import_folder, python_launch


def python(folder: Path, **run: Any) -> Any:
    return fakes.manifest(folder, run={"python": "module:create", **run})


@pytest.mark.parametrize(
    ("named", "started"),
    [
        (None, sys.executable),
        ("python3.13", "python3.13"),
        ("bin/python", "{}/bin/python"),
        ("./python", "{}/python"),
        ("/usr/bin/python3", "/usr/bin/python3"),
    ],
)
def test_a_path_to_the_interpreter_starts_at_the_manifest_and_a_bare_name_is_looked_up(
    tmp_path: Path, named: str | None, started: str
) -> None:
    launch = python_launch(python(tmp_path, **({"interpreter": named} if named else {})))
    assert Path(launch.command[0]) == Path(started.format(tmp_path))
    assert (os.sep in launch.command[0]) == (os.sep in started)
    assert launch.command[1:] == [str(Path(python_host.__file__).resolve()), "{channel}", "module:create"]
    assert launch.folder == tmp_path
    assert launch.hint == "Check `interpreter` below [run]."


def test_the_folder_of_imports_is_the_manifests_if_it_names_one(tmp_path: Path) -> None:
    assert import_folder(python(tmp_path)) is None
    assert import_folder(python(tmp_path, path="src/../lib")) == str((tmp_path / "lib").resolve())
    assert python_launch(python(tmp_path, path=".")).command[-1] == str(tmp_path.resolve())


def test_a_command_and_its_variables_are_filled_in(tmp_path: Path) -> None:
    manifest = fakes.manifest(
        tmp_path, run={"command": ["{python}", "{folder}/x", "{y}"], "env": {"A": "{folder}:{python}", "B": "b"}}
    )
    launch = command_launch(manifest)
    assert launch.command == [sys.executable, f"{tmp_path}/x", "{y}"]
    assert launch.folder == tmp_path
    assert launch.environment == environment_of(manifest) == {"A": f"{tmp_path}:{sys.executable}", "B": "b"}
    assert launch.hint == "Check `command` below [run]; it runs in the manifest's folder."
