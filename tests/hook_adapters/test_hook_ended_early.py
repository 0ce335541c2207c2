"""The hook program that is ended by a signal or its deadline: before a tool it denies."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hook_process import SHELL, UNKNOWN_CALLER, denied, run

from hook_adapters.canonical.platform import load
from hook_adapters.program import hook
from hook_adapters.program.hook import DEADLINE
from hookconform.corpus.locate import data_root

pytestmark = pytest.mark.skipif(os.name != "posix", reason="standard streams and signals as POSIX has them")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_answered_by_a_denial(program: str, pack: str, number: signal.Signals) -> None:
    with subprocess.Popen(
        [program, "hook", "claude-code", "--rules", pack],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while not any(map(is_ready, children(process.pid))):
            assert process.poll() is None
        process.send_signal(number)
        stdout, _ = process.communicate()
    assert (process.returncode, denied(stdout.decode())) == (UNKNOWN_CALLER, True)


@pytest.mark.parametrize("last_chance", [True, False])
def test_a_second_signal_does_not_end_the_answer_to_the_first(*, last_chance: bool) -> None:
    """A process group gets a signal from its sender and once more from the launcher, in any moment of the answer."""
    code = f"""
import os, signal
from hook_adapters.program import interruption
interruption.watch(60)
try:
    os.kill(os.getpid(), signal.SIGTERM)
    signal.pause()
except interruption.InterruptedHook as error:
    if {last_chance}:
        interruption.last_chance(60)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGHUP)
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended by SIGTERM\n", "")


def test_signal_just_before_a_read_ends_the_wait() -> None:
    code = """
import os, signal
from hook_adapters.program import interruption
interruption.watch(5)
signal.signal(signal.SIGTERM, lambda *_: None)
os.kill(os.getpid(), signal.SIGTERM)
interruption.wait_for(os.pipe()[0])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=30)
    assert (done.returncode, done.stderr) == (0, "")


def test_signal_beside_a_failure_is_answered_by_a_denial(
    pack: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    interrupted = iter([hook.InterruptedHook("ended by SIGTERM")])

    def last_chance(_seconds: float) -> None:
        if (error := next(interrupted, None)) is not None:
            raise error

    monkeypatch.setattr(hook, "watch", lambda _: None)
    monkeypatch.setattr(hook, "last_chance", last_chance)
    monkeypatch.setattr(hook, "read_input", lambda _: b"")
    assert hook.run(load("claude-code"), rules=pack) == UNKNOWN_CALLER
    assert denied(capfd.readouterr().out)


def children(pid: int) -> list[int]:
    """Return what the launcher has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_ready(pid: int) -> bool:
    """Tell whether the hook has its deadline, and with it all handlers."""
    caught = re.search(r"SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{pid}/status").read_text())
    command = Path(f"/proc/{pid}/cmdline").read_text()
    return "start(" in command and caught is not None and bool(int(caught[1], 16) >> (signal.SIGALRM - 1) & 1)


def test_a_pattern_without_end_is_denied_at_the_deadline(program: str, tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    path.write_text(json.dumps([{"name": "r", "matchers": {"command_match": "(a+)+$"}, "actions": {"block": True}}]))
    payload = SHELL | {"tool_input": {"command": "a" * 60 + "b"}}
    command = [program, "hook", "claude-code", "--rules", str(path), "--deadline=0.5"]
    code, stdout, _ = run(command, payload)
    assert (code, denied(stdout)) == (0, True)
    assert "no answer within 0.5 seconds" in stdout


def test_the_deadline_is_below_what_any_platform_gives_a_hook() -> None:
    bridge = data_root() / "packages" / "hook-adapters" / "hook_adapters" / "bridges" / "opencode" / "hook-bridge.js"
    shortest = re.search(r"file\.timeout \|\| (\d+)\)", bridge.read_text(encoding="utf-8"))
    assert shortest is not None
    assert int(shortest[1]) - 1 >= DEADLINE


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "soon", "", "4000"])
def test_a_deadline_that_is_none_is_wrong_use(program: str, pack: str, value: str) -> None:
    code, stdout, stderr = run([program, "hook", "claude-code", "--rules", pack, "--deadline", value])
    assert (code, denied(stdout)) == (2, True)
    assert "--deadline" in stderr
