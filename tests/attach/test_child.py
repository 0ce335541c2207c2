"""A program behind pipes: what it says arrives, what it is told is written, and it ends when it has to."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.processes import is_running

from hookconform.attach import child as module
from hookconform.attach.child import CHANNEL, Child

Starts = Callable[..., Any]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starts]:
    started: list[Child] = []

    def sh(script: str, *more: str, environment: dict[str, str] | None = None) -> Child:
        started.append(Child(["sh", "-c", script, *more], tmp_path, environment))
        return started[-1]

    yield sh
    for child in started:
        child.stop(0)


def until(child: Any, done: Callable[[], Any]) -> None:
    """Pump until something holds; half a minute is long enough for any machine."""
    end = time.monotonic() + 30
    while not done() and time.monotonic() < end:
        child.pump(0.1)
    assert done()


def test_lines_go_in_and_come_out_and_errors_are_apart(start: Starts) -> None:
    child = start('while read -r line; do echo "got $line"; echo "err $line" >&2; done; exit 7')
    assert (child.outgoing_bytes, child.ended, child.stopped, child.printed) == (0, False, False, None)
    child.send(b"one\n")
    child.send(b"two\n")
    assert child.outgoing_bytes == 8
    until(child, lambda: len(child.answers.lines) == 2)
    assert child.outgoing_bytes == 0
    child.send(b"three\n")
    until(child, lambda: len(child.answers.lines) == 3)
    assert list(child.answers.lines) == [b"got one", b"got two", b"got three"]
    child.stop(30)
    assert child.errors.lines() == ["err one", "err two", "err three"]
    assert (child.status, child.obituary(), child.ended) == (7, "ended with status 7", True)


def test_answers_have_a_channel_of_their_own_where_the_command_names_it(start: Starts) -> None:
    code = "import os, sys; print('printed', flush=True); os.write(int(sys.argv[1]), b'answer\\n')"
    child = start('exec "$@"', "sh", sys.executable, "-S", "-c", code, CHANNEL)
    until(child, lambda: child.answers.lines and child.printed.lines)
    assert (list(child.answers.lines), list(child.printed.lines)) == ([b"answer"], [b"printed"])
    assert (child.answers._longest, child.answers._cut) == (16 * 1024 * 1024, False)
    # What is printed is only shown: however long a line is, it ends nothing.
    assert (child.printed._longest, child.printed._cut) == (1024 * 1024, True)


def test_it_runs_in_its_folder_with_the_variables_that_are_added(start: Starts, tmp_path: Path) -> None:
    child = start('echo "$PWD $ADDED $HOME"', environment={"ADDED": "yes"})
    until(child, lambda: child.ended)
    assert [line.decode() for line in child.answers.lines] == [f"{tmp_path.resolve()} yes {os.environ['HOME']}"]


def test_it_and_its_keeper_are_in_sessions_of_their_own(start: Starts) -> None:
    child = start("exec cat")
    assert os.getsid(child.process.pid) == child.process.pid
    assert os.getsid(child.program_id) == child.program_id
    assert child.program_id != child.process.pid


def test_an_ended_program_has_ended_without_an_order(start: Starts) -> None:
    child = start("echo bye")
    until(child, lambda: child.ended)
    assert (list(child.answers.lines), child.stopped) == ([b"bye"], False)
    child.send(b"too late\n" * 100_000)
    until(child, lambda: child.outgoing_bytes == 0)
    child.stop(30)
    assert child.obituary() == "ended with status 0"


@pytest.mark.parametrize("stopping", ["trap '' TERM INT HUP; while :; do sleep 60; done", "kill -9 $$"])
def test_one_that_does_not_end_or_is_ended_is_said_to_be_ended_by_a_signal(start: Starts, stopping: str) -> None:
    child = start(f"echo up; {stopping}")
    until(child, lambda: child.answers.lines)
    child.send(b"nobody reads this\n" * 100_000)
    child.stop(0.1)
    assert (child.status, child.obituary()) == (-9, "was ended by signal 9")
    assert child.outgoing_bytes == 0
    assert child.process.returncode == 0


def test_all_that_was_said_before_the_end_is_there_after_it(start: Starts) -> None:
    child = start("i=0; while [ $i -lt 9000 ]; do i=$((i+1)); echo $i; done; echo sorry >&2")
    child.stop(30)
    assert [int(line) for line in child.answers.lines] == list(range(1, 9001))
    assert child.errors.lines() == ["sorry"]


def test_stopping_twice_is_stopping_once(start: Starts) -> None:
    child = start("exec cat")
    child.stop(30)
    process, said = child.process, child.obituary()
    child.stop(30)
    assert (child.process, child.obituary(), said) == (process, said, "ended with status 0")


def test_without_its_keeper_the_program_is_ended_too(start: Starts) -> None:
    child = start("trap '' TERM INT HUP; echo up; exec sleep 600 < /dev/null")
    until(child, lambda: child.answers.lines)
    os.kill(child.process.pid, signal.SIGKILL)
    child.stop(30)
    assert (child.status, child.obituary()) == (-9, "was ended by signal 9")
    end = time.monotonic() + 30
    while is_running(child.program_id) and time.monotonic() < end:
        time.sleep(0.01)
    assert not is_running(child.program_id)


def test_a_keeper_that_does_not_end_is_ended(start: Starts, monkeypatch: pytest.MonkeyPatch) -> None:
    child = start("exec cat")
    os.kill(child.process.pid, signal.SIGSTOP)
    monkeypatch.setattr(module, "_LAST_PATIENCE", 0.1)
    child.stop(0)
    assert child.process.returncode == -9


def test_one_that_cannot_be_started_is_an_error_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"No such file or directory: './no-such-program'"):
        Child(["./no-such-program"], tmp_path)


def test_a_keeper_that_ends_without_a_word_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "keeper_command", lambda _: [sys.executable, "-S", "-c", "pass"])
    with pytest.raises(OSError, match=r"^its keeper has ended$"):
        Child(["sh"], tmp_path)


def test_a_line_too_long_is_how_it_ended(start: Starts) -> None:
    child = start("exec cat")
    child.answers.too_long = True
    child.stop(30)
    assert child.obituary() == "wrote a line of more than 16 MB"


def test_a_pipe_that_takes_nothing_more_is_no_end_of_what_is_written(start: Starts) -> None:
    child = start("read -r first; exec wc -c")
    child.send(b"\n" + b"x" * 3_000_000)
    until(child, lambda: child.outgoing_bytes == 0)
    child.stop(30)
    assert [line.strip() for line in child.answers.lines] == [b"3000000"]
