"""Who stops reading, or interrupts, gets one exit code and no traceback, whatever the command."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
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


@pytest.mark.parametrize("redirected", ["2>&-", "2>/dev/full"])
def test_closed_and_full_messages_keep_the_exit_code(redirected: str) -> None:
    for arguments in ("explain codx x", "run nope", "respond"):
        line = f"exec {shlex.join(COMMAND)} {arguments} {redirected}"
        assert subprocess.run(["sh", "-c", line], check=False).returncode == EXIT_USAGE


@pytest.mark.parametrize("arguments", ["init x --language python", "record install pi"])
def test_a_folder_that_is_gone_is_named(arguments: str, tmp_path: Path) -> None:
    line = f'mkdir gone && cd gone && rmdir ../gone && exec "$@" {arguments}'
    command = ["sh", "-c", line, "sh", *COMMAND]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (EXIT_USAGE, "")
    assert done.stderr.startswith("error[folder.missing]")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_report_that_cannot_be_written_names_its_file() -> None:
    few = ["--case", "pi/captured/1.6.0/agent-end::event", "--no-baseline", "--output", "/dev/full"]
    done = subprocess.run([*COMMAND, "run", "reference", *few], capture_output=True, text=True, check=False)
    assert done.returncode == EXIT_INCOMPLETE
    assert "where: /dev/full" in done.stderr


def test_an_interruption_during_imports_is_no_traceback() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
