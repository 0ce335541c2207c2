"""What `rules` prints to be copied: all of it at once, silent once it is there, and never to the worse."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from hook_adapters.rules import compile_pack
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground.errors import EXIT_OK
from hookconform.ground.strict_yaml import load_yaml
from tests.packs.conftest import run

pytestmark = pytest.mark.whole

Write = Callable[..., Path]
PRE = {"operations": ["PreToolUse"]}
DENY = {"deny": True}
PACK = re.compile(r"```yaml\n(rules:\n.*?)```", re.DOTALL)
REPAIR = re.compile(r"^Repair[^\n]*(?:\n  [^-\n][^\n]*)*\n((?:  [- ] [^\n]*\n)+)", re.MULTILINE)
BESIDE = re.compile(r"^(?:This rule|These rules) beside [^\n]*:\n((?:  [- ] [^\n]*\n)+)", re.MULTILINE)


def _rule(name: str, actions: dict[str, Any] | None = None, **matchers: Any) -> dict[str, Any]:
    return {"name": name, "matchers": {**PRE, **matchers}, "actions": actions or DENY}


WRITTEN: dict[str, list[dict[str, Any]]] = {
    "four wishes": [
        _rule("no-env-read", kinds=["read"], extensions=[".env"]),
        _rule("no-git-writes", kinds=["edit", "delete", "move"], directories=[".git"]),
        _rule("no-rm", kinds=["execute"], command_match="rm -rf"),
        _rule("no-curl", kinds=["execute"], command_match=r"\bcurl\b"),
    ],
    "by tools": [
        _rule("no-env-read", tools=["Read"], extensions=[".env", ".npmrc"]),
        _rule("no-git-writes", tools=["Write", "Edit"], directories=[".git"]),
        _rule("no-rm", tools=["Bash"], command_match="rm -rf"),
        _rule("no-fetch", tools=["WebFetch"]),
        _rule("no-task", tools=["Task"]),
    ],
    "any tool": [_rule("no-env", extensions=[".env"]), _rule("no-keys", directories=["**/keys", "secrets"])],
    "ask": [_rule("ask-env", {"ask": True, "inject": "Mind."}, kinds=["read", "search"], extensions=[".env", ".pem"])],
    "both": [_rule("no-env", extensions=[".env"], directories=["deploy"], kinds=["read"])],
    "other events": [
        {"name": "late", "matchers": {"operations": ["PostToolUse"], "tools": ["Bash"]}, "actions": DENY},
        {"name": "asked", "matchers": {"operations": ["PermissionRequest"], "tools": ["Bash"]}, "actions": DENY},
    ],
    "searches": [_rule("no-search", kinds=["search"], directories=["**/*.env.*", "secrets"])],
    "same name twice": [
        _rule("no-env", kinds=["read"], extensions=[".env"]),
        _rule("no-env-in-commands", kinds=["edit"], extensions=[".env"]),
    ],
}


def _policies() -> dict[str, list[dict[str, Any]]]:
    """Return the policies that pages, examples and the corpus show, and those above."""
    pages = sorted((data_root() / "docs").glob("*.md"))
    shown = {
        f"{page.stem} {number}": yaml.safe_load(text)["rules"]
        for page in pages
        for number, text in enumerate(PACK.findall(page.read_text(encoding="utf-8")))
    }
    files = {path.stem: load_yaml(path) for path in [corpus_root() / "rules" / "20-files.yaml"]}
    deciding = {
        name: [rule for rule in pack["rules"] if not {"audit", "inject"} >= {*rule.get("actions", {"audit": 1})}]
        for name, pack in files.items()
    }
    return WRITTEN | shown | {name: rules for name, rules in deciding.items() if rules}


POLICIES = _policies()


def _applied(rules: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """Return a policy with everything in it that an answer prints as YAML."""
    repairs = {row["name"]: row for found in REPAIR.findall(text) for row in yaml.safe_load(found)}
    more = [row for found in BESIDE.findall(text) for row in yaml.safe_load(found)]
    return [*(repairs.get(rule["name"], rule) for rule in rules), *more]


def _weights(path: Path) -> int:
    return len(re.findall(r"^  (?:high|medium|low) ", run(path, "--all").stdout, re.MULTILINE))


@pytest.mark.parametrize("name", POLICIES)
def test_what_is_printed_can_be_copied_until_nothing_is_printed(write: Write, name: str) -> None:
    rules = POLICIES[name]
    gaps, rounds, said = None, 0, ""
    while True:
        path = write(yaml.safe_dump({"rules": rules}), "policy.yaml")
        text = run(path).stdout
        now = _weights(path)
        assert gaps is None or now <= gaps, (said, text)
        gaps, said = now, text
        assert "pass no rule" not in text
        better = _applied(rules, text)
        if better == rules:
            break
        rounds += 1
        assert rounds <= 3, text
        rules = better
    assert run(path).exit_code == EXIT_OK, text
    assert text.startswith("HOLDS: ")
    assert "beside" not in text.split("Known escapes")[0]
    assert "more" not in re.findall(r"^\d+ (more) (?:rule|repair)", text, re.MULTILINE)


def test_all_that_can_stand_beside_is_printed_in_one_run(write: Write) -> None:
    rules = WRITTEN["four wishes"]
    text = run(write(yaml.safe_dump({"rules": rules}), "policy.yaml")).stdout
    names = [row["name"] for row in _applied(rules, text)[len(rules) :]]
    assert names == [
        "no-env-read-in-commands",
        "no-env-read-longer-names",
        "no-env-read-in-searches",
        "no-git-writes-in-commands",
    ]
    both = write(yaml.safe_dump({"rules": _applied(rules, text)}), "policy.yaml")
    assert not BESIDE.search(run(both).stdout)


def test_a_search_that_names_no_place_is_no_gap_of_a_rule_by_kind(write: Write) -> None:
    rule = _rule("no-env-search", kinds=["search"], extensions=[".env"])
    text = run(write([rule])).stdout
    assert text.startswith("HOLDS: ")
    cells = {line.split()[0]: line.split()[-1] for line in text.splitlines() if re.match(r"\S+ +(?:\* +)?\S+$", line)}
    assert cells["cline"] == "-"
    assert cells["claude-code"] == "holds"
    # A rule that names the tool expects it to have a path.
    named = run(write([_rule("no-env-search", tools=["Grep"], extensions=[".env"])]), "cline").stdout
    assert named.startswith("DOES NOT HOLD: ")


def test_a_command_that_names_no_file_is_a_gap_of_a_rule_by_kind(write: Write) -> None:
    text = run(write([_rule("no-env", kinds=["execute"], extensions=[".env"])])).stdout
    assert text.startswith("DOES NOT HOLD: ")


@pytest.mark.parametrize(
    ("more", "passes"),
    [
        (_rule("searches", kinds=["search"], extensions=[".env"]), False),
        (_rule("everything", extensions=[".env"]), False),
        (_rule("noted", {"audit": True}, kinds=["search"], extensions=[".env"]), True),
        (_rule("another", kinds=["search"], extensions=[".pem"]), True),
        ({**_rule("late", kinds=["search"], extensions=[".env"]), "matchers": {"operations": ["PostToolUse"]}}, True),
    ],
    ids=lambda value: value["name"] if isinstance(value, dict) else "",
)
def test_another_rule_that_stops_searches_is_known(write: Write, more: dict[str, Any], passes: bool) -> None:
    rules = [_rule("no-env", kinds=["read"], extensions=[".env"]), more]
    assert ("Searches that name a file show its lines, and pass no-env." in run(write(rules)).stdout) is passes


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        (".git", "`**/.git` is one at any depth below it"),
        ("./a/b/", "`**/a/b` is one at any depth below it"),
        ("src/**", "`**/src/**` is one at any depth below it"),
        *((folder, "") for folder in ("**/.git", "/etc", "~/.ssh", "..", "../a", ".", "*", "C:/x", "a/..")),
    ],
)
def test_a_folder_of_the_working_folder_is_called_one(write: Write, folder: str, said: str) -> None:
    text = run(write([_rule("a", directories=[folder])]), "claude-code").stdout
    told = " ".join(text.split())
    assert ("any depth" in told) is bool(said)
    assert said in told


def test_what_is_said_of_folders_and_spellings_is_so() -> None:
    """The hook program's own engine is asked."""
    for folder, below in ((".git", False), ("**/.git", True)):
        [rule] = compile_pack([_rule("a", directories=[folder])])
        at = [rule.matches(_write(path)) for path in (".git/config", "sub/.git/config", "a/b/.git/config")]
        assert at == [True, below, below]
    [rule] = compile_pack([_rule("a", command_match="rm -rf")])
    commands = [{**_write(""), "tool_input": {"command": text}} for text in ("rm -rf x", "rm -fr x")]
    assert [rule.matches(event) for event in commands] == [True, False]


def _write(path: str) -> dict[str, Any]:
    call = {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_kind": "edit", "cwd": "/work"}
    return {**call, "tool_input": {"file_path": path}}


def test_below_the_verdict_stands_what_is_not_judged(write: Write) -> None:
    said = "No recorded tool is missed; other spellings of a command are not judged."
    assert said in run(write([_rule("a", kinds=["execute"])])).stdout.splitlines()
    assert said not in run(write([_rule("a", tools=["Bash"])])).stdout


def test_a_name_of_dots_alone_is_looked_for_in_no_command(write: Write) -> None:
    text = run(write([_rule("a", directories=["..", "~", "/", "."])]), "claude-code").stdout
    assert "in-commands" not in text
