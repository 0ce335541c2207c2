"""What a pack may say: the program and the schema that describes packs have one meaning."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hook_adapters import InvalidRules
from hook_adapters.rules import compile_pack, read_pack
from hook_adapters.rules.pack import LONGEST
from hookconform.corpus.schemas import load_schema

RULE = {"name": "no-shell", "event": "PreToolUse", "action": "block"}


def is_taken(pack: Any) -> bool:
    try:
        compile_pack(pack)
    except InvalidRules:
        return False
    return True


def is_described(pack: Any) -> bool:
    return jsonschema.Draft202012Validator(load_schema("rules")).is_valid(pack)


@pytest.mark.parametrize(
    ("change", "is_right"),
    [
        ({}, True),
        *[({"name": name}, True) for name in ("Block rm", "no_shell", "kein Löschen", "no-shell-2", "NO")],
        *[({"name": name}, False) for name in ("", None, 7, ["no-shell"])],
        *[({"description": text}, text == "") for text in ("", 7, None, ["text"])],
    ],
)
def test_rules(change: dict[str, Any], is_right: bool) -> None:
    pack = {"rules": [RULE | change]}
    assert (is_taken(pack), is_described(pack)) == (is_right, is_right)


@pytest.mark.parametrize("matcher", ["command_match", "prompt_match"])
@pytest.mark.parametrize(("expression", "is_right"), [("rm", True), ("", False), (None, False), (["rm"], False)])
def test_an_expression_is_a_text_that_is_not_empty(matcher: str, expression: object, is_right: bool) -> None:
    pack = {"rules": [{"name": "a", "matchers": {matcher: expression}, "actions": {"block": True}}]}
    assert (is_taken(pack), is_described(pack)) == (is_right, is_right)


@pytest.mark.parametrize(
    ("actions", "is_right"),
    [({"deny": True}, True), ({"deny": "yes"}, False), ({"deny": True, "block": True}, False), ({"dney": True}, False)],
)
def test_deny_is_another_word_for_block(actions: dict[str, Any], is_right: bool) -> None:
    pack = {"rules": [{"name": "a", "matchers": {"tools": ["Bash"]}, "actions": actions}]}
    assert (is_taken(pack), is_described(pack)) == (is_right, is_right)
    if is_right:
        assert compile_pack(pack)[0].actions == {"block": True}
    assert compile_pack([RULE | {"action": "deny"}])[0].actions == {"block": True}


@pytest.mark.parametrize(
    ("version", "is_right"),
    [
        ("1", True),
        ("1.0", True),
        (1, True),
        (1.0, True),
        ("2", False),
        (2, False),
        ("", False),
        (True, False),
        (None, False),
    ],
)
def test_versions_of_the_grammar(version: Any, is_right: bool) -> None:
    pack = {"version": version, "rules": [RULE]}
    assert (is_taken(pack), is_described(pack)) == (is_right, is_right)


def test_a_pattern_that_may_change_its_meaning_leaves_standard_error_alone(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    rules.write_text(
        '{"rules": [{"name": "nested", "matchers": {"command_match": "[[a]x--y]"}, "actions": {"block": true}}]}'
    )
    done = subprocess.run(
        [sys.executable, "-W", "always", "-m", "hook_adapters", "hook", "claude-code", "--rules", rules],
        input='{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}',
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pack_without_end_is_refused(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    with rules.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(InvalidRules, match="has more than 1048576 characters"):
        read_pack(rules)


def test_pack_that_is_no_regular_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path / "pipe.yaml", Path("/dev/zero"), tmp_path):
        with pytest.raises(InvalidRules, match="is not a regular file"):
            read_pack(path)


def test_a_long_pack_is_read(tmp_path: Path) -> None:
    rules = tmp_path / "rules.json"
    text = json.dumps([RULE])
    rules.write_text(text + " " * (LONGEST - len(text)))
    assert [rule.name for rule in read_pack(rules)] == ["no-shell"]
