"""A program is stated exactly; what is installed counts only if it is what is stated."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.attach.program import FILE_NAME, installed_folder, load_program
from hookconform.ground.errors import HookconformError

from .conftest import COMMIT, HEAD, NPM, PYPI, Write


def test_a_program_has_a_folder_of_its_name_and_version(state: Write, cache: Path) -> None:
    program = state(PYPI)
    assert (program.source, program.folder) == ("pypi", cache / "programs" / "guard" / "1.2.3")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = ", "program.toml"),
        (HEAD, "schema.program"),
        (HEAD + PYPI + NPM, "schema.program"),
        (HEAD.replace("1.2.3", ">=1"), "schema.program"),
        (HEAD.replace('"guard"', '"../guard"') + PYPI, "schema.program"),
        (HEAD.replace("1.2.3", "../1") + PYPI, "schema.program"),
        (HEAD + PYPI.replace("a-guard", "--index-url=x"), "schema.program"),
    ],
)
def test_what_is_not_exact_is_refused(tmp_path: Path, text: str, code: str) -> None:
    (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        load_program(tmp_path)
    assert caught.value.code == code
    assert caught.value.hint


def test_a_folder_without_a_program_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        load_program(tmp_path)
    assert caught.value.code == "program.unreadable"


def test_only_what_is_installed_as_stated_is_found(state: Write) -> None:
    program = state(PYPI)
    with pytest.raises(HookconformError) as caught:
        installed_folder(program.path.parent)
    assert caught.value.code == "program.not-installed"
    assert "community install guard" in caught.value.hint
    program.folder.mkdir(parents=True)
    program.mark_installed()
    assert installed_folder(program.path.parent) == program.folder
    changed = state(PYPI + "dependencies = false\n")
    assert changed.folder == program.folder
    assert not changed.is_installed


def test_glue_that_changed_is_built_again(state: Write) -> None:
    program = state(f'[git]\nrepository = "a/guard"\ncommit = "{COMMIT}"\ntool = "go"\nglue = "glue"\n')
    glue = program.path.parent / "glue"
    glue.mkdir()
    (glue / "main.go").write_text("package main", encoding="utf-8")
    before = load_program(program.path.parent).digest
    (glue / "main.go").write_text("package main // changed", encoding="utf-8")
    assert load_program(program.path.parent).digest != before
