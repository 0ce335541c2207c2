"""The project's tests of one room as the judge of the harness: the first red test is enough."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hookconform.corpus.locate import data_root
from hookconform.ground.throw_away import throw_away
from hookconform_lab.mutation.mutants import Mutant
from hookconform_lab.mutation.slow_last import SECONDS, SLOW_TESTS, slow_tests
from hookconform_lab.mutation.targets import Target
from hookconform_lab.mutation.verdict import Verdict

# What tests may write into is copied; the rest is only read.
_COPIED = ("src", "packages", "tests", "conformance", "pyproject.toml")
_SOURCES = ("src", "packages/hook-adapters", "packages/hookconform-lab", "packages/tool-facades")
_PASSED = 0


def judge(target: Target, mutant: Mutant) -> Verdict:
    """Return what the tests of the room say of a copy of the project with this fault in it."""
    with throw_away("hookconform-strength-") as folder:
        copied(folder)
        (folder / target.folder.relative_to(data_root()) / mutant.file).write_text(mutant.source, encoding="utf-8")
        return verdict_of(target, folder, mutant.file)


def copied(folder: Path) -> None:
    """Make a checkout in a folder, of copies and of links to what nobody changes."""
    for path in data_root().iterdir():
        if path.name in _COPIED and path.is_dir():
            shutil.copytree(path, folder / path.name, ignore=shutil.ignore_patterns("__pycache__"))
        elif path.name in _COPIED:
            shutil.copy(path, folder / path.name)
        elif not path.name.startswith("."):
            (folder / path.name).symlink_to(path)


def tests_in_order(tests: Path, changed: str) -> list[Path]:
    """Return the files of tests of a room, those first that lie in the changed module's folder or name the module.

    Of these and of the others the short ones come first.
    """
    files = [tests] if tests.is_file() else sorted(tests.rglob("test_*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    module = PurePosixPath(changed)
    stem = module.parent.name if module.stem == "__init__" else module.stem
    named = re.compile(rf"\b{re.escape(stem)}\b")

    def distance(path: Path) -> int:
        is_beside = path.parent != tests and path.parent.name == module.parent.name
        return 2 - is_beside - (stem != "" and named.search(texts[path]) is not None)

    return sorted(files, key=lambda path: (distance(path), len(texts[path])))


def unharmed(target: Target, folder: Path) -> tuple[Verdict, frozenset[str]]:
    """Return what the tests say of the project in a folder, and which of them take long."""
    done = _run(
        target, folder, tests_in_order(folder / target.tests, ""), f"--durations-min={SECONDS}", "--durations=0"
    )
    if done is None:
        return Verdict("timed-out", f"not done after {target.longest:.0f} s"), frozenset()
    return _verdict(*done), slow_tests(done[1].splitlines())


def verdict_of(target: Target, folder: Path, changed: str) -> Verdict:
    """Return what the tests of the room say of the project in a folder; they begin with those about a file."""
    known = folder / ".slow-tests"
    known.write_text("\n".join(sorted(target.slow)), encoding="utf-8")
    environment = {SLOW_TESTS: str(known)}
    plugin = ("-p", slow_tests.__module__)
    done = _run(target, folder, tests_in_order(folder / target.tests, changed), *plugin, environment=environment)
    return Verdict("timed-out", f"not done after {target.longest:.0f} s") if done is None else _verdict(*done)


def _verdict(code: int, said: str) -> Verdict:
    if code == _PASSED:
        return Verdict("survived")
    red = [line for line in said.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return Verdict("caught", red[0].split(" - ")[0] if red else f"pytest ended with {code}")


def _run(
    target: Target, folder: Path, tests: Iterable[Path], *options: str, environment: Mapping[str, str] | None = None
) -> tuple[int, str] | None:
    """Return how pytest ended and what it said; None if it took longer than it may."""
    names = [str(path.relative_to(folder)) for path in tests]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *options, *names]
    places = os.pathsep.join(str(folder / path) for path in _SOURCES)
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **(environment or {}), "PYTHONPATH": places, "PYTHONDONTWRITEBYTECODE": "1"},
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
            return None
        except BaseException:
            _end(process)
            raise
    return process.returncode, said


def _end(process: subprocess.Popen[str]) -> None:
    """End the tests with all that they started in their session."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
