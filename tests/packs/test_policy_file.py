"""`--output`: the whole policy with its repairs, read back as the same rules, and never over another file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, HookconformError
from hookconform.packs.reading import read_pack
from tests.packs.conftest import run

pytestmark = pytest.mark.whole

Write = Callable[..., Path]
SETTINGS = {
    "permissions": {
        "deny": ["Read(./.env)", "Bash(rm -rf *)", "WebFetch(domain:example.com)", "Edit(src/**)", "Bash(a: 'b' # c*)"],
        "ask": ["Bash(curl *)"],
        "allow": ["Read"],
    }
}


@pytest.fixture
def settings(write: Write) -> Path:
    return write(json.dumps(SETTINGS), "settings.json")


@pytest.mark.parametrize("name", ["policy.yaml", "policy.yml", "policy.json"])
def test_settings_become_a_policy_that_holds(settings: Path, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    done = run(settings, "--output", path)
    assert done.exit_code == EXIT_FAILED
    said = "7 rules, 3 of them repaired, 2 beside yours, 1 entry left out. Next: hookconform rules"
    assert said in done.stderr
    before, after = read_pack(settings).rules, read_pack(path).rules
    assert read_pack(path).grammar == "hookconform"
    # Behind the rules of the settings stand those about commands that name their files.
    assert [rule.name for rule in after[len(before) :]] == ["block-read-env-in-commands", "block-edit-src-in-commands"]
    assert [(rule.name, rule.strength) for rule in before] == [
        (rule.name, rule.strength) for rule in after[: len(before)]
    ]
    assert [[(one.matcher, one.wanted) for one in rule.tests] for rule in after[: len(before)]] == [
        [(one.matcher, one.wanted) for one in rule.tests] for rule in before
    ]
    held = run(path)
    assert held.exit_code == EXIT_OK, held.stdout
    assert held.stdout.startswith("HOLDS: ")


def test_what_is_left_out_stands_in_the_file(settings: Path, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    run(settings, "--output", path)
    assert "# Not in it, line 1: WebFetch(domain:example.com): " in path.read_text(encoding="utf-8")


def test_rules_to_put_beside_others_are_written_too(write: Write, tmp_path: Path) -> None:
    rule = {"name": "env", "matchers": {"operations": ["PreToolUse"], "kinds": ["read"], "extensions": [".env"]}}
    first, second = tmp_path / "first.yaml", tmp_path / "second.yaml"
    done = run(write([rule | {"actions": {"deny": True}}]), "--output", first)
    assert "env-in-commands" in done.stdout
    names = [one.name for one in read_pack(first).rules]
    assert names[0] == "env"
    assert "env-in-commands" in names
    assert f"{len(names)} rules, 0 of them repaired, {len(names) - 1} beside yours." in done.stderr
    # Of what was written nothing more is to be put beside.
    run(first, "--output", second)
    assert [one.name for one in read_pack(second).rules] == names


def test_rules_that_hold_already_are_written_as_they_are(write: Write, tmp_path: Path) -> None:
    rule = {"name": "no-shell", "description": "Ein Verbot — ja.", "event": "PreToolUse", "action": "deny"}
    path = tmp_path / "policy.yaml"
    assert run(write([rule]), "--output", path, "--json").exit_code == EXIT_OK
    assert read_pack(path).rules[0].row == rule


def test_a_file_that_is_there_stays(settings: Path, tmp_path: Path) -> None:
    path = tmp_path / "policy.yaml"
    path.write_text("mine", encoding="utf-8")
    for target in (path, settings.rename(tmp_path / "settings.json")):
        text = target.read_text(encoding="utf-8")
        error = run(tmp_path / "settings.json", "--output", target).exception
        assert isinstance(error, HookconformError)
        assert error.code == "file.exists"
        assert target.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("name", "code"),
    [("policy.txt", "rules.output"), ("policy", "rules.output"), ("no/policy.yaml", "output.unwritable")],
)
def test_a_file_that_cannot_be_one_is_refused(settings: Path, tmp_path: Path, name: str, code: str) -> None:
    error = run(settings, "--output", tmp_path / name).exception
    assert isinstance(error, HookconformError)
    assert error.code == code


def test_rules_of_another_format_are_not_translated(write: Write, tmp_path: Path) -> None:
    rule = {"name": "a", "priority": 1, "matchers": {"tools": ["Bash"]}, "actions": {"block": True}}
    error = run(write([rule]), "--output", tmp_path / "policy.yaml").exception
    assert isinstance(error, HookconformError)
    assert error.code == "rules.no-words"
    assert not (tmp_path / "policy.yaml").exists()


def test_it_goes_with_one_file(settings: Path, write: Write, tmp_path: Path) -> None:
    other = write([{"name": "a", "event": "PreToolUse", "action": "deny"}])
    done = run(settings, other, "--output", tmp_path / "policy.yaml")
    assert done.exit_code == click.UsageError.exit_code
    assert "one FILE" in done.stderr


def test_settings_are_told_how_to_become_a_policy(settings: Path, write: Write) -> None:
    holds = write('{"permissions": {"deny": ["Edit(src/**)"]}}', "holds.json")
    for path in (settings, holds):
        assert "All rules, repaired, as a rule file: --output policy.yaml" in run(path).stdout
    rules: dict[str, Any] = {"name": "a", "event": "PreToolUse", "action": "deny"}
    assert "--output" not in run(write([rules])).stdout


def test_half_a_character_goes_into_json_only(write: Write, tmp_path: Path) -> None:
    path = write('{"rules": [{"name": "a\\ud800", "event": "PreToolUse", "action": "deny"}]}')
    error = run(path, "--output", tmp_path / "policy.yaml").exception
    assert isinstance(error, HookconformError)
    assert error.code == "rules.output"
    assert not (tmp_path / "policy.yaml").exists()
    run(path, "--output", tmp_path / "policy.json")
    assert read_pack(tmp_path / "policy.json").rules[0].name == "a\ud800"
