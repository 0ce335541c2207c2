"""Packs of careless and of hostile users: an error that says what was meant, never a traceback or a silent pass."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import EXIT_USAGE, HookconformError
from hookconform.ground.strict_yaml import parse_yaml
from hookconform.packs.reading import read_pack
from tests.packs.conftest import run

Write = Callable[..., Path]
BLOCK = {"actions": {"block": True}}


def _refused(path: Path) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        read_pack(path)
    assert caught.value.exit_code == EXIT_USAGE
    assert caught.value.where == str(path)
    return caught.value


@pytest.mark.parametrize(
    ("rule", "meant"),
    [
        ({"name": "a", "matchers": {"tools": ["run_shell_command"]}, **BLOCK}, "Bash"),
        ({"name": "a", "matchers": {"tools": ["bash"]}, **BLOCK}, "Bash"),
        ({"name": "a", "matchers": {"operations": ["BeforeTool"]}, **BLOCK}, "PreToolUse"),
        ({"name": "a", "matchers": {"tool": ["Bash"]}, **BLOCK}, "tools"),
        ({"name": "a", "matcher": {"tools": ["Bash"]}, **BLOCK}, "matchers"),
        ({"name": "a", "matchers": {"tools": ["Bash"]}, "actions": {"blok": True}}, "block"),
        ({"name": "a", "matchers": {"kinds": ["exec"]}, **BLOCK}, "execute"),
        ({"name": "a", "matchers": {"command_match": "("}, **BLOCK}, "("),
        ({"name": "a", "matchers": {}, **BLOCK}, "matchers"),
    ],
)
def test_what_is_wrong_in_a_rule_is_named_with_what_was_meant(write: Write, rule: dict[str, Any], meant: str) -> None:
    error = _refused(write([rule]))
    assert error.code == "rules.invalid"
    assert meant in error.what


@pytest.mark.parametrize("text", ["", "[]", "rules: []", "version: '1.0'\nrules: []\n", "settings: {}\nrules: []"])
def test_a_pack_without_rules_is_refused(write: Write, text: str) -> None:
    assert _refused(write(text, "pack.yaml")).code in ("rules.empty", "rules.invalid")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "rules: &a [*a, *a]",
        "\0",
        "rules: [1, 2]",
        "rules: {a: 1}",
        "- - - x",
        "[" * 5000,
        "a: 1\na: 2",
        "!!python/name:os.system",
    ],
)
def test_what_is_no_pack_is_refused(write: Write, text: str) -> None:
    assert _refused(write(text, "pack.yaml")).code == "rules.invalid"


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    assert _refused(tmp_path / "none.yaml").code == "file.unreadable"
    assert _refused(tmp_path).code == "file.unreadable"
    (tmp_path / "binary.yaml").write_bytes(b"\xff\xfe\x00rules")
    refused = _refused(tmp_path / "binary.yaml")
    assert (refused.code, refused.hint) == ("file.unreadable", "Save it as UTF-8.")
    assert "it is UTF-16, and must be UTF-8" in refused.what


def test_two_rules_of_one_name_are_refused(write: Write) -> None:
    rule = {"name": "a", "matchers": {"tools": ["Bash"]}, **BLOCK}
    assert "a" in _refused(write([rule, rule])).what


def test_wrong_use_ends_with_2() -> None:
    assert run().exit_code == EXIT_USAGE
    assert run("pack.json", "--format", "yaml").exit_code == EXIT_USAGE


def test_a_short_rule_and_a_long_one_mean_the_same(write: Write) -> None:
    short = {"name": "a", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}
    long = {"name": "a", "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"]}, **BLOCK}
    assert read_pack(write([short], "a.json")).rules == read_pack(write([long], "b.json")).rules


def test_an_action_that_is_switched_off_does_nothing(write: Write) -> None:
    rule = {"name": "a", "matchers": {"tools": ["Bash"]}, "actions": {"block": False, "audit": True}}
    assert read_pack(write([rule])).rules[0].strength == "audit"


def test_a_policy_of_the_corpus_is_read_with_the_rules_it_uses(tmp_path: Path) -> None:
    path = tmp_path / "no-mine.yaml"
    path.write_text("name: no-mine\ntext: No push with force is made.\nuses: [block-force-push]\n")
    assert [rule.name for rule in read_pack(path).rules] == ["block-force-push"]


def test_a_policy_without_its_text_is_told_what_it_lacks(write: Write) -> None:
    path = write("name: no-push\nuses: [block-force-push]\n", "no-push.yaml")
    assert '"text" is missing' in str(_refused(path))


def test_pipe_and_device_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    for path, kind in ((tmp_path / "pipe.yaml", "a named pipe"), (Path("/dev/zero"), "a device")):
        refused = _refused(path)
        assert refused.code == "file.unreadable"
        assert f"it is {kind}" in refused.what


def test_pack_that_would_take_minutes_is_refused(tmp_path: Path) -> None:
    many = [{"name": f"r{n}", "matchers": {"directories": [f"**/{n}"]}, **BLOCK} for n in range(1001)]
    long = [{"name": "r", "matchers": {"command_match": "a|" * 15_000 + "b"}, **BLOCK}]
    for rules in (many, long):
        path = tmp_path / "pack.json"
        path.write_text(json.dumps({"version": "1.0", "rules": rules}))
        assert _refused(path).code == "rules.too-large"


def test_settings_without_permissions_are_told_apart_from_a_rule_file_with_a_typo(write: Write) -> None:
    error = _refused(write('{"model": "x", "hooks": {}}', "settings.json"))
    assert (error.code, error.what) == ("rules.empty", "The file has neither rules nor permissions.")
    assert "did you mean rules?" in _refused(write('{"ruels": []}', "rules.json")).what


def test_all_errors_of_a_file_are_shown_at_once(write: Write) -> None:
    wrong = [{"name": f"r{n}", "matchers": {"tools": ["bash"]}, "actions": {"deny": "yes"}} for n in range(30)]
    error = _refused(write(wrong))
    assert error.what == "The rule file cannot be used: it has 60 errors."
    assert error.shown[:2] == (
        "r0: deny is true or false, not 'yes'",
        "r0: tools: 'bash' never matches, names are exact; write Bash",
    )
    assert error.shown[-1] == "and 40 more"


def test_all_errors_of_a_file_of_rulez_are_shown_at_once(write: Write) -> None:
    wrong = [{"name": f"r{n}", "mode": "enforced", "matchers": {}, "actions": {"block": True}} for n in range(2)]
    error = _refused(write(wrong))
    assert error.what == "The rule file cannot be used: it has 2 errors."
    assert error.shown == tuple(f"r{n}: unknown mode 'enforced'. Did you mean enforce?" for n in range(2))


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("rules:\n\t- name: a\n", True),
        ("rules:\n  - name: a\n\tevent: x\n", True),
        ("rules:\n  - name: a\n  \t event: x\n", True),
        ("rules:\n  - name: 'a\tb' : c\n", False),
    ],
)
def test_a_tab_is_called_one(write: Write, text: str, is_told: bool) -> None:
    error = _refused(write(text, "pack.yaml"))
    assert error.what.startswith("The rule file cannot be used: ")
    assert ("a tab" in error.what and "indent by spaces" in error.what) is is_told
    with pytest.raises(HookconformError) as caught:
        parse_yaml(text, where="x")
    assert ("a tab" in caught.value.what and "indent by spaces" in caught.value.what) is is_told
