"""One file of hooks is read by two programs: the hook answers the one that sent the payload, whatever it is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.hook_adapters.test_reference_hook_command import hook

from hook_adapters.canonical.platform import load
from hook_adapters.copilot_cli import sent_by_vs_code
from hook_adapters.vscode_copilot import sent_by_copilot_cli
from hookconform.cases.loading import iter_cases

RULES = [
    {
        "name": "no-delete",
        "description": "Deletes folders.",
        "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"], "command_match": r"\brm\s+-rf"},
        "actions": {"block": True},
    }
]
ENVELOPE = {"timestamp": "2026-11-22T08:00:00.000Z", "hook_event_name": "PreToolUse", "session_id": "s", "cwd": "/p"}
FROM_VS_CODE = {
    **ENVELOPE,
    "transcript_path": "/t.jsonl",
    "tool_name": "run_in_terminal",
    "tool_input": {"command": "rm -rf x"},
    "tool_use_id": "call_1__vscode-1",
}
FROM_CLI = {**ENVELOPE, "tool_name": "bash", "tool_input": {"command": "rm -rf x"}}
FROM_CLI_CAMEL = {
    "sessionId": "s",
    "timestamp": 1,
    "cwd": "/p",
    "toolName": "bash",
    "toolArgs": {"command": "rm -rf x"},
}


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)


def denies_vs_code(answer: Any) -> bool:
    nested = answer["hookSpecificOutput"]
    return (nested["hookEventName"], nested["permissionDecision"]) == ("PreToolUse", "deny")


@pytest.mark.parametrize("event", ["preToolUse", "PreToolUse"])
def test_vs_code_is_answered_in_its_words_by_a_hook_for_the_cli(pack: str, event: str) -> None:
    code, answer, _ = hook("copilot-cli", "--rules", pack, "--event", event, payload=FROM_VS_CODE)
    assert code == 0
    assert denies_vs_code(answer)


@pytest.mark.parametrize("payload", [FROM_CLI, FROM_CLI_CAMEL])
def test_the_cli_is_answered_in_its_words_by_a_hook_for_vs_code(pack: str, payload: Any) -> None:
    code, answer, _ = hook("vscode-copilot", "--rules", pack, payload=payload)
    assert (code, answer["permissionDecision"]) == (0, "deny")


@pytest.mark.parametrize(
    ("platform", "payload", "key"),
    [("copilot-cli", FROM_CLI, "permissionDecision"), ("vscode-copilot", FROM_VS_CODE, "hookSpecificOutput")],
)
def test_a_hook_s_own_platform_is_answered_as_before(pack: str, platform: str, payload: Any, key: str) -> None:
    code, answer, _ = hook(platform, "--rules", pack, "--event", "PreToolUse", payload=payload)
    assert code == 0
    assert key in answer


def test_a_failure_is_told_in_the_words_of_the_caller(tmp_path: Path) -> None:
    absent = str(tmp_path / "absent.json")
    code, answer, stderr = hook("copilot-cli", "--rules", absent, "--event", "preToolUse", payload=FROM_VS_CODE)
    assert code == 0
    assert denies_vs_code(answer)
    assert "cannot read" in stderr


@pytest.mark.parametrize("platform", ["copilot-cli", "vscode-copilot"])
@pytest.mark.parametrize("payload", [b"", b"{", b"[]", b'{"a": 1, "a": 2}'])
def test_where_the_payload_does_not_tell_the_exit_code_stops_either(pack: str, platform: str, payload: bytes) -> None:
    code, answer, _ = hook(platform, "--rules", pack, "--event", "PreToolUse", payload=payload)
    assert code == 2
    assert "deny" in json.dumps(answer)


def recorded(platform: str) -> list[dict[str, Any]]:
    cases = iter_cases(platforms=[platform], globs=[f"{platform}/captured/*"])
    return [case.payload for case in cases if case.payload is not None and not case.repeats]


def test_no_recorded_payload_is_taken_for_the_other_program_s() -> None:
    ours, theirs = recorded("vscode-copilot"), recorded("copilot-cli")
    assert len(ours) > 50
    assert len(theirs) > 500
    assert not any(sent_by_copilot_cli(payload) for payload in ours)
    assert all(sent_by_vs_code(payload) for payload in ours)
    # Before it compacts there is nothing to answer, and both say the same.
    mistaken = [payload for payload in theirs if sent_by_vs_code(payload)]
    assert {payload["hook_event_name"] for payload in mistaken} <= {"PreCompact"}
    named = [payload for payload in theirs if payload.get("hook_event_name") not in (None, "PreCompact")]
    assert all(sent_by_copilot_cli(payload) for payload in named)


def test_a_platform_whose_files_nobody_else_reads_is_its_own_caller() -> None:
    platform = load("gemini-cli")
    assert platform.caller("not even JSON") is platform
