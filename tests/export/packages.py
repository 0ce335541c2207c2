"""The packages as a user has them: written once a session for a few platforms, each with its program that judges."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hookconform.export.packaging import PACKAGES, write_package
from hookconform.export.request import Request

PLATFORMS = ("codex", "gemini-cli")


@dataclass(frozen=True)
class Judging:
    """A package in a folder, and how its program that judges recorded answers is built and called."""

    name: str
    folder: Path
    program: tuple[str, ...]

    def outcomes(self, platform: str, answers: Iterable[str]) -> dict[str, str]:
        """Return the outcome of each check by id."""
        done = self.said([*self.program, platform], "\n".join(answers) + "\n")
        return dict(line.rsplit(" ", 1) for line in done.splitlines())

    def said(self, command: list[str], given: str = "") -> str:
        """Return what a command in the package's folder prints."""
        environment = os.environ | {"PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


_PROGRAMS: dict[str, tuple[str, ...]] = {
    "npm": ("node", "judge-answers.js"),
    "go": ("./judge-answers",),
    "rust": ("target/release/examples/judge_answers",),
    "python": (sys.executable, "-m", "hookconform_data.judge_answers"),
}
_BUILT: dict[str, list[str]] = {
    "go": ["go", "build", "-o", "judge-answers", "./cmd/judge-answers"],
    "rust": ["cargo", "build", "--release", "--quiet", "--example", "judge_answers"],
}
# Crates come from a registry, and are compiled.
_MARKS = {
    "npm": [pytest.mark.needs("node")],
    "go": [pytest.mark.needs("go")],
    "rust": [pytest.mark.slow, pytest.mark.needs("cargo")],
}
NAMES = [pytest.param(name, marks=_MARKS.get(name, [])) for name in PACKAGES]


def build(judging: Judging) -> None:
    """Build the program that judges, where the language compiles."""
    if judging.name in _BUILT:
        judging.said(_BUILT[judging.name])


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Judging]:
    """Return what writes a package, each once."""
    written: dict[str, Judging] = {}

    def get(name: str) -> Judging:
        if name not in written:
            folder = tmp_path_factory.mktemp("packages") / name
            write_package(name, folder, Request(PLATFORMS))
            written[name] = Judging(name, folder, _PROGRAMS[name])
            build(written[name])
        return written[name]

    return get
