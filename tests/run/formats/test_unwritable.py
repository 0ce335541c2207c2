"""Output that cannot be written is an error with a code, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("command", [["cases", "--platform", "codex"], ["--version"], ["explain", "codex", "Bash"]])
def test_a_full_disk_is_said(command: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        run = [sys.executable, "-m", "hookconform", *command]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert "error[output.unwritable]" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 3
