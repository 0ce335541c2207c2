"""RuleZ's own format, as its engine reads it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.packs.reading import read_pack
from hookconform.packs.rule import Rule
from tests.packs.conftest import on, run

Write = Callable[..., Path]
SHELL = {"operations": ["PreToolUse"], "tools": ["Bash"]}


def _rule(write: Write, matchers: dict[str, Any], **more: Any) -> Rule:
    row = {"name": "mine", "matchers": matchers, "actions": {"block": True}, **more}
    return read_pack(write([row]), "rulez").rules[0]


def _codes(rule: Rule) -> list[str]:
    return [problem.code for problem in rule.problems]


def _holds(rule: Rule, event: dict[str, Any]) -> bool:
    return all(test.holds(event) for test in rule.tests)


def _path(path: str) -> dict[str, Any]:
    return {"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {"file_path": path}}


@pytest.mark.parametrize(
    "more",
    [
        {"priority": 3},
        {"mode": "warn"},
        {"enabled_when": "tool_name == 'Bash'"},
        {"governance": {"author": "me"}},
        {"metadata": {"timeout": 3}},
        {"actions": {"inject_inline": "Mind."}},
        {"matchers": {"operations": ["UserPromptSubmit"], "prompt_match": ["deploy"]}},
    ],
)
def test_the_format_is_told_from_keys_that_only_it_has(write: Write, more: dict[str, Any]) -> None:
    row = {"name": "mine", "matchers": SHELL, "actions": {"block": True}} | more
    assert read_pack(write([row])).grammar == "rulez"


def test_a_pack_that_either_format_may_be_is_the_suites_own(write: Write) -> None:
    path = write([{"name": "mine", "matchers": SHELL, "actions": {"block": True}}])
    assert read_pack(path).grammar == "hookconform"
    assert read_pack(path, "rulez").grammar == "rulez"


@pytest.mark.parametrize(
    ("row", "meant"),
    [
        ({"matcher": SHELL}, "Did you mean matchers?"),
        ({"matchers": {"tool": ["Bash"]}}, "Did you mean tools?"),
        ({"actions": {"blok": True}}, "Did you mean block?"),
        ({"mode": "enforced"}, "Did you mean enforce?"),
        ({"matchers": {"tools": "Bash"}}, "tools is not a list"),
        ({"matchers": {"prompt_match": "deploy"}}, "prompt_match is a list"),
        ({"matchers": {"prompt_match": {"patterns": ["a"], "mode": "al"}}}, "Did you mean all?"),
        ({"matchers": {"prompt_match": {"patterns": ["a"], "anchor": "begin"}}}, "unknown anchor"),
        ({"matchers": {"prompt_match": {"patterns": ["a"], "anchr": "start"}}}, "Did you mean anchor?"),
        ({"matchers": {"field_types": {"a": "text"}}}, "unknown type"),
        ({"matchers": {"command_match": ["rm"]}}, "command_match is not a text"),
        ({"name": 3}, "not a table with a name"),
        ({"actions": {"block": "yes"}}, "block is true or false, not 'yes'"),
        ({"actions": {"run": 3}}, "run is a text, or a table"),
        ({"metadata": 3}, "metadata is a table"),
        ({"priority": "high"}, "priority is a number"),
        ({"mode": ["warn"]}, "unknown mode"),
        ({"matchers": {"field_types": {"a": [1]}}}, "unknown type"),
        ({"matchers": {"prompt_match": {"patterns": ["a"], "anchor": ["start"]}}}, "unknown anchor"),
        ({"matchers": {"prompt_match": {"patterns": ["a"], "mode": {}}}}, "unknown mode"),
        ({"matchers": []}, "are tables"),
        ({"actions": {}}, "at least one action"),
    ],
)
def test_what_rulez_would_pass_over_is_refused(write: Write, row: dict[str, Any], meant: str) -> None:
    whole = {"name": "mine", "matchers": SHELL, "actions": {"block": True}} | row
    with pytest.raises(HookconformError, match="rule file cannot be used") as caught:
        read_pack(write([whole]), "rulez")
    assert meant in caught.value.what


def test_its_words_for_events_are_those_of_the_vocabulary(write: Write) -> None:
    rule = _rule(write, {"operations": ["BeforeAgent", "AfterAgent", "PreToolUse"]})
    assert rule.operations == {"SubagentStart", "SubagentStop", "PreToolUse"}
    assert _codes(rule) == []


def test_a_native_name_is_a_hole_unless_the_canonical_one_stands_beside_it(write: Write) -> None:
    alone = _rule(write, {"tools": ["run_shell_command"]})
    assert _codes(alone) == ["native-name"]
    assert "write Bash" in alone.problems[0].text
    assert _codes(_rule(write, {"tools": ["Agent", "Task"]})) == []


@pytest.mark.parametrize(
    ("folders", "path", "holds"),
    [
        (["**/secrets/**"], "/home/dev/secrets/a", True),
        (["**/secrets/**"], "secrets/a", True),
        (["**/secrets/**"], "/home/dev/mysecrets/a", False),
        (["/srv/"], "/srv/deep/a", True),
        (["/srv"], "/srv/a", True),
        (["/srv"], "/srv2/a", False),
        (["src/**"], "src/a", True),
        (["src/**"], "/home/dev/src/a", False),
        (["**/*.rs"], "/a/b.rs", True),
        (["**/*.rs"], "/a/b.py", False),
        (["/a/?.py"], "/a/b.py", True),
        (["/{a,b}/**"], "/b/c", True),
        (["/{a,b}/**"], "/c/c", False),
        (["/[ab]/**"], "/b/c", True),
        (["/[!ab]/**"], "/b/c", False),
        (["/a,b/**"], "/a,b/c", True),
        (["/a/**/b"], "/a/b", True),
        (["/a/**/b"], "/a/x/y/b", True),
    ],
)
def test_folders_are_compared_as_whole_paths(write: Write, folders: list[str], path: str, *, holds: bool) -> None:
    assert _holds(_rule(write, {"directories": folders}), _path(path)) is holds


@pytest.mark.parametrize("folder", ["/[a", "/{a,b", "/a}"])
def test_a_path_pattern_that_does_not_end_is_a_hole(write: Write, folder: str) -> None:
    assert set(_codes(_rule(write, {"directories": [folder]}))) == {"pattern-refused"}


def test_a_relative_folder_is_a_hole(write: Write) -> None:
    rule = _rule(write, {"directories": ["secrets/"]})
    assert _codes(rule) == ["relative-folder"]
    assert "**/secrets/" in rule.problems[0].text
    assert _codes(_rule(write, {"directories": ["**/secrets/**", "/srv"]})) == []


@pytest.mark.parametrize(
    ("path", "holds"), [("/a/prod.env", True), ("/a/.env", False), ("/a/prod.env.bak", False), ("/a/env", False)]
)
def test_an_extension_stands_behind_a_name(write: Write, path: str, *, holds: bool) -> None:
    rule = _rule(write, {"extensions": [".env"]})
    assert _holds(rule, _path(path)) is holds
    assert _codes(rule) == ["dot-file"]


def test_an_extension_without_a_dot_never_holds(write: Write) -> None:
    assert _codes(_rule(write, {"extensions": ["py"]})) == ["never-matches"]


@pytest.mark.parametrize(
    ("wanted", "prompt", "holds"),
    [
        (["deploy", "release"], "please release", True),
        (["deploy"], "Deploy", False),
        ({"patterns": ["deploy"], "case_insensitive": True}, "Deploy", True),
        ({"patterns": ["deploy", "prod"], "mode": "all"}, "deploy to prod", True),
        ({"patterns": ["deploy", "prod"], "mode": "all"}, "deploy", False),
        ({"patterns": ["a|deploy"], "anchor": "start"}, "please deploy", False),
        ({"patterns": ["deploy"], "anchor": "end"}, "please deploy", True),
        (["contains_word:prod"], "production", False),
        (["contains_word:prod"], "to prod!", True),
        (["not:staging"], "to prod", True),
        (["not:staging"], "to staging", False),
    ],
)
def test_prompts(write: Write, wanted: object, prompt: str, *, holds: bool) -> None:
    rule = _rule(write, {"operations": ["UserPromptSubmit"], "prompt_match": wanted})
    assert _holds(rule, {"hook_event_name": "UserPromptSubmit", "prompt": prompt}) is holds


@pytest.mark.parametrize("pattern", [r"rm(?! -i)", r"(?<=sudo )rm", r"(a)\1", r"(?=rm)"])
def test_an_expression_that_rulez_refuses_never_matches_there(write: Write, pattern: str) -> None:
    assert _codes(_rule(write, SHELL | {"command_match": pattern})) == ["pattern-refused"]


def test_an_expression_that_cannot_be_tried_is_said(write: Write) -> None:
    assert _codes(_rule(write, SHELL | {"command_match": r"\pL+"})) == ["pattern-untried"]
    assert _codes(_rule(write, SHELL | {"command_match": r"(?<word>rm)\z"})) == []


@pytest.mark.parametrize(
    ("more", "strength", "codes"),
    [
        ({"metadata": {"enabled": False}}, "block", ["switched-off"]),
        ({"mode": "audit"}, "audit", ["switched-off"]),
        ({"mode": "warn"}, "inject", ["switched-off"]),
        ({"mode": "enforce"}, "block", []),
        ({"actions": {"inject": "a.md"}}, "inject", []),
        ({"actions": {"run": "check.sh"}}, "block", []),
    ],
)
def test_what_a_match_does(write: Write, more: dict[str, Any], strength: str, codes: list[str]) -> None:
    rule = _rule(write, SHELL, **more)
    assert (rule.strength, _codes(rule)) == (strength, codes)


def test_what_only_rulez_can_decide_is_said(write: Write) -> None:
    rule = _rule(write, SHELL, enabled_when="env_CI == 'true'", actions={"validate_expr": "true"})
    assert len(rule.conditions) == 2


def test_a_pack_of_rulez_is_held_against_recordings(write: Write) -> None:
    row = {"name": "mine", "priority": 1, "matchers": SHELL, "actions": {"block": True}}
    result = run(write([row]), "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)["packs"][0]
    assert found["grammar"] == "rulez"
    assert on(found["rules"][0], "gemini-cli")["state"] == "fires"


def test_a_rule_that_is_switched_off_stands_in_for_none(write: Write) -> None:
    stop = {"actions": {"block": True}, "priority": 1}
    typed = {"name": "typed", "matchers": {"operations": ["PreToolUse", "PostToolUse"], "tools": ["BashInput"]}, **stop}
    shell = {"name": "shell", "matchers": SHELL, **stop}

    def missed(other: dict[str, Any]) -> bool:
        rule = json.loads(run(write([shell, other]), "--json").stdout)["packs"][0]["rules"][0]
        return any(hole["name"] == "write_bash" for hole in on(rule, "copilot-cli")["holes"])

    assert not missed(typed)
    assert missed(typed | {"metadata": {"enabled": False}})
    assert missed(typed | {"enabled_when": "env_CI == 'true'"})
