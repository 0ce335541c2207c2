"""Grok Build runs the hooks of Claude Code's and Cursor's files: such a hook answers it in the words that it obeys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.hook_adapters.test_hook_of_a_shared_file import RULES, recorded
from tests.hook_adapters.test_reference_hook_command import hook

from hook_adapters.canonical.platform import load

# With the event that their hooks are registered for.
LENDERS = {"claude-code": "PreToolUse", "cursor": "preToolUse"}
OLDER = {
    "hookEventName": "pre_tool_use",
    "sessionId": "s",
    "cwd": "/p",
    "workspaceRoot": "/p/",
    "toolName": "run_terminal_command",
    "toolUseId": "call_1",
    "toolInput": {"command": "rm -rf x", "description": "clean"},
    "toolInputTruncated": False,
}
# With names of Claude Code's beside its own.
NEWER = {
    **OLDER,
    "hook_event_name": "PreToolUse",
    "session_id": "s",
    "tool_name": "run_terminal_command",
    "tool_input": {"command": "rm -rf x", "description": "clean"},
}
CLAUDE = {
    "hook_event_name": "PreToolUse",
    "session_id": "s",
    "cwd": "/p",
    "tool_name": "Bash",
    "tool_input": {"command": "rm -rf x"},
}


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)


@pytest.mark.parametrize(("lender", "event"), [*LENDERS.items(), ("grok-build", "PreToolUse")])
@pytest.mark.parametrize("payload", [OLDER, NEWER])
def test_it_is_denied_by_the_only_word_that_every_version_obeys(
    pack: str, lender: str, event: str, payload: Any
) -> None:
    code, answer, _ = hook(lender, "--rules", pack, "--event", event, payload=payload)
    assert code == 0
    assert answer["decision"] == "deny"
    assert answer["reason"]


@pytest.mark.parametrize("lender", LENDERS)
def test_a_harmless_call_is_let_through_without_a_word(pack: str, lender: str) -> None:
    harmless = {**NEWER, "toolInput": {"command": "ls", "description": "list"}}
    assert hook(lender, "--rules", pack, "--event", LENDERS[lender], payload=harmless)[:2] == (0, None)


def test_what_the_tool_gets_counts_and_not_what_is_told_beside_it(pack: str) -> None:
    told = {**NEWER, "tool_input": {"command": "ls"}, "tool_name": "read_file"}
    _, answer, _ = hook("claude-code", "--rules", pack, "--event", "PreToolUse", payload=told)
    assert answer["decision"] == "deny"


def test_claude_code_is_answered_as_before(pack: str) -> None:
    _, answer, _ = hook("claude-code", "--rules", pack, payload=CLAUDE)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "decision" not in answer


@pytest.mark.parametrize("lender", LENDERS)
def test_a_failure_is_told_in_its_words(tmp_path: Path, lender: str) -> None:
    absent = str(tmp_path / "absent.json")
    code, answer, stderr = hook(lender, "--rules", absent, "--event", LENDERS[lender], payload=OLDER)
    assert (code, answer["decision"]) == (0, "deny")
    assert "cannot read" in stderr


@pytest.mark.parametrize("lender", LENDERS)
@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b'{"a": 1, "a": 2}'])
def test_where_the_payload_does_not_tell_the_exit_code_stops_all(pack: str, lender: str, payload: bytes) -> None:
    code, answer, _ = hook(lender, "--rules", pack, "--event", LENDERS[lender], payload=payload)
    assert code == 2
    assert "deny" in json.dumps(answer)


def test_recorded_payloads_are_answered_as_their_sender_s() -> None:
    grok, claude = load("grok-build"), load("claude-code")
    theirs, own = recorded("grok-build"), recorded("claude-code")
    assert len(theirs) > 200
    assert len(own) > 450
    assert all(load(lender).caller(json.dumps(payload)) is grok for payload in theirs for lender in LENDERS)
    assert all(claude.caller(json.dumps(payload)) is claude for payload in own)
