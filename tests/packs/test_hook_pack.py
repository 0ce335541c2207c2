"""A user's pack as the hook reads it: what is read, what is refused with which words, and what matches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import HookconformError
from hookconform.packs.hook_pack import read_rules
from tests.support import fakes

RULES: list[dict[str, Any]] = [
    {"name": "shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"},
    {"name": "write", "event": "PreToolUse", "tools": ["Write"], "action": "block"},
    {"name": "any", "event": "PreToolUse", "action": "block"},
]


@pytest.mark.parametrize("written", [RULES, {"version": "1.0", "rules": RULES}])
def test_a_pack_may_be_the_list_alone(tmp_path: Path, written: Any) -> None:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(written))
    pack = read_rules(path)
    assert pack.parsed == {"version": "1.0", "rules": RULES}
    assert matched_rules([fakes.EVENT], pack.parsed["rules"]) == ["shell", "any"]


def test_a_file_that_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        read_rules(tmp_path / "gone.yaml")
    assert (caught.value.code, caught.value.where) == ("file.unreadable", str(tmp_path / "gone.yaml"))
    assert "No such file" in caught.value.what
    assert caught.value.hint == "Check path and rights."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules: [", "The rule file cannot be used: "),
        ('{"version": "1.0", "rules": [{"name": "x", "event": "PreToolUse", "toolz": ["Bash"]}]}', "toolz"),
    ],
)
def test_a_pack_that_cannot_be_used_is_an_error(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(text)
    with pytest.raises(HookconformError) as caught:
        read_rules(path)
    assert (caught.value.code, caught.value.where) == ("rules.invalid", str(path))
    assert words in caught.value.what
    assert "rule-grammar.md" in caught.value.hint


@pytest.mark.parametrize(
    ("suffix", "instead"),
    [("env", "write .env"), ("*.env", "write .env"), ("/.env", "write a path in `directories`")],
)
def test_a_suffix_without_a_dot_is_told_what_to_write(tmp_path: Path, suffix: str, instead: str) -> None:
    rule = {"name": "a", "matchers": {"extensions": [suffix]}, "actions": {"block": True}}
    path = tmp_path / "pack.json"
    path.write_text(json.dumps([rule]))
    with pytest.raises(HookconformError) as error:
        read_rules(path)
    assert instead in error.value.what
