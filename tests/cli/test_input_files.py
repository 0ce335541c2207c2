"""Files that are no files end every command at once, with a code; what the caller has opened is read."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "hookconform"]
RULES = '{"rules": [{"name": "a", "matchers": {"tools": ["Bash"]}, "actions": {"block": true}}]}'
PAYLOAD = {"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": "ls"}}
READERS = {
    "rules {file}": "file.unreadable",
    "rules {rules} --accept {file}": "file.unreadable",
    "run {file}": "adapter.unreadable",
    "debug gemini-cli {file}": "file.unreadable",
    "debug gemini-cli BeforeTool --adapter reference-hook --rules {file}": "file.unreadable",
    "diff {file} {file}": "results.unreadable",
    "combine {file}": "results.unreadable",
    "corpus add {file}": "recording.invalid",
    "corpus import --recorded 2026-01-01 {file}": "file.unreadable",
    "report --no-published --no-site --results {file}": "results.unreadable",
}
# `run` looks for an adapter in a folder.
OF_FOLDERS = {"run {file}": "adapter.unknown"}
KINDS = {"pipe": "a named pipe", "device": "a device", "folder": "a folder"}


def ended(command: str, folder: Path, **files: Path) -> tuple[int, str]:
    arguments = [word.format_map(files) for word in command.split()]
    done = subprocess.run(
        [*COMMAND, *arguments], cwd=folder, capture_output=True, text=True, timeout=60, check=False, input=""
    )
    return done.returncode, done.stderr


@pytest.fixture
def place(tmp_path: Path) -> dict[str, Path]:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    return {"pipe": tmp_path / "pipe", "device": Path("/dev/zero"), "folder": tmp_path / "folder"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("command", READERS)
def test_what_is_no_file_is_refused_at_once(tmp_path: Path, place: dict[str, Path], command: str, kind: str) -> None:
    (tmp_path / "rules.json").write_text(RULES, encoding="utf-8")
    code, stderr = ended(command, tmp_path, file=place[kind], rules=tmp_path / "rules.json")
    expected = OF_FOLDERS.get(command, READERS[command]) if kind == "folder" else READERS[command]
    assert (code, f"error[{expected}]" in stderr) == (2, True), stderr
    assert command in OF_FOLDERS or f"it is {KINDS[kind]}" in " ".join(stderr.split())


@pytest.mark.parametrize(("command", "text", "shows"), [
    ("rules {stream}", RULES, "1 rule"),
    ("debug gemini-cli {stream}", json.dumps(PAYLOAD), "run_shell_command"),
])  # fmt: skip
@pytest.mark.parametrize("stream", ["-", "/dev/stdin", "/dev/fd/0"])
def test_what_the_caller_has_opened_is_read(command: str, text: str, shows: str, stream: str) -> None:
    arguments = command.format(stream=stream).split()
    done = subprocess.run([*COMMAND, *arguments], input=text, capture_output=True, text=True, check=False)
    assert shows in done.stdout, done.stderr


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="substitutes processes")
def test_what_a_shell_substitutes_is_read(tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text(RULES, encoding="utf-8")
    line = f"{' '.join(COMMAND)} rules <(cat rules.json)"
    done = subprocess.run(["/bin/bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "1 rule" in done.stdout, done.stderr
