"""Who stops reading, or interrupts, gets one exit code and no traceback, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import IO

import pytest

from hookconform.ground.errors import EXIT_INCOMPLETE, EXIT_USAGE

COMMAND = [sys.executable, "-m", "hookconform"]
# An import that somebody interrupts, as a signal at that moment would.
INTERRUPTED = """
import sys
class Interrupted:
    def find_spec(self, name, *_):
        if name == "click":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
from hookconform.__main__ import main
main()
"""


def ended(*arguments: str, out: IO[bytes] | int, error: IO[bytes] | int, **variables: str) -> tuple[int, bytes]:
    done = subprocess.run(
        [*COMMAND, *arguments], stdout=out, stderr=error, env={**os.environ, **variables}, check=False
    )
    return done.returncode, done.stderr or b""


def without_a_reader() -> IO[bytes]:
    read, write = os.pipe()
    os.close(read)
    return os.fdopen(write, "wb")


@pytest.mark.parametrize("arguments", ["--help", "cases --help", "export claims"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_one_exit_code_and_no_words(arguments: str, unbuffered: str) -> None:
    with without_a_reader() as out:
        found = ended(*arguments.split(), out=out, error=subprocess.PIPE, PYTHONUNBUFFERED=unbuffered)
    assert found == (EXIT_INCOMPLETE, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_was_cut_off_is_no_success(unbuffered: str) -> None:
    variables = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with subprocess.Popen([*COMMAND, "export", "claims"], stdout=subprocess.PIPE, env=variables) as process:
        assert process.stdout is not None
        os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        assert process.wait() == EXIT_INCOMPLETE


def test_an_error_that_nobody_reads_keeps_its_exit_code() -> None:
    with without_a_reader() as error:
        assert ended("explain", "codx", "x", out=subprocess.DEVNULL, error=error)[0] == EXIT_USAGE


def test_an_interruption_during_imports_is_no_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
