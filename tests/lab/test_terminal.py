"""A program behind a pseudo-terminal is waited for, typed to and ended."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.terminal import plain, run_terminal

pytestmark = pytest.mark.whole

ASKER = """
import sys
print("\\x1b[1mWhat is\\x1b[0m  your\\r\\nname?")
name = sys.stdin.readline().strip()
print("Hello", name, sys.stdout.isatty())
sys.exit(7 if sys.stdin.readline().strip() == "bye" else 1)
"""


def _terminal(*keys: Key, code: str = ASKER, linger: float = 10, timeout: float = 30) -> Terminal:
    return Terminal((sys.executable, "-c", code), keys, timeout=timeout, linger=linger)


def _environment() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "TERM": "xterm"}


def test_it_answers_what_the_screen_asks(tmp_path: Path) -> None:
    step = _terminal(Key("What is your name?", "Ada\r", settle=0), Key("Hello Ada True", "bye\r", settle=0))
    outcome = run_terminal(step, _environment(), tmp_path)
    assert (outcome.exit_code, outcome.timed_out, outcome.missed) == (7, False, ())


def test_words_that_never_come_are_reported_and_typing_goes_on(tmp_path: Path) -> None:
    step = _terminal(
        Key("Who goes there?", "Ada\r", within=0.1, settle=0),
        Key("Only sometimes", "ignored", within=0.1, settle=0, optional=True),
        Key("Hello Ada", "bye\r", settle=0),
    )
    outcome = run_terminal(step, _environment(), tmp_path)
    assert (outcome.exit_code, outcome.missed) == (7, ("Who goes there?",))


def test_a_program_that_does_not_end_is_killed(tmp_path: Path) -> None:
    code = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
    )
    outcome = run_terminal(_terminal(Key("up", "", settle=0), code=code, linger=0), _environment(), tmp_path)
    assert outcome.timed_out
    assert outcome.exit_code < 0


def test_terminal_questions_are_answered(tmp_path: Path) -> None:
    code = (
        "import os, sys, tty; tty.setraw(0); os.write(1, b'\\x1b[6n'); "
        "got = os.read(0, 6); print('cursor', got == b'\\x1b[1;1R')"
    )
    outcome = run_terminal(_terminal(code=code), _environment(), tmp_path)
    assert "cursor True" in outcome.screen


def test_escape_sequences_are_not_words() -> None:
    assert plain(b"\x1b[31mAllow\x1b[0m \x1b]0;title\x07this\x1b[1Cchange?\r\n") == plain(b"Allow this change?")
