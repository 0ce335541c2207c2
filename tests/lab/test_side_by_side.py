"""Runs two at a time: in order, and none outlives an error or Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tests.support.processes import is_running

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.side_by_side import side_by_side

SLEEPING = "import time; time.sleep(600)"


def test_results_come_in_the_order_of_the_items_and_two_are_under_way() -> None:
    under_way: list[int] = []
    most: list[int] = []
    met = threading.Barrier(2)

    def work(number: int) -> int:
        under_way.append(number)
        most.append(len(under_way))
        # Neither ends before the other has begun.
        met.wait(30)
        under_way.remove(number)
        return -number

    assert list(side_by_side(work, range(6))) == [0, -1, -2, -3, -4, -5]
    assert max(most) == 2


def test_nothing_to_do_gives_nothing() -> None:
    assert list(side_by_side(str, [])) == []


def test_after_an_error_no_further_one_begins_and_a_run_under_way_is_ended() -> None:
    begun: list[str] = []
    running = threading.Event()

    def work(name: str) -> str:
        begun.append(name)
        if name == "fails":
            assert running.wait(30)
            raise HookconformError("lab.example", "It failed.")
        running.set()
        sandbox.run_inside(["-c", SLEEPING], prefix=(), environment={}, time_limit=600)
        return name

    started = time.monotonic()
    with pytest.raises(HookconformError, match="It failed"):
        list(side_by_side(work, ["fails", "runs", "later", "last"]))
    assert time.monotonic() - started < 300
    assert sorted(begun) == ["fails", "runs"]


INTERRUPTED = """
import signal, sys
# A shell lets what it starts in the background ignore Ctrl-C, the tests with it.
signal.signal(signal.SIGINT, signal.default_int_handler)
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.side_by_side import side_by_side
def work(name):
    # A run that is ended may be followed by the next one of the same item.
    for part in range(3):
        place = f"{sys.argv[1]}/{name}{part}"
        inside = f"import os, time; open({place!r}, 'w').write(str(os.getpid())); time.sleep(600)"
        try:
            sandbox.run_inside(["-c", inside], prefix=(), environment={}, time_limit=600)
        except Exception:
            pass
try:
    list(side_by_side(work, "abcd"))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_after_an_interrupt_nothing_is_left_running(tmp_path: Path, number: signal.Signals) -> None:
    line = [sys.executable, "-c", INTERRUPTED, str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as lab:
        for _ in range(600):
            if {path.name for path in tmp_path.iterdir() if path.read_text()} == {"a0", "b0"}:
                break
            time.sleep(0.05)
        lab.send_signal(number)
        try:
            said, _ = lab.communicate(timeout=60)
        finally:
            lab.kill()
    assert said == "interrupted\n"
    begun = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert {"a0", "b0"} <= begun.keys()
    assert not any(name.startswith(("c", "d")) for name in begun)
    assert [name for name, process in begun.items() if process and is_running(int(process))] == []
