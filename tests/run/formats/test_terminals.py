"""What the command line does on terminals that are small, old, closed or impatient."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import fakes
from tests.support.terminals import shown_on_terminal

from hookconform.corpus.locate import data_root

pytestmark = pytest.mark.whole

HOOKCONFORM = [sys.executable, "-m", "hookconform"]
SMALL = ["run", "reference", "--platform", "cursor", "--capability", "tool-name"]


def test_a_terminal_that_cannot_show_an_arrow_gets_its_escape() -> None:
    command = [*HOOKCONFORM, "debug", "gemini-cli", "PreToolUse", "--tool", "glob"]
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"glob \\u2192 Glob" in done.stdout


def test_progress_is_shown_on_a_terminal_and_kept_out_of_the_report() -> None:
    code, shown, report = shown_on_terminal([*HOOKCONFORM, *SMALL], report=False)
    assert code == 0
    assert b"cases" in shown
    assert b"\x1b" not in report
    assert report.splitlines()[-1].startswith(b"passed: ")


def test_progress_names_facades_and_counts_payloads_only() -> None:
    asked = ["run", "reference", "--no-baseline", "--platform", "code-puppy", "--capability", "facade"]
    _, shown, _ = shown_on_terminal([*HOOKCONFORM, *asked, "--capability", "tool-name"], report=False)
    assert b"code-puppy, tool facades" in shown
    # What the bar shows once more was counted than there was to count.
    assert b"/?" not in shown
    _, alone, _ = shown_on_terminal([*HOOKCONFORM, *asked], report=False)
    assert re.search(rb"code-puppy +[1-9][0-9]* ", alone)


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


def is_plain(shown: bytes) -> bool:
    """Tell whether a terminal was told only lines: nothing was written over, nothing moved."""
    return not {b"\x1b", b"\r"} & {bytes([byte]) for byte in shown.replace(b"\r\n", b"\n")}


def test_the_report_begins_on_a_line_of_its_own_where_both_streams_are_one_terminal() -> None:
    code, shown, _ = shown_on_terminal([*HOOKCONFORM, *SMALL])
    assert code == 0
    bars, first, report = shown.partition(b"reference 0.1.0")
    assert first
    # The last thing before the report is that the bar is written over with blanks; nothing of a bar follows.
    assert bars.endswith(b" \r")
    assert is_plain(report)


def test_lines_that_are_written_result_by_result_have_the_terminal_for_themselves() -> None:
    code, shown, _ = shown_on_terminal([*HOOKCONFORM, *SMALL, "--format", "ndjson"])
    assert code == 0
    assert is_plain(shown)


def test_a_long_red_report_ends_with_its_causes_on_a_terminal_and_nowhere_else() -> None:
    broken = str(data_root() / "adapters" / "broken" / "gemini_planned_table")
    command = [*HOOKCONFORM, "run", broken, "--platform", "gemini-cli", "--newest", "--capability", "tool-name"]
    counted = []
    for report in (True, False):
        code, shown, elsewhere = shown_on_terminal([*command, "--no-baseline"], report=report)
        text = (shown if report else elsewhere).decode().replace("\r\n", "\n")
        assert code == 1
        headings = re.findall(r"^[0-9]+ red checks have [0-9]+ causes\.$", text, re.MULTILINE)
        counted.append(len(headings))
        assert len(set(headings)) == 1
    assert counted == [2, 1]
