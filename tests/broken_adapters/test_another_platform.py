"""A platform of the corpus that the adapters do not know turns nothing red: it is unsupported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.corpus.locate import corpus_root, data_root

pytestmark = pytest.mark.whole

NEW = "made-up-agent"
# The tests that run again need no other platform.
OTHERS = ("cline", "cursor")


@pytest.fixture
def corpus_with_one_more(tmp_path: Path) -> Path:
    """Return a copy of the corpus with a platform under another name; what is not changed is linked."""
    root = tmp_path / "corpus"
    (root / "platforms").mkdir(parents=True)
    for path in corpus_root().iterdir():
        if path.name != "platforms":
            (root / path.name).symlink_to(path)
    for name in OTHERS:
        (root / "platforms" / name).symlink_to(corpus_root() / "platforms" / name)
    copied = root / "platforms" / NEW
    copied.mkdir()
    source = corpus_root() / "platforms" / "cursor"
    shutil.copy(source / "platform.yaml", copied)
    shutil.copytree(source / "cases", copied / "cases")
    return root


def test_the_broken_adapters_tests_stay_green(corpus_with_one_more: Path) -> None:
    tests = "losing or the_table"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", tests]
    done = subprocess.run(
        [*command, "--ignore", __file__, str(Path(__file__).parent)],
        cwd=data_root(),
        env={**os.environ, "HOOKCONFORM_CORPUS": str(corpus_with_one_more)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert "3 passed" in done.stdout


def test_a_run_says_that_the_platform_is_not_claimed(corpus_with_one_more: Path) -> None:
    command = [sys.executable, "-m", "hookconform", "run", "reference", "--verbose"]
    command += ["--platform", NEW, "--platform", "cursor"]
    done = subprocess.run(
        command,
        env={**os.environ, "HOOKCONFORM_CORPUS": str(corpus_with_one_more)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"platform {NEW} is not claimed" in done.stdout
