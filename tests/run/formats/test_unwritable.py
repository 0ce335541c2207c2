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


@pytest.mark.whole
@pytest.mark.parametrize(
    "command", ["--version", "export rules", "changes codex 0.128.0", "run reference pi --shard 1/500 --no-baseline"]
)
@pytest.mark.parametrize("closed", [">&-", ">&- <&-"])
def test_a_closed_output_is_said(command: str, closed: str) -> None:
    run = ["sh", "-c", f"{sys.executable} -m hookconform {command} {closed}"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert "error[output.unwritable]" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr
    assert done.returncode == 3


def test_a_closed_output_is_none_of_what_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.ndjson"
    run = ["sh", "-c", f"{sys.executable} -m hookconform export rules --output {file} >&-"]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_bytes().startswith(b'{"name":')
