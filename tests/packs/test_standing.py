"""Where a rule fires, why it never can, and what it does not see: against what was recorded."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import platform_ids
from tests.packs.conftest import Write, holes, on, run

pytestmark = pytest.mark.whole

Report = Callable[..., dict[str, Any]]
PRE = {"operations": ["PreToolUse"]}


def test_the_shell_alone_misses_the_tool_that_types_into_a_running_one(report: Report) -> None:
    rule = report({"tools": ["Bash"]})
    assert "write_stdin" in holes(on(rule, "codex"), "missed-tool")
    assert on(rule, "codex")["state"] == "fires"


def test_a_rule_by_kind_misses_nothing_of_that_kind(report: Report) -> None:
    rule = report(PRE | {"kinds": ["execute"]})
    for platform in platform_ids():
        row = on(rule, platform)
        assert row["state"] == "fires", platform
        assert row["fires"] == row["shapes"]
        assert holes(row) == []


def test_what_another_rule_of_the_pack_stops_is_not_missed(report: Report) -> None:
    also = {"name": "also", "matchers": PRE | {"kinds": ["execute"]}, "actions": {"block": True}}
    assert "missed-tool" in holes(on(report(PRE | {"tools": ["Bash"]}), "copilot-cli"))
    assert holes(on(report(PRE | {"tools": ["Bash"]}, also), "copilot-cli")) == []


@pytest.mark.parametrize(
    "weaker",
    [
        {"matchers": PRE | {"kinds": ["execute"]}, "actions": {"audit": True}},
        {"matchers": PRE | {"kinds": ["execute"], "command_match": "rm"}, "actions": {"block": True}},
        {"matchers": {"operations": ["PostToolUse"], "kinds": ["execute"]}, "actions": {"block": True}},
    ],
    ids=["does less", "asks for more", "at another event"],
)
def test_a_rule_that_does_less_stands_in_for_none(report: Report, weaker: dict[str, Any]) -> None:
    rule = report(PRE | {"tools": ["Bash"]}, {"name": "weaker", **weaker})
    assert "missed-tool" in holes(on(rule, "copilot-cli"))


def test_an_argument_that_no_call_has_is_named_with_those_there_are(report: Report) -> None:
    rule = report(PRE | {"tools": ["Edit"], "require_fields": ["old_string"]})
    row = on(rule, "codex")
    assert (row["state"], holes(row)) == ("never", ["no-argument"])
    assert "apply_patch" in row["why"]
    assert "old_string" in row["why"]
    assert "patch" in row["why"]
    assert on(rule, "claude-code")["state"] == "fires"


def test_two_arguments_that_no_call_has_together_are_no_match(report: Report) -> None:
    rule = report({"tools": ["Bash", "Grep"], "require_fields": ["command", "pattern"]})
    assert holes(rule) == ["dead"]
    assert all(row["state"] == "never" for row in rule["platforms"])
    assert "together" in on(rule, "claude-code")["why"]
    assert "together" not in on(rule, "codex")["why"]


def test_a_rule_that_stops_needs_an_event_that_is_there(report: Report) -> None:
    matchers = {"operations": ["PermissionRequest"], "tools": ["Bash"]}
    stops = on(report(matchers), "cursor")
    notes = on(report(matchers, actions={"audit": True}), "cursor")
    assert (stops["state"], holes(stops, "no-event")) == ("never", ["PermissionRequest"])
    assert (notes["state"], holes(notes)) == ("never", [])
    assert "PermissionRequest" in notes["why"]


def test_a_tool_that_a_platform_does_not_have_is_said_and_is_no_hole(report: Report) -> None:
    row = on(report(PRE | {"tools": ["WebFetch"]}), "codex")
    assert (row["state"], row["why"]) == ("never", "no tool WebFetch there")


def test_an_mcp_name_holds_only_where_tools_are_named_so(report: Report) -> None:
    rule = report(PRE | {"tools": ["mcp__labsrv__echo"]})
    assert holes(on(rule, "opencode"), "mcp-name") == ["mcp__labsrv__echo"]
    assert holes(on(rule, "gemini-cli"), "mcp-name") == ["mcp__labsrv__echo"]
    assert "mcp-name" not in holes(on(rule, "claude-code"))


def test_an_mcp_tool_of_an_unknown_server_is_untried(report: Report) -> None:
    rule = report(PRE | {"tools": ["mcp__github__delete_repo"]})
    assert {on(rule, name)["holds"] for name in ("claude-code", "codex", "qwen-code")} == {"untried"}
    assert holes(rule) == []
    assert on(rule, "gemini-cli")["holds"] == "no"


def test_each_form_of_an_mcp_name_is_a_gap_of_its_own(write: Write) -> None:
    path = write([{"name": "a", "event": "PreToolUse", "tools": ["mcp__github__delete_repo"], "action": "deny"}])
    gaps = json.loads(run(path, "--json").stdout)["gaps"]
    forms = {name: gap["text"].split("form is ")[1] for gap in gaps for name in gap["platforms"]}
    assert (forms["cline"], forms["opencode"]) == ("`<server>__<tool>`", "`<server>_<tool>`")


def test_an_mcp_name_beside_other_tools_is_still_looked_at(report: Report) -> None:
    rule = report(PRE | {"tools": ["Bash", "mcp__labsrv__echo"]})
    assert "mcp-name" in holes(on(rule, "opencode"))
    both = report(PRE | {"tools": ["Bash", "mcp__labsrv__echo", "labsrv_echo", "mcp_labsrv_echo"]})
    assert "mcp-name" not in holes(on(both, "opencode")) + holes(on(both, "gemini-cli"))


def test_a_tool_that_cannot_carry_the_pattern_is_a_note(report: Report) -> None:
    rule = report(PRE | {"tools": ["Bash", "Read"], "command_match": "secret"})
    row = on(rule, "claude-code")
    assert [note for note in row["notes"] if note.startswith("`Read` (read) has no command")]
    assert not [note for note in row["notes"] if "`Bash`" in note]
    assert "Read" not in holes(row, "missed-tool")


def test_a_name_that_nobody_has_is_a_hole_with_the_name_that_was_meant(report: Report) -> None:
    rule = report(PRE | {"tools": ["WebFetsch"]})
    assert holes(rule) == ["unknown-tool"]
    assert "Did you mean WebFetch?" in rule["holes"][0]["text"]
    assert {row["state"] for row in rule["platforms"]} == {"never"}


def test_an_event_that_nobody_has_is_a_hole_with_the_name_that_was_meant(report: Report) -> None:
    rule = report({"operations": ["PreToolsUse"]})
    assert holes(rule) == ["unknown-event"]
    assert "Did you mean PreToolUse?" in rule["holes"][0]["text"]


def test_fields_of_different_events_never_come_together(report: Report) -> None:
    rule = report(PRE | {"prompt_match": "deploy"})
    assert "dead" in holes(rule)


def test_a_value_that_was_not_recorded_is_told_apart_from_one_that_cannot_be(report: Report) -> None:
    rule = report(PRE | {"tools": ["Bash"], "command_match": r"\bterraform destroy\b"})
    assert holes(rule) == []
    assert {row["state"] for row in rule["platforms"]} == {"waits"}


def test_an_expression_that_nothing_matches_is_a_hole(report: Report) -> None:
    rule = report(PRE | {"tools": ["Bash"], "command_match": r"rm$ -rf"})
    assert holes(rule, "never-matches") == [r"rm$ -rf"]


def test_an_expression_without_end_is_a_hole_and_ends(report: Report) -> None:
    assert holes(report(PRE | {"tools": ["Bash"], "command_match": r"(?:[a-z .-]|[a-z ./-])*~~"})) == ["slow-pattern"]


def test_a_rule_fires_on_the_shapes_that_cases_show(report: Report) -> None:
    rule = report(PRE | {"tools": ["Task"]})
    cases = [
        case
        for case in iter_cases(platforms=["codex"])
        if case.is_captured and not case.is_probe and case.expected.event == "PreToolUse"
        if case.expected.tool_name == "Task"
    ]
    shapes = {
        (
            case.expected.native_tool,
            json.dumps({k: type(v).__name__ for k, v in case.expected.arguments.items()}, sort_keys=True),
        )
        for case in cases
    }
    row = on(rule, "codex")
    assert (row["fires"], row["shapes"]) == (len(shapes), len(shapes))
    assert len(shapes) > 1


def test_an_engine_that_matches_nothing_changes_nothing(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    before = report(PRE | {"tools": ["Bash"], "command_match": "rm"})
    monkeypatch.setattr("hook_adapters.rules.pack.Rule.matches", lambda *_: False)
    assert report(PRE | {"tools": ["Bash"], "command_match": "rm"}) == before


def test_a_call_within_a_call_is_seen(report: Report) -> None:
    """OpenCode's batch runs other tools; each of them is an event of its own behind the batch."""
    inside = report(PRE | {"tools": ["Bash"]})
    alone = report(PRE | {"tools": ["batch"]})
    batches = {
        case.expected.native_tool
        for case in iter_cases(platforms=["opencode"])
        if case.expected.tool_name == "batch" and case.expected.event == "PreToolUse" and not case.is_probe
    }
    assert batches == {"batch"}
    assert on(alone, "opencode")["state"] == "fires"
    direct = {
        tuple(sorted((key, type(value).__name__) for key, value in case.expected.arguments.items()))
        for case in iter_cases(platforms=["opencode"])
        if case.is_captured and case.expected.tool_name == "Bash" and case.expected.event == "PreToolUse"
        if not case.is_probe
    }
    assert on(inside, "opencode")["fires"] > len(direct)


def test_tools_that_only_think_are_not_missed_where_the_named_one_exists(report: Report) -> None:
    assert holes(on(report(PRE | {"tools": ["Task"]}), "gemini-cli"), "missed-tool") == []


def test_a_field_that_no_named_tool_has_is_said_once(report: Report) -> None:
    row = on(report(PRE | {"tools": ["Read"], "command_match": "x"}), "claude-code")
    assert (row["state"], row["holds"], holes(row), row["notes"]) == ("never", "no", ["no-argument"], [])
