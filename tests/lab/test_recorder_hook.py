"""The recording hook writes down exactly what it was given, and answers only what is prescribed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.lab import hook

ANSWERS: list[dict[str, Any]] = [
    {"event": "Stop", "stdout": "stopped"},
    {"contains": "once", "once": True, "exit_code": 2, "stderr": "denied"},
    {"contains": "twice", "stdout": '{"decision":"deny"}'},
]


def _call(tmp_path: Path, event: str, payload: bytes, *, answers: bool = True) -> tuple[int, str, str]:
    (tmp_path / "answers").write_text(json.dumps(ANSWERS))
    arguments = [str(tmp_path / "log"), str(tmp_path / "answers") if answers else "", event]
    command = [sys.executable, "-I", "-S", str(hook.__file__), *arguments]
    done = subprocess.run(command, input=payload, capture_output=True, check=False, env={"FAKE_A": "x", "B": "y"})
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def _lines(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]


@pytest.mark.parametrize("payload", [b'{"a": "\xc3\xa9\\n"}', b"", b"not json\n", b'{"a":"\xff"}'])
def test_the_payload_is_kept_to_the_byte(tmp_path: Path, payload: bytes) -> None:
    assert _call(tmp_path, "PreToolUse", payload, answers=False) == (0, "", "")
    (line,) = _lines(tmp_path)
    assert line["payload_text"].encode("utf-8", "surrogateescape") == payload
    assert line["registered_event"] == "PreToolUse"
    assert {"B", "FAKE_A"} <= set(line["env_names"])


def test_the_first_entry_that_fits_is_the_answer(tmp_path: Path) -> None:
    assert _call(tmp_path, "Stop", b"twice") == (0, "stopped", "")
    assert _call(tmp_path, "PreToolUse", b"twice") == (0, '{"decision":"deny"}', "")
    assert _call(tmp_path, "PreToolUse", b"neither") == (0, "", "")
    assert _call(tmp_path, "PreToolUse", b"once and twice") == (2, "", "denied")
    assert _call(tmp_path, "PreToolUse", b"once and twice") == (0, '{"decision":"deny"}', "")
    assert len(_lines(tmp_path)) == 5


def test_a_hook_may_be_killed_before_it_answers(tmp_path: Path) -> None:
    assert _answered(tmp_path, {"manner": "killed", "stdout": "x"}) == (-signal.SIGKILL, "", "")


def test_standard_error_may_be_closed(tmp_path: Path) -> None:
    said = {"manner": "mute", "exit_code": 2, "stdout": "out", "stderr": "err"}
    assert _answered(tmp_path, said) == (2, "out", "")


def test_an_answer_in_pieces_is_the_whole_answer(tmp_path: Path) -> None:
    assert _answered(tmp_path, {"manner": "pieces", "stdout": "one two", "stderr": "err"}) == (0, "one two", "err")


def test_a_child_may_keep_the_streams(tmp_path: Path) -> None:
    begun = time.monotonic()
    assert _answered(tmp_path, {"manner": "child", "exit_code": 2, "stderr": "err"}) == (2, "", "err")
    assert time.monotonic() - begun > 2


def test_a_payload_may_stay_unread_after_some_calls(tmp_path: Path) -> None:
    said = {"unread": 1, "exit_code": 2, "stderr": "unread"}
    assert _answered(tmp_path, said, {"contains": "first", "stdout": "read"}, payload=b"first") == (0, "read", "")
    assert _answered(tmp_path, said, payload=b"second" * 100_000) == (2, "", "unread")
    assert [line["payload_text"] for line in _lines(tmp_path)] == ["first"]


def _answered(tmp_path: Path, *entries: dict[str, Any], payload: bytes = b"{}") -> tuple[int, str, str]:
    (tmp_path / "answers").write_text(json.dumps(entries))
    command = [sys.executable, "-I", "-S", str(hook.__file__), str(tmp_path / "log"), str(tmp_path / "answers"), "e"]
    done = subprocess.run(command, input=payload, capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()
