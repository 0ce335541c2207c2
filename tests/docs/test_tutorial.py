"""The tutorial, word by word: its commands are run in order in one folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.cases.index import index_of
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground.cache import user_cache

pytestmark = pytest.mark.whole

PAGE = (data_root() / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)


def test_it_leads_from_green_over_red_to_green(tmp_path: Path) -> None:
    # A cache of its own for what a run leaves; composing all cases once more is left out: they are kept by content.
    (tmp_path / "cache" / "hookconform").mkdir(parents=True)
    index_of(corpus_root(), "gemini-cli")
    (tmp_path / "cache" / "hookconform" / "index").symlink_to(user_cache() / "index")
    script = "\n".join(f"{block}\necho ==== >&2\necho ====" for block in BLOCKS)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {
        **os.environ,
        "PATH": path,
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        ["bash", "-uo", "pipefail", "-c", script],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    begun, broken, asked, mended, _ = done.stdout.split("====\n")
    assert re.search(r"^passed: [\d,]+ checks", begun, re.MULTILINE)
    named = re.search(r"report says `([^`]*)`", PAGE)
    assert named is not None
    assert named[1] in " ".join(broken.split())
    assert " have 1 cause." in broken
    assert "Bash" in asked
    assert "PreToolUse" in asked
    assert re.search(r"^passed: [\d,]+ checks", mended, re.MULTILINE)


def test_it_says_what_its_title_says() -> None:
    assert len(BLOCKS) == 4
