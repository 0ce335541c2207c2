"""What the tests of a room say of one mutant; they end in time, with all that they started."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest
from tests.support.processes import is_running

from hookconform_lab.mutation import by_tests
from hookconform_lab.mutation.targets import Target
from hookconform_lab.mutation.verdict import Verdict

pytestmark = pytest.mark.slow

ENDLESS = """
import subprocess, sys
from pathlib import Path
def test_a():
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20); open('lived', 'w')"])
    Path("started").write_text(str(child.pid))
    Path("started").rename("child")
    child.wait()
"""


def toy(folder: Path, text: str, longest: float = 60.0) -> Target:
    (folder / "tests").mkdir()
    (folder / "tests" / "test_a.py").write_text(text)
    return Target("toy", folder, (), tests="tests", longest=longest)


def verdict(folder: Path, text: str, longest: float = 60.0) -> Verdict:
    return by_tests.verdict_of(toy(folder, text, longest), folder, "")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def test_a(): pass", Verdict("survived")),
        ("def test_a(): assert 0\ndef test_b(): open('b', 'w')", Verdict("caught", "FAILED tests/test_a.py::test_a")),
        ("import nothing_of_the_kind", Verdict("caught", "ERROR tests/test_a.py")),
        ("", Verdict("caught", "pytest ended with 5")),
        ("import os; os._exit(9)", Verdict("caught", "pytest ended with 9")),
    ],
    ids=["passed", "failed", "unreadable", "none", "gone"],
)
def test_the_first_red_test_is_enough(tmp_path: Path, text: str, found: Verdict) -> None:
    assert verdict(tmp_path, text) == found
    assert not (tmp_path / "b").exists()


def test_tests_that_do_not_end_are_ended_with_all_that_they_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def communicate(process: subprocess.Popen[str], *, timeout: float) -> tuple[str, None]:
        # The time is up when there is something to end, however busy the machine is.
        while process.poll() is None and not (tmp_path / "child").exists():
            time.sleep(0.05)
        raise subprocess.TimeoutExpired(process.args, timeout)

    monkeypatch.setattr(by_tests.subprocess.Popen, "communicate", communicate)
    assert verdict(tmp_path, ENDLESS, longest=8.0) == Verdict("timed-out", "not done after 8 s")
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not is_running(child):
            break
        time.sleep(0.05)
    assert not (tmp_path / "lived").exists()
    if not is_running(child):
        return
    pytest.fail("what the tests started goes on")


def test_the_copy_is_what_is_tested(tmp_path: Path) -> None:
    for name, folder in (
        ("suite", "src"),
        ("adapter", "packages/hook-adapters"),
        ("facade", "packages/tool-facades"),
        ("lab", "packages/hookconform-lab"),
    ):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / f"{name}_toy.py").write_text("")
    assert verdict(tmp_path, "import suite_toy, adapter_toy, facade_toy, lab_toy\ndef test_a(): pass") == Verdict(
        "survived"
    )


def test_a_copy_is_of_the_project_and_of_nothing_else(tmp_path: Path) -> None:
    by_tests.copied(tmp_path)
    there = {path.name: path.is_symlink() for path in tmp_path.iterdir()}
    assert [name for name in there if name.startswith(".")] == []
    assert not any(there[name] for name in ("src", "packages", "tests", "conformance", "pyproject.toml"))
    assert all(there[name] for name in ("corpus", "docs", "reports", "adapters", "examples"))
    assert list((tmp_path / "src").rglob("__pycache__")) == []
