"""The wheel carries the corpus: an adapter author needs no checkout."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.packaging.conftest import clean_environment

from hookconform.cases.loading import case_ids
from hookconform.corpus.locate import corpus_root
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform_lab.community.folders import community_names

pytestmark = pytest.mark.slow

# Bytes: the wheels of the judge, and its files with those of every dependency, before Python adds its byte code.
WHEELS, ON_DISK, BLOCK = 3_000_000, 20_000_000, 512

MODULE = (
    "from hookconform.pytest_plugin import conformance\n\ntest_hooks = conformance('tool-name', adapter='reference')\n"
)


def call(*command: str | Path, cwd: Path) -> str:
    words = [str(part) for part in command]
    done = subprocess.run(words, cwd=cwd, env=clean_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def installed(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of a fresh environment that holds the wheels, their dependencies and pytest."""
    return _installed(tmp_path_factory.mktemp("wheel"), *sorted(wheels.glob("*.whl")), "pytest>=9")


def _installed(folder: Path, *what: str | Path) -> Path:
    call(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    programs = folder / "venv" / "bin"
    call(programs / "python", "-m", "pip", "install", "-q", *what, cwd=folder)
    return programs


def test_the_judge_runs_again_and_again_without_the_lab(wheels: Path, tmp_path: Path) -> None:
    judge = [path for path in sorted(wheels.glob("*.whl")) if not path.name.startswith("hookconform_lab")]
    programs = _installed(tmp_path, *judge)
    # What the first run keeps, the second reads.
    first, second = (
        call(programs / "hookconform", "run", "reference", "--platform", "kimi-code", cwd=tmp_path) for _ in range(2)
    )
    assert first.splitlines()[-1].startswith("passed: ")
    assert second == first


def test_the_installed_corpus_is_the_whole_corpus(installed: Path, tmp_path: Path) -> None:
    listed = call(installed / "hookconform", "cases", cwd=tmp_path).splitlines()
    assert len(listed) == len(case_ids(corpus_root()))


def test_the_installed_corpus_has_the_fingerprint_of_the_checkout(installed: Path, tmp_path: Path) -> None:
    code = "from hookconform.run.fingerprint import corpus_fingerprint as f; print(f())"
    assert call(installed / "python", "-c", code, cwd=tmp_path).strip() == corpus_fingerprint()


def test_the_judge_is_small(wheels: Path, tmp_path: Path) -> None:
    judge = [path for path in sorted(wheels.glob("*.whl")) if not path.name.startswith("hookconform_lab")]
    assert sum(path.stat().st_size for path in judge) <= WHEELS
    call(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    pip = tmp_path / "venv" / "bin" / "pip"
    call(pip, "install", "-q", "--no-compile", "--target", tmp_path / "site", *judge, cwd=tmp_path)
    blocks = sum(path.stat().st_blocks for path in (tmp_path / "site").rglob("*"))
    assert blocks * BLOCK <= ON_DISK


def test_the_installed_reference_adapter_passes(installed: Path, tmp_path: Path) -> None:
    output = call(installed / "hookconform", "run", "reference", cwd=tmp_path)
    assert output.splitlines()[-1].startswith("passed: ")


def test_the_base_lines_and_other_peoples_adapters_are_installed_too(installed: Path, tmp_path: Path) -> None:
    listed = call(installed / "hookconform", "community", "list", "--json", cwd=tmp_path)
    assert [row["name"] for row in json.loads(listed)] == community_names()
    data = call(
        installed / "python", "-c", "from hookconform.corpus.locate import data_root as r; print(r())", cwd=tmp_path
    )
    assert (Path(data.strip()) / "adapters" / "baseline" / "no-op" / "adapter.toml").is_file()


def test_the_installed_plugin_runs_in_a_project_without_a_checkout(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "test_hooks.py").write_text(MODULE)
    output = call(installed / "python", "-m", "pytest", "-q", "-k", "gemini-cli", cwd=tmp_path)
    assert " passed" in output.splitlines()[-1]


def test_the_installed_hook_answers(installed: Path, tmp_path: Path) -> None:
    assert call(installed / "hook-adapters", "--version", cwd=tmp_path).startswith("hook-adapters ")
