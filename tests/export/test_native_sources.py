"""The Go module and the Rust crate: their own tests and checks are green, and each can be red."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.export.packages import Judging

from hookconform.export import packaging

pytestmark = [pytest.mark.whole, pytest.mark.slow]

GO = pytest.mark.needs("go")
RUST = pytest.mark.needs("cargo")
GREEN = [
    pytest.param("go", ("go", "vet", "./..."), marks=GO, id="vet"),
    pytest.param("go", ("go", "test", "."), marks=GO, id="go"),
    pytest.param(
        "rust", ("cargo", "clippy", "--quiet", "--all-targets", "--", "-D", "warnings"), marks=RUST, id="clippy"
    ),
    pytest.param("rust", ("cargo", "test", "--quiet"), marks=RUST, id="rust"),
]
# A fault in the sources, and the test that must find it.
FAULTS = [
    pytest.param("go", "number.go", "alsoKnown && a == b", "alsoKnown && a != b", "TestValuesThatAreTheSame", marks=GO),
    pytest.param("go", "json.go", "utf16.IsSurrogate(char)", "false", "TestValuesThatDiffer", marks=GO),
    pytest.param("go", "compare.go", "if gone[event]", "if false", "TestAnAnswerIsPassedOrFailedAtItsPlaces", marks=GO),
    pytest.param("go", "judge.go", "reason != nil", "reason != nil && false", "TestOutcomesOfAnAdapter", marks=GO),
    pytest.param(
        "rust", "src/json.rs", "same_number(one, other)", "one == other", "values_that_are_the_same", marks=RUST
    ),
    pytest.param("rust", "src/judge.rs", "if case.refuse.is_some()", "if false", "outcomes_of_an_adapter", marks=RUST),
]
TESTED = {"go": ("go", "test", "."), "rust": ("cargo", "test", "--quiet", "--test", "comparison")}


@pytest.mark.parametrize(("name", "command"), GREEN)
def test_sources_are_green(name: str, command: tuple[str, ...], package: Callable[[str], Judging]) -> None:
    package(name).said(list(command))


@pytest.mark.parametrize(("name", "file", "right", "wrong", "test"), FAULTS)
def test_a_fault_turns_a_test_red(  # noqa: PLR0913, PLR0917 (one a column)
    name: str, file: str, right: str, wrong: str, test: str, package: Callable[[str], Judging], tmp_path: Path
) -> None:
    source = package(name).folder
    folder = tmp_path / name
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("target", "script*"))
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(right) == 1
    (folder / file).write_text(text.replace(right, wrong), encoding="utf-8")
    # What the crate depends on is built once.
    environment = os.environ | {"CARGO_TARGET_DIR": str(source / "target")}
    done = subprocess.run(TESTED[name], cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert test in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize("name", [pytest.param("go", marks=GO), pytest.param("rust", marks=RUST)])
def test_sources_are_formatted(name: str, package: Callable[[str], Judging]) -> None:
    command = ["gofmt", "-l", "."] if name == "go" else ["cargo", "fmt", "--all", "--", "--check"]
    assert package(name).said(command) == ""


def test_every_source_is_in_the_wheel() -> None:
    """What is ignored by Git is left out of a wheel without a word."""
    folder = Path(packaging.__file__).parent / "packages"
    files = [str(path) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {Path(file).suffix for file in files} > {".go", ".mod", ".rs", ".toml", ".md"}
    ignored = subprocess.run(["git", "check-ignore", *files], cwd=folder, capture_output=True, text=True, check=False)
    assert ignored.stdout == ""
