"""What long work shows: on a terminal a line that moves, elsewhere only what is said."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from tests.support.terminals import shown_on_terminal

WORK = """
from hookconform.cli.progress import {how}
with {how}("the work") as say:
    say("step [b]one[/b] \\u202e")
print("report")
"""


def program(how: str) -> list[str]:
    return [sys.executable, "-c", WORK.format(how=how)]


@pytest.mark.parametrize(("how", "told"), [("working", b""), ("talking", b"step [b]one[/b] \\u202e\n")])
def test_where_there_is_no_terminal_only_lines_are_written_and_beside_the_report(how: str, told: bytes) -> None:
    done = subprocess.run(program(how), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"report\n", told)


@pytest.mark.parametrize(("how", "beside"), [("working", "the work: step [b]one[/b] \\u202e"), ("talking", "the work")])
def test_on_a_terminal_a_step_stands_beside_the_work_with_the_time_and_is_gone_at_the_end(
    how: str, beside: str
) -> None:
    code, shown, _ = shown_on_terminal(program(how))
    text = shown.decode()
    assert code == 0
    assert re.search(rf"{re.escape(beside)}\s+00:0[0-9]", re.sub("\x1b\\[[0-9;?]*[a-zA-Z]", "", text))
    # The line is written over with blanks before the report.
    before, blanks, after = text.rpartition(" " * len(beside))
    assert blanks
    assert before
    assert after.strip() == "report"
    # What is said stands above the line, as it is.
    assert ("step [b]one[/b] \\u202e\r\n" in text) == (how == "talking")


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(("columns", "size"), [(60, "60 24"), (0, "80 24")])
def test_width_is_that_of_the_terminal(unbuffered: str, columns: int, size: str) -> None:
    # As the command line does it: with PYTHONUNBUFFERED, `main` replaces standard output.
    script = (
        "from hookconform import cli\n"
        "from hookconform.cli.progress import terminal_size\n"
        "cli.cli.main = lambda **_: print(*terminal_size())\n"
        "cli.main()"
    )
    surroundings = {"PYTHONUNBUFFERED": unbuffered, "COLUMNS": "", "LINES": ""}
    code, shown, _ = shown_on_terminal([sys.executable, "-c", script], columns=columns, environment=surroundings)
    assert (code, shown.decode().strip()) == (0, size)
