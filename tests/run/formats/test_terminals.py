"""What the command line does on terminals that are small, old, closed or impatient."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

from tests.support import fakes

HOOKCONFORM = [sys.executable, "-m", "hookconform"]
SMALL = ["run", "reference", "--platform", "cursor", "--capability", "tool-name"]


def test_a_terminal_that_cannot_show_an_arrow_gets_its_escape() -> None:
    command = [*HOOKCONFORM, "debug", "gemini-cli", "PreToolUse", "--tool", "glob"]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"glob \\u2192 Glob" in done.stdout


def test_progress_is_shown_on_a_terminal_and_kept_out_of_the_report() -> None:
    reading, writing = pty.openpty()
    with subprocess.Popen([*HOOKCONFORM, *SMALL], stdout=subprocess.PIPE, stderr=writing) as process:
        os.close(writing)
        shown = b""
        while chunk := _read(reading):
            shown += chunk
        assert process.stdout is not None
        report = process.stdout.read()
    os.close(reading)
    assert process.returncode == 0
    assert b"cases" in shown
    assert b"\x1b" not in report
    assert report.splitlines()[-1].startswith(b"passed: ")


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:
        # How Linux says that the other end of a terminal is closed.
        return b""


def test_ctrl_c_ends_the_adapter_and_says_that_the_run_is_incomplete(tmp_path: Path) -> None:
    fakes.hanging_adapter(tmp_path)
    command = [*HOOKCONFORM, "run", str(tmp_path), "--deadline", "600"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A shell lets what it starts in the background ignore Ctrl-C, tests too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (no threads)
    ) as process:
        pid = fakes.wait_for(tmp_path / "pid")
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate()
    assert process.returncode == 3
    assert output.splitlines()[-1] == "incomplete: interrupted"
    assert not Path(f"/proc/{pid}").exists()


def test_the_report_begins_on_a_line_of_its_own_where_both_streams_are_one_terminal() -> None:
    reading, writing = pty.openpty()
    with subprocess.Popen([*HOOKCONFORM, *SMALL], stdout=writing, stderr=writing) as process:
        os.close(writing)
        shown = b""
        while chunk := _read(reading):
            shown += chunk
    os.close(reading)
    assert process.returncode == 0
    bars, first, report = shown.partition(b"reference 0.1.0")
    assert first
    # The last thing before the report is that the bar's line is erased; nothing of a bar follows.
    assert bars.endswith((b"\x1b[2K", b"\r\n"))
    assert b"\x1b" not in report


def test_lines_that_are_written_result_by_result_have_the_terminal_for_themselves() -> None:
    reading, writing = pty.openpty()
    command = [*HOOKCONFORM, *SMALL, "--format", "ndjson"]
    with subprocess.Popen(command, stdout=writing, stderr=writing) as process:
        os.close(writing)
        shown = b""
        while chunk := _read(reading):
            shown += chunk
    os.close(reading)
    assert process.returncode == 0
    assert b"\x1b" not in shown
