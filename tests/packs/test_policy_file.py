"""`--output`: the whole policy with its repairs, read back as the same rules, and never over another file."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, HookconformError
from hookconform.packs.named_parts import in_parts
from hookconform.packs.passing import is_stopped
from hookconform.packs.permissions.translation import COMMAND_PARTS
from hookconform.packs.reading import read_pack
from hookconform.packs.rule import Test as Matcher
from hookconform.packs.rule import made_call
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


def _without_groups(test: Matcher) -> tuple[str, str]:
    """Return matcher and value of a test, without the groups that stand for parts."""
    wanted = test.wanted
    for text in (json.dumps(text, ensure_ascii=False)[1:-1] for text in COMMAND_PARTS.values()):
        wanted = wanted.replace(f"(?:{text})", text)
    return test.matcher, wanted


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
    assert [[_without_groups(one) for one in rule.tests] for rule in after[: len(before)]] == [
        [_without_groups(one) for one in rule.tests] for rule in before
    ]
    held = run(path)
    assert held.exit_code == EXIT_OK, held.stdout
    assert held.stdout.startswith("HOLDS: ")


COMMANDS = ["curl x", "A=1 curl x", "timeout 5 curl x", "! curl x", "echo `curl x`", "then curl x; fi", "git push"]
OTHERS = ["curly x", "git pushx", "echo curl", "x --curl"]


@pytest.mark.parametrize("name", ["policy.yaml", "policy.json"])
def test_what_commands_begin_with_stands_once(write: Write, name: str, tmp_path: Path) -> None:
    given = write('{"permissions": {"deny": ["Bash(curl:*)", "Bash(git push *)"]}}', "settings.json")
    path = tmp_path / name
    run(given, "--output", path)
    text = path.read_text(encoding="utf-8")
    written = yaml.safe_load(text)
    assert set(written["parts"]) == {"begin", "end", "word-end"}
    assert text.count("nohup") == 1
    assert [rule["matchers"]["command_match"] for rule in written["rules"]] == [
        "(?&begin)curl(?&word-end)",
        r"(?&begin)git\s+push(?:\s.*)?(?&end)",
    ]
    # The same commands are stopped as before, and no others.
    for rules in (read_pack(given).rules, read_pack(path).rules):
        calls = {text: made_call("Bash", "execute", {"command": text}) for text in (*COMMANDS, *OTHERS)}
        assert [text for text, call in calls.items() if is_stopped(call, rules)] == COMMANDS


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        (f"{COMMAND_PARTS['begin']}rm", "(?&begin)rm"),
        # A part is a group, of which a quantifier would repeat all.
        (f"{COMMAND_PARTS['begin']}?rm", f"{COMMAND_PARTS['begin']}?rm"),
        (f"{COMMAND_PARTS['begin']}(?&x)", f"{COMMAND_PARTS['begin']}(?&x)"),
        ("rm", "rm"),
    ],
)
def test_only_a_whole_piece_becomes_a_part(expression: str, written: str) -> None:
    [rule], parts = in_parts([{"name": "a", "matchers": {"command_match": expression}}])
    assert rule["matchers"]["command_match"] == written
    assert bool(parts) is (written == "(?&begin)rm")


def test_printed_repairs_are_a_rule_file_with_their_parts(write: Write) -> None:
    given = write('{"permissions": {"deny": ["Bash(curl:*)", "Bash(git push *)"]}}', "settings.json")
    text = run(given).stdout
    rules = "".join(re.findall(r"Repair of .*:\n((?:  .*\n)+)", text))
    [parts] = re.findall(r"Above `rules` in that file:\n((?:  .*\n)+)", text)
    copied = textwrap.dedent(parts) + "rules:\n" + rules
    repaired = read_pack(write(copied, "copied.yaml")).rules
    calls = {text: made_call("Bash", "execute", {"command": text}) for text in (*COMMANDS, *OTHERS)}
    assert [text for text, call in calls.items() if is_stopped(call, repaired)] == COMMANDS
    assert text.count("nohup") == 1


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
