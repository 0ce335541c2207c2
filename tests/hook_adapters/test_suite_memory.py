"""What the reference adapter keeps between calls changes no answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hook_adapters.canonical.errors import InvalidRules
from hook_adapters.rules.matchers import compile_matcher
from hook_adapters.rules.pack import compile_pack
from hook_adapters.suite import PACKS, create

PAYLOAD = json.dumps({"hook_event_name": "BeforeTool", "tool_name": "write_file", "tool_input": {"file_path": "a.py"}})
OTHER = json.dumps({"hook_event_name": "BeforeTool", "tool_name": "read_file", "tool_input": {"file_path": "a.md"}})


def _pack(suffix: str) -> dict[str, Any]:
    return {"rules": [{"name": suffix, "matchers": {"extensions": [suffix]}, "actions": {"block": True}}]}


def test_changing_an_answer_does_not_change_the_next() -> None:
    suite = create()
    first = suite.canonicalize("gemini-cli", PAYLOAD)
    unchanged = json.dumps(first)
    for _ in range(2):
        first["events"][0]["tool_input"].clear()
        first = suite.canonicalize("gemini-cli", PAYLOAD)
        assert json.dumps(first) == unchanged


def test_platform_and_payload_both_decide_the_answer() -> None:
    suite = create()
    for platform, payload in (("gemini-cli", PAYLOAD), ("qwen-code", PAYLOAD), ("gemini-cli", OTHER)):
        assert suite.canonicalize(platform, payload) == create().canonicalize(platform, payload)


def test_packs_that_take_turns_keep_their_own_rules() -> None:
    suite = create()
    for suffix in (".py", ".md", ".rs", ".py", ".md", ".py"):
        expected = [suffix] if suffix == ".py" else []
        assert suite.match("gemini-cli", PAYLOAD, _pack(suffix)) == {"matched_rules": expected}


def test_a_pack_changed_by_its_owner_is_compiled_again() -> None:
    suite, pack = create(), _pack(".py")
    assert suite.match("gemini-cli", PAYLOAD, pack) == {"matched_rules": [".py"]}
    pack["rules"][0]["matchers"]["extensions"] = [".md"]
    assert suite.match("gemini-cli", PAYLOAD, pack) == {"matched_rules": []}


def test_a_pack_with_one_for_true_is_refused_after_the_right_one() -> None:
    suite, pack = create(), _pack(".py")
    suite.match("gemini-cli", PAYLOAD, pack)
    pack["rules"][0]["actions"]["block"] = 1
    with pytest.raises(InvalidRules):
        suite.match("gemini-cli", PAYLOAD, pack)


def test_more_packs_than_are_kept_are_compiled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Any] = []
    monkeypatch.setattr("hook_adapters.suite.compile_pack", lambda rules: compiled.append(rules) or compile_pack(rules))
    suite = create()
    for number in (*range(PACKS), 0, PACKS, 0):
        suite.match("gemini-cli", PAYLOAD, _pack(f".{number}"))
    # The first is kept until one pack more comes than there is room for.
    assert compiled == [_pack(f".{number}") for number in (*range(PACKS + 1), 0)]
    assert suite.match("gemini-cli", PAYLOAD, _pack(".py")) == {"matched_rules": [".py"]}
    assert suite.match("gemini-cli", PAYLOAD, _pack(".0")) == {"matched_rules": []}


def test_long_commands_are_told_apart() -> None:
    matcher = compile_matcher("command_match", "end$")
    for end in ("end", "other", "end"):
        event = {"hook_event_name": "PreToolUse", "tool_input": {"command": "x" * 100_000 + end}}
        assert matcher(event) == (end == "end")
