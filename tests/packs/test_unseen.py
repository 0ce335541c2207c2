"""`rules` names what passes a rule that holds: lists of commands, further names of a tool, paths in a command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.packs.mcp_tools import further_names, mcp_names, tool_of_whole_server
from hookconform.packs.names import platforms
from hookconform.packs.reading import read_pack
from hookconform.packs.unseen import folders_above, passed_in_lists
from tests.packs.conftest import Report, holes, on, run

Write = Callable[..., Path]


def _rule(name: str = "mine", **matchers: Any) -> dict[str, Any]:
    return {"name": name, "matchers": {"operations": ["PreToolUse"], **matchers}, "actions": {"deny": True}}


def _said(path: Path, *options: str) -> str:
    return " ".join(run(path, *options).stdout.split())


@pytest.mark.parametrize(
    ("expression", "passes"),
    [
        (r"^sudo\b", "true && sudo"),
        (r"git push$", "git push && true"),
        (r"\Agit push\s*\Z", "true && git push"),
        (r"^(?:git|hg) push", "true && git push"),
        (r"^[^;&|]*\brm\b", "true && rm"),
        (r"(?m)^sudo\b", "true && sudo"),
        (r"\bsudo\b", ""),
        (r"(?:^|[;&|])\s*sudo\b", ""),
        (r"rm$ -rf", ""),
    ],
)
def test_a_list_of_commands_that_passes_an_expression_is_found(write: Write, expression: str, passes: str) -> None:
    pack = read_pack(write([_rule(kinds=["execute"], command_match=expression)]))
    assert passed_in_lists(pack.rules[0], pack.rules) == passes


def test_a_list_that_another_rule_stops_passes_nothing(write: Write) -> None:
    both = [_rule("ends", kinds=["execute"], command_match="^sudo"), _rule("all", kinds=["execute"])]
    pack = read_pack(write(both))
    assert passed_in_lists(pack.rules[0], pack.rules) == ""
    said = "A list of commands passes ends, as `true && sudo` does: `^` and `$` are the ends of the whole text"
    assert said in _said(write(both[:1]), "codex")
    assert "A list of commands" not in _said(write(both), "codex")


@pytest.mark.parametrize(
    ("folders", "above"),
    [(["..", "../../**", "../x", "/etc", "a..b", "secrets/.."], ["..", "../../**"]), (["**"], []), ([], [])],
)
def test_folders_above_the_working_folder_are_found(write: Write, folders: list[str], above: list[str]) -> None:
    matchers: dict[str, Any] = {"directories": folders} if folders else {}
    rule = read_pack(write([_rule(kinds=["edit"], **matchers)])).rules[0]
    assert folders_above(rule) == above


def test_that_a_folder_above_includes_the_working_folder_is_said(write: Write) -> None:
    said = "`..` includes the working folder, so mine is about that, too. No rule can say: outside a folder."
    assert said in _said(write([_rule(kinds=["edit"], directories=[".."])]), "codex")


def test_that_a_path_beside_a_command_is_none_of_its_text_is_said(write: Write) -> None:
    said = "In mine a path beside `command_match` is the folder that a command runs in"
    both: dict[str, Any] = {"kinds": ["execute"], "command_match": "cat", "directories": ["secrets"]}
    assert said in _said(write([_rule(**both)]), "gemini-cli")
    assert said not in _said(write([_rule(kinds=["read"], directories=["secrets"])]), "gemini-cli")


def test_only_of_rules_that_stop_reads_it_is_said_how_files_are_read(write: Write) -> None:
    said = "On codex text files are read in no other way."
    assert said in _said(write([_rule(kinds=["read"], directories=["secrets"])]), "codex")
    assert said not in _said(write([_rule(kinds=["edit"], directories=["secrets"])]), "codex")


def test_a_rule_that_could_not_be_tried_is_named(write: Write) -> None:
    rules = [_rule("shell", kinds=["execute"]), _rule("server", tools=["mcp__github__list"])]
    assert "Not tried everywhere: server; --all says why." in _said(write(rules), "codex")
    assert "Not tried" not in _said(write(rules[:1]), "codex")


def test_a_mark_that_names_there_cannot_have_is_a_gap(report: Report) -> None:
    # Codex was recorded with a server called my-srv: its tools are called mcp__my_srv__….
    rule = report({"operations": ["PreToolUse"], "tools": ["mcp__my-srv__list"]})
    assert holes(on(rule, "codex"), "mcp-name") == ["mcp__my-srv__list"]
    assert on(rule, "codex")["holds"] == "no"
    assert "`mcp__my-srv__list` is called `mcp__my_srv__list` there" in json.dumps(on(rule, "codex"))
    assert on(rule, "kimi-code")["holds"] == "untried"
    assert "mcp__my_srv__list" in rule["repair"]["matchers"]["tools"]
    split = report({"operations": ["PreToolUse"], "tools": ["mcp__my-srv__a__b"]})
    assert "has a mark that no name of an MCP tool has there" in json.dumps(on(split, "codex"))


def test_the_recorded_names_of_a_server_with_a_dash_are_foreseen() -> None:
    names = {platform.id: mcp_names(platform, "my-srv.two", "echo_text") for platform in platforms()}
    assert "mcp__my_srv_two__echo_text" in names["codex"]
    assert names["kilo-code"] == ["my-srv_two_echo_text"]


def test_further_names_of_a_tool_are_those_that_the_claims_say() -> None:
    found = {one.id: further_names(one, "mcp__docs__get-page", {"PreToolUse"}) for one in platforms()}
    # The part of the tool may keep its dash on Codex, for all that is known.
    assert found["codex"] == ["mcp__docs__get_page"]
    # Older versions of Gemini CLI, and an event of Cursor, say the tool's own name alone.
    assert found["gemini-cli"] == found["cursor"] == ["get-page"]
    # The event of Copilot CLI that does has no canonical name.
    assert found["copilot-cli"] == found["claude-code"] == []
    assert further_names(next(one for one in platforms() if one.id == "cursor"), "mcp__a__b", {"Stop"}) == []


def test_a_further_name_that_no_rule_stops_is_said(write: Write) -> None:
    tools = ["mcp__github__list", "mcp_github_list", "github__list"]
    said = "On gemini-cli the tool may also come as `list`, which passes mine."
    assert said in _said(write([_rule(tools=tools)]), "gemini-cli")
    for more in (_rule("own", tools=["list"]), _rule("every", kinds=["other"])):
        assert said not in _said(write([_rule(tools=tools), more]), "gemini-cli")


@pytest.mark.parametrize(
    ("name", "tool"),
    [
        ("mcp__github", "mcp__github__TOOL"),
        ("mcp__github__", "mcp__github__TOOL"),
        ("mcp__github__*", "mcp__github__TOOL"),
        ("mcp__github__.*", "mcp__github__TOOL"),
        ("mcp__*", "mcp__SERVER__TOOL"),
        ("mcp_github", "mcp_github_TOOL"),
        ("MCP:*", "MCP:TOOL"),
        ("github-*", "github-TOOL"),
        ("github/*", "github/TOOL"),
        ("mcp__github__list", ""),
        ("mcp_github_list_all", ""),
        ("github_list", ""),
        ("Bash", ""),
        ("Bash*", ""),
        ("Bash(a -b *)", ""),
        ("*", ""),
    ],
)
def test_a_name_for_a_whole_server_is_no_tool_s(name: str, tool: str) -> None:
    assert tool_of_whole_server(name) == tool


def test_no_tool_of_a_platform_is_read_as_a_server() -> None:
    names = {claim.native for platform in platforms() for claim in platform.tools.values()}
    assert [name for name in names if tool_of_whole_server(name)] == []


@pytest.mark.whole
@pytest.mark.parametrize("name", ["mcp__github", "mcp__github__*", "github-*", "mcp__*"])
def test_a_rule_about_a_whole_server_stops_nothing_anywhere(write: Write, name: str) -> None:
    path = write([_rule(tools=[name])])
    report = json.loads(run(path, "--json").stdout)
    assert [gap["code"] for gap in report["gaps"]] == ["whole-server"]
    # Names are exact: neither a platform nor a repair makes it match.
    rule = report["packs"][0]["rules"][0]
    assert ({row["holds"] for row in rule["platforms"]}, "repair" in rule) == ({"no"}, False)
    assert f"name each tool, as `{tool_of_whole_server(name)}`" in _said(path)
