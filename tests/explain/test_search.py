"""`hookconform explain` takes what a run prints: a claim, a case, a check, a platform, a name without a platform."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.explain.name import explain_name
from hookconform.ground.errors import EXIT_FAILED, HookconformError


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *arguments])


def found(*arguments: str) -> dict[str, Any]:
    result = explain(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.output)
    assert schemas.problems(document, "explanation") == []
    return document


def error(*arguments: str) -> HookconformError:
    caught = explain(*arguments).exception
    assert isinstance(caught, HookconformError)
    return caught


@pytest.mark.parametrize("platform", platform_ids())
def test_a_platform_is_its_whole_table(platform: str) -> None:
    table, claims = found(platform), load_platform(platform)
    assert {row["name"] for row in table["tools"]} == set(claims.tools)
    assert {row["name"] for row in table["events"]} == set(claims.events)
    text = explain(platform).output
    for name in (*claims.tools, *claims.events):
        assert re.search(rf"(^|[ ]){re.escape(name)}( |,|$)", text, re.MULTILINE), name
    # What is sent today stands before what nobody should map.
    statuses = [row["status"] for row in table["tools"]]
    assert statuses == sorted(statuses, key=["current", "historic", "legacy-alias", "refuted"].index)


def test_a_native_name_is_found_on_every_platform_that_has_it() -> None:
    rows = found("run_shell_command")["found"]
    assert {"gemini-cli", "qwen-code"} <= {row["platform"] for row in rows}
    assert all(row["name"] == "run_shell_command" for row in rows)


def test_a_canonical_name_is_what_platforms_call_it_and_where_it_means_something_else() -> None:
    first, *others = found("Task")["found"]
    assert first["canonical"] == "Task"
    assert all(any(row["maps"] for row in other["rows"]) for other in others)


def test_a_claim_is_that_row_only() -> None:
    (row,) = found("gemini-cli#tool:replace")["rows"]
    assert (row["kind"], row["canonical"]) == ("tool", "Edit")


@pytest.mark.parametrize(
    ("subject", "name", "kind"),
    [
        ("gemini-cli/synthetic/plain-push", "run_shell_command", "tool"),
        ("gemini-cli/synthetic/plain-push::tool-name", "run_shell_command", "tool"),
        ("gemini-cli/synthetic/plain-push::event", "BeforeTool", "event"),
        ("corpus/platforms/gemini-cli/synthetic/plain-push.json", "run_shell_command", "tool"),
    ],
)
def test_a_case_is_the_claim_that_it_rests_on(subject: str, name: str, kind: str) -> None:
    document = found(subject)
    assert (document["name"], [row["kind"] for row in document["rows"]]) == (name, [kind])


@pytest.mark.parametrize(
    ("subject", "code", "hint"),
    [
        ("run_shel_command", "name.unknown", "run_shell_command"),
        ("gemini-cl", "name.unknown", "gemini-cli"),
        ("gemini-cli#tool:replce", "claim.unknown", "gemini-cli#tool:replace"),
        ("gemini#tool:replace", "platform.unknown", "gemini-cli"),
        ("gemini-cli/synthetic/plain-pus", "case.unknown", "plain-push"),
        ("gemini-cli/synthetic/not-json", "case.no-claim", "hookconform case"),
    ],
)
def test_what_is_not_there_is_an_error_with_the_name_that_was_meant(subject: str, code: str, hint: str) -> None:
    caught = error(subject)
    assert (caught.code, hint in caught.hint) == (code, True)


def test_a_name_of_which_nothing_is_claimed_is_told_and_ends_with_one() -> None:
    result = explain("codex", "shel")
    assert result.exit_code == 1
    assert "codex: no tool or event shel is known" in result.output


@pytest.mark.parametrize("words", [("foo",), ("zzzz",), ("codex", "foo"), ("--canonical", "Foo")])
def test_an_unknown_name_ends_as_the_help_says(words: tuple[str, ...]) -> None:
    result = explain(*words)
    refused = result.exception
    assert (refused.exit_code if isinstance(refused, HookconformError) else result.exit_code) == EXIT_FAILED
    assert "1 unknown name" in " ".join(explain("--help").output.split())


def test_an_unknown_name_is_told_its_neighbours_and_how_to_list_names() -> None:
    hint = error("do_shell_thing").hint
    assert "Nearest of " in hint
    assert "`hookconform explain PLATFORM` lists" in hint
    assert "AfterAgent" not in hint
    assert " and " not in hint.partition(".")[0]


@pytest.mark.parametrize("name", ["foo", "qqx", "mcx"])
def test_a_name_with_nothing_in_common_gets_no_neighbour(name: str) -> None:
    known = set(re.findall(r"[\w.-]+", error(name).hint.partition("`hookconform")[0]))
    assert known.isdisjoint({"pi", "hook", "team_cleanup"})


@pytest.mark.parametrize("name", ["mcp", "MCP", "mcp__", "mcp__github"])
def test_the_beginning_of_an_mcp_name_is_answered_with_the_forms(name: str) -> None:
    hint = error(name).hint
    assert hint.startswith("MCP tools have names such as ")
    assert "mcp__<server>__<tool>" in hint


def test_an_mcp_name_is_explained_for_the_platforms_that_name_tools_so() -> None:
    forms = {one["platform"]: one["mcp_forms"] for one in found("mcp__github__list")["found"]}
    assert forms["claude-code"] == ["mcp__<server>__<tool>"]
    # There any name with an underscore may be a server's tool.
    assert "opencode" not in forms


DECLARED = sorted(
    (platform, name, tool.native)
    for platform in platform_ids()
    for tool in load_platform(platform).tools.values()
    for name in tool.declared_as
    if tool.status == "current"
)


@pytest.mark.parametrize(("platform", "name", "told"), DECLARED)
def test_a_name_that_only_the_model_uses_leads_to_what_hooks_are_told(platform: str, name: str, told: str) -> None:
    own = load_platform(platform).tools.get(name)
    if own is not None and own.status == "current":
        assert "told_as" not in found(platform, name)
        return
    result = explain(platform, name)
    assert result.exit_code == 0
    assert f"A hook is told {told} for a call of it." in result.output.splitlines()[1]
    assert f"A hook is told {told} for a call of it." in explain(name).output
    assert f"told as     {told}" in explain(platform, name, "--evidence").output
    assert found(platform, name)["told_as"] == [told]


def test_a_name_that_no_hook_is_told_says_what_was_seen() -> None:
    """The notes are those of the evidence against these claims, what was measured first."""
    for platform, name in (("grok-build", "use_tool"), ("codex", "exec"), ("claude-code", "LS")):
        claim = load_platform(platform).tools[name]
        notes = [item.note for item in claim.evidence if item.basis == "measured"]
        assert notes[0] in " ".join(explain(platform, name).output.split())


def test_no_name_is_wrong_use() -> None:
    for arguments in ((), ("",), ("codex", "")):
        assert explain(*arguments).exit_code == 2


def test_a_name_of_another_platform_is_translated() -> None:
    result = explain("codex", "run_shell_command")
    assert result.exit_code == 1
    text = " ".join(result.output.split())
    assert "codex: no tool or event run_shell_command is known On code-puppy, gemini-cli, qwen-code it is Bash" in text
    assert "codex calls that Bash" in text


def test_a_name_that_nothing_here_corresponds_to_is_told() -> None:
    (row,) = (one for one in explain_name("pi", "web_fetch")["elsewhere"] if one["canonical"] == "WebFetch")
    assert row["platforms"]
    assert row["here"] == []
    assert "pi has none" in explain("pi", "web_fetch").output


@pytest.mark.parametrize(("word", "verdict"), [("deny", "deny"), ("block", "deny"), ("ask", "ask")])
def test_a_verdict_is_sent_to_the_command_for_verdicts(word: str, verdict: str) -> None:
    assert f"hookconform respond --all PreToolUse {verdict}" in explain("codex", word).output
    refused = error(word)
    assert (refused.code, f"respond --all PreToolUse {verdict} " in refused.hint) == ("name.verdict", True)
