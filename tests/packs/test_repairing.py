"""Repairs name kinds where kinds say the same, and else tools, with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import EXIT_OK
from hookconform.packs.mcp_tools import mcp_names, mcp_parts
from hookconform.packs.names import platforms
from tests.packs.conftest import run

pytestmark = pytest.mark.whole

Write = Callable[..., Path]
PRE = {"operations": ["PreToolUse"]}


def _repaired(write: Write, *options: object, **matchers: Any) -> dict[str, Any]:
    rule = {"name": "mine", "matchers": {**PRE, **matchers}, "actions": {"deny": True}}
    [found] = json.loads(run(write([rule]), "--json", *options).stdout)["packs"][0]["rules"]
    return found


@pytest.mark.parametrize(
    ("tools", "kinds", "more"),
    [
        (["Bash"], ["execute"], {"command_match": "rm -rf"}),
        (["Read"], ["read"], {"extensions": [".env"]}),
        (["Write", "Edit"], ["edit"], {"directories": ["secrets"]}),
        (["Read", "Write", "Bash"], ["read", "edit", "execute"], {}),
        (["Bash", "BashInput", "create_and_run_task"], ["execute"], {"extensions": [".env"]}),
    ],
    ids=str,
)
def test_kinds_that_mean_the_same_are_printed(
    write: Write, tools: list[str], kinds: list[str], more: dict[str, Any]
) -> None:
    found = _repaired(write, tools=tools, **more)
    if "repair" not in found:
        assert found["gaps"] == 0 or more
        return
    assert found["repair"]["matchers"] == {**PRE, "kinds": kinds, **more}
    also = "It also stops Edit, of the same kind." if "Write" in tools and "Edit" not in tools else None
    assert found.get("repair_note") == also
    if more.get("extensions") != [".env"] or tools == ["Read"]:
        assert run(write([found["repair"]])).exit_code == EXIT_OK


def test_a_repair_names_no_tool_that_it_does_not_stop(write: Write) -> None:
    """Edit has no `content`, so that no call of it satisfies the rule, whatever its kind."""
    found = _repaired(write, tools=["Write"], require_fields=["content"])
    assert found["repair"]["matchers"]["kinds"] == ["edit"]
    assert "repair_note" not in found


def test_no_repair_is_offered_that_sees_no_missed_tool(write: Write) -> None:
    """Claude Code's Edit has no `content`, so a rule of its kind that requires one sees it no better."""
    found = _repaired(write, "claude-code", tools=["Write"], require_fields=["content"])
    assert found["gaps"] > 0
    assert "repair" not in found


def test_kinds_that_mean_more_are_not(write: Write) -> None:
    """A rule about tasks is not about every tool that plans."""
    platforms = ("copilot-cli", "letta-code")
    found = _repaired(write, *platforms, tools=["Task", "Bash"])
    assert {"Task", "Bash", "BashInput"} <= set(found["repair"]["matchers"]["tools"])
    assert found["repair_note"] == "It lists tools: `kinds: [execute, think]` would stop more."
    rule = {"name": "mine", "matchers": {**PRE, "tools": ["Task", "Bash"]}, "actions": {"deny": True}}
    assert found["repair_note"] in run(write([rule]), *platforms).stdout


def test_kinds_that_mean_more_are_said_to_where_tools_cannot_be_named(write: Write) -> None:
    """Some platform's own name for a tool is another one's canonical name, which a hook refuses."""
    found = _repaired(write, tools=["Task", "Bash"])
    assert found["repair"]["matchers"] == {**PRE, "kinds": ["execute", "think"]}
    assert found["repair_note"].startswith("Some tools of `kinds: [execute, think]` are stopped that your rule is not")


def test_a_tool_without_a_kind_keeps_its_name(write: Write) -> None:
    found = _repaired(write, "claude-code", "copilot-cli", tools=["Bash", "mcp__github__delete_repo"])
    assert {"Bash", "BashInput", "mcp__github__delete_repo"} <= set(found["repair"]["matchers"]["tools"])
    assert "mcp__github__delete_repo is of no kind" in found["repair_note"]


