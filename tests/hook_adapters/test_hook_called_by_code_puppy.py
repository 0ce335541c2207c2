"""Code Puppy runs the hooks of Claude Code's project file: such a hook answers it, and knows its tools by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.hook_adapters.test_hook_of_a_shared_file import RULES, recorded
from tests.hook_adapters.test_reference_hook_command import hook

from hook_adapters.canonical.platform import load
from hookconform.effects.effect import Answer
from hookconform.effects.platforms.code_puppy import effect

CALL = {
    "session_id": "codepuppy-session",
    "hook_event_name": "PreToolUse",
    "tool_name": "shell",
    "tool_input": {"command": "rm -rf x", "cwd": None, "timeout": 60, "background": False},
    "cwd": "/p",
    "permission_mode": "default",
}
LENDERS = ("claude-code", "code-puppy")


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)


@pytest.mark.parametrize("lender", LENDERS)
def test_its_shell_is_denied_in_words_that_it_obeys(pack: str, lender: str) -> None:
    code, answer, _ = hook(lender, "--rules", pack, "--event", "PreToolUse", payload=CALL)
    said = Answer(exit_code=code, stdout=json.dumps(answer))
    assert effect("0.0.946", "PreToolUse", "PreToolUse", said).tool == "stopped"


@pytest.mark.parametrize("lender", LENDERS)
def test_a_harmless_call_is_let_through_without_a_word(pack: str, lender: str) -> None:
    harmless = {**CALL, "tool_input": {"command": "ls"}}
    assert hook(lender, "--rules", pack, "--event", "PreToolUse", payload=harmless)[:2] == (0, None)


@pytest.mark.parametrize("lender", LENDERS)
@pytest.mark.parametrize("payload", [CALL, b"", b"{", b"[]", b'{"a": 1, "a": 2}'])
def test_a_failure_stops_it_too(tmp_path: Path, lender: str, payload: Any) -> None:
    absent = str(tmp_path / "absent.json")
    code, answer, stderr = hook(lender, "--rules", absent, "--event", "PreToolUse", payload=payload)
    said = Answer(exit_code=code, stdout=json.dumps(answer), stderr=stderr)
    assert effect("0.0.946", "PreToolUse", "PreToolUse", said).tool == "stopped"


@pytest.mark.parametrize("event", ["PostToolUse", "UserPromptSubmit"])
def test_elsewhere_a_failure_does_not_look_like_a_block(tmp_path: Path, event: str) -> None:
    absent = str(tmp_path / "absent.json")
    code, answer, stderr = hook("code-puppy", "--rules", absent, payload={**CALL, "hook_event_name": event})
    assert (code, answer) == (2, None)
    assert "cannot read" in stderr


def test_wrong_use_stops_it(tmp_path: Path) -> None:
    code, answer, stderr = hook("code-puppy", "--no-such-option", payload=CALL)
    said = Answer(exit_code=code, stdout=json.dumps(answer), stderr=stderr)
    assert code == 1
    assert effect("0.0.946", "PreToolUse", "PreToolUse", said).tool == "stopped"


def test_recorded_payloads_are_answered_as_their_sender_s() -> None:
    puppy, claude = load("code-puppy"), load("claude-code")
    theirs, own = recorded("code-puppy"), recorded("claude-code")
    assert len(theirs) > 150
    assert len(own) > 450
    assert all(claude.caller(json.dumps(payload)) is puppy for payload in theirs)
    assert all(claude.caller(json.dumps(payload)) is claude for payload in own)
