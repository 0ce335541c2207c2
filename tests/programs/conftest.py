"""A program.toml in a folder of its own, clients that do as they are told, and a cache nobody else uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.attach.program import FILE_NAME, Program, load_program
from hookconform.ground.cache import ENVIRONMENT_VARIABLE

HEAD = 'name = "guard"\nversion = "1.2.3"\nhomepage = "https://example.com/guard"\nlicence = "MIT"\n'
PYPI = '[pypi]\npackage = "a-guard"\npython = "3.8"\n'
NPM = '[npm]\npackage = "@a/guard"\nnode = 18\n'
COMMIT = "097e68e92a18e9129bbfb9d0c3fac5dfa77ecb82"

Write = Callable[..., Program]
Client = Callable[[str, str], Path]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def state(tmp_path: Path) -> Write:
    """Return a function that writes program.toml and reads it."""

    def write(source: str, head: str = HEAD) -> Program:
        folder = tmp_path / "guard"
        folder.mkdir(exist_ok=True)
        (folder / FILE_NAME).write_text(head + source, encoding="utf-8")
        return load_program(folder)

    return write


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Return a function that puts a shell script of a name first on PATH, and returns where it notes its calls."""
    place = tmp_path / "bin"
    place.mkdir()
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")

    def write(name: str, body: str) -> Path:
        calls = tmp_path / f"{name}.calls"
        (place / name).write_text(f'#!/bin/sh\necho "$@" >> {calls}\n{body}\n', encoding="utf-8")
        (place / name).chmod(0o755)
        return calls

    return write
