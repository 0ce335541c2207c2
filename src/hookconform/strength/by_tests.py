"""The project's tests of one room as the judge of the harness: the first red test is enough."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from hookconform.corpus.locate import data_root
from hookconform.ground.throw_away import throw_away
from hookconform.strength.mutants import Mutant
from hookconform.strength.targets import Target
from hookconform.strength.verdict import Verdict

# What tests may write into is copied; the rest is only read.
_COPIED = ("src", "hook-adapters", "tests", "conformance", "pyproject.toml")
_PASSED = 0


def judge(target: Target, mutant: Mutant) -> Verdict:
    """Return what the tests of the room say of a copy of the project with this fault in it."""
    with throw_away("hookconform-strength-") as folder:
        copied(folder)
        (folder / target.folder.name / mutant.file).write_text(mutant.source, encoding="utf-8")
        return verdict_of(target, folder, Path(mutant.file).stem)


def copied(folder: Path) -> None:
    """Make a checkout in a folder, of copies and of links to what nobody changes."""
    for path in data_root().iterdir():
        if path.name in _COPIED and path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.name in _COPIED:
            shutil.copy(path, folder / path.name)
        elif not path.name.startswith("."):
            (folder / path.name).symlink_to(path)


def tests_in_order(tests: Path, module: str) -> list[Path]:
    """Return the files of tests of a room, those first that name the module; of these and the others the short ones."""
    files = [tests] if tests.is_file() else sorted(tests.rglob("test_*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    named = re.compile(rf"\b{re.escape(module)}\b")
    return sorted(files, key=lambda path: (named.search(texts[path]) is None, len(texts[path])))


def verdict_of(target: Target, folder: Path, module: str = "") -> Verdict:
    """Return what the tests of the room say of the project in a folder; they begin with those about the module."""
    tests = [str(path.relative_to(folder)) for path in tests_in_order(folder / target.tests, module)]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    places = os.pathsep.join([str(folder / "src"), str(folder / "hook-adapters")])
    environment = {**os.environ, "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=target.longest)
        except subprocess.TimeoutExpired:
            _end(process)
            return Verdict("timed-out", f"not done after {target.longest:.0f} s")
        except BaseException:
            _end(process)
            raise
    if process.returncode == _PASSED:
        return Verdict("survived")
    red = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return Verdict("caught", red[0].split(" - ")[0] if red else f"pytest ended with {process.returncode}")


def _end(process: subprocess.Popen[str]) -> None:
    """End the tests with all that they started in their session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