def test_what_is_accepted_is_not_stopped_by_the_repair(write: Write) -> None:
    entry = "accepted: [{rule: mine, hole: missed-tool, names: [create_and_run_task], reason: Tasks are mine.}]"
    found = _repaired(
        write, "--accept", write(entry, "accepted.yaml"), "vscode-copilot", tools=["Bash"], command_match="x"
    )
    assert found["repair"]["matchers"]["tools"] == ["Bash", "BashInput"]
    assert "would stop more" in found["repair_note"]


def test_a_repair_says_which_core_tools_it_stops_besides(write: Write) -> None:
    found = _repaired(write, tools=["WebSearch"])
    assert found["repair"]["matchers"]["kinds"] == ["fetch"]
    assert found["repair_note"] == "It also stops WebFetch, of the same kind."


@pytest.mark.parametrize(
    ("other", "decided"),
    [
        ({"matchers": {**PRE, "tools": ["WebFetch"]}, "actions": {"ask": True}}, True),
        ({"matchers": {"tools": ["WebFetch"]}, "actions": {"deny": True}}, True),
        ({"matchers": {**PRE, "tools": ["WebFetch"]}, "actions": {"audit": True}}, False),
        ({"matchers": {**PRE, "tools": ["WebFetch"], "require_fields": ["url"]}, "actions": {"ask": True}}, False),
        ({"matchers": {"operations": ["PostToolUse"], "tools": ["WebFetch"]}, "actions": {"ask": True}}, False),
        # A rule about a kind, or about everything, says nothing of the tool by name.
        ({"matchers": {**PRE, "kinds": ["fetch"]}, "actions": {"ask": True}}, False),
        ({"matchers": PRE, "actions": {"ask": True}}, False),
        # A rule that no call of the tool fits decides nothing about it.
        ({"matchers": {**PRE, "tools": ["WebFetch"], "kinds": ["read"]}, "actions": {"ask": True}}, False),
    ],
)
def test_what_another_rule_decides_about_a_tool_stays(write: Write, other: dict[str, Any], decided: bool) -> None:
    rule = {"name": "mine", "matchers": {**PRE, "tools": ["WebSearch"]}, "actions": {"deny": True}}
    report = json.loads(run(write([rule, {"name": "other"} | other]), "claude-code", "opencode", "--json").stdout)
    missed = {gap["name"] for gap in report["gaps"] if gap["rule"] == "mine"}
    assert ("WebFetch" not in missed) is decided
    repair = report["packs"][0]["rules"][0].get("repair", rule)["matchers"]
    assert ("kinds" not in repair and "WebFetch" not in repair["tools"]) is decided


def test_a_tool_of_a_server_is_named_as_each_platform_does(write: Write) -> None:
    found = _repaired(write, tools=["mcp__lab__fail_tool"])
    assert found["gaps"] > 0
    assert found["repair_note"] == "It names the server's tool as each platform does."
    report = json.loads(run(write([found["repair"]]), "--json").stdout)
    assert (report["gaps"], report["summary"]["verdict"]) == ([], "holds")


def test_names_of_a_server_s_tool_are_names_of_one_there() -> None:
    for platform in platforms():
        names = mcp_names(platform, "lab", "fail_tool")
        # A tool of the platform's own may be called as the server's tool alone is.
        assert "fail_tool" not in names
        assert all(platform.mcp_forms(name) for name in names)
        assert bool(names) == bool(platform.mcp)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("mcp__github__create_issue", ("github", "create_issue")),
        ("mcp_github_list", ("github", "list")),
        ("github__create_issue", ("github", "create_issue")),
        ("github_list", ("github", "list")),
        # Where the server's name ends, nobody can tell.
        ("github_create_issue", None),
        ("mcp_github_create_issue", None),
        ("mcp__git__hub__list", None),
        ("a___b", None),
        ("github-create_issue", None),
        ("MCP:list", None),
        ("Bash", None),
    ],
)
def test_a_name_says_what_its_server_is(name: str, parts: tuple[str, str] | None) -> None:
    assert mcp_parts(name) == parts
