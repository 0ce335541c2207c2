"""What stops nothing is never said to hold: rules without a deny, and denies that nobody measured to stop anything."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.rows import measured_versions, rows_for
from hookconform.effects.verdicts import DENY, honoured
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK
from tests.packs.conftest import holes, on, run

pytestmark = pytest.mark.whole

Write = Callable[..., Path]
Report = Callable[..., dict[str, Any]]
SHELL = {"operations": ["PreToolUse"], "kinds": ["execute"]}
REAL = {"name": "no-shell", "matchers": SHELL, "actions": {"deny": True}}
RULEZ = {"name": "mine", "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"]}, "actions": {"block": True}}
IDLE: list[dict[str, Any]] = [{"deny": False}, {"audit": True}, {"inject": "hi"}, {"ask": False, "audit": True}]


def _with(actions: dict[str, Any]) -> dict[str, Any]:
    return {"name": "idle", "matchers": SHELL, "actions": actions}


def _accepting(write: Write, hole: str) -> Path:
    return write(f"accepted: [{{rule: idle, hole: {hole}, reason: It only takes notes.}}]", "accepted.yaml")


def _verdict(path: Path, *options: object) -> tuple[str, str, int]:
    """Return the verdict as text and as data, and the exit code."""
    text, data = run(path, *options), run(path, "--json", *options)
    assert text.exit_code == data.exit_code
    report = json.loads(data.stdout)
    assert schemas.problems(report, "rules-report") == []
    return text.stdout.split(":")[0], report["summary"]["verdict"], text.exit_code


@pytest.mark.parametrize("actions", IDLE, ids=str)
def test_a_pack_that_denies_nothing_does_not_hold(write: Write, actions: dict[str, Any]) -> None:
    assert _verdict(write([_with(actions)])) == ("STOPS NOTHING", "stops-nothing", EXIT_FAILED)
    cells = [
        row["holds"]
        for row in json.loads(run(write([_with(actions)]), "--json").stdout)["packs"][0]["rules"][0]["platforms"]
    ]
    assert set(cells) == {"no"}


@pytest.mark.parametrize(("actions", "hole"), [(IDLE[0], "switched-off"), (IDLE[1], "stops-nothing")], ids=str)
def test_an_accepted_pack_that_denies_nothing_still_does_not_hold(
    write: Write, actions: dict[str, Any], hole: str
) -> None:
    found = _verdict(write([_with(actions)]), "--accept", _accepting(write, hole))
    assert found == ("STOPS NOTHING", "stops-nothing", EXIT_OK)


@pytest.mark.parametrize(
    ("actions", "code", "weight"),
    [(IDLE[0], "switched-off", "high"), (IDLE[1], "stops-nothing", "low"), (IDLE[2], "stops-nothing", "low")],
    ids=str,
)
def test_a_rule_that_stops_nothing_is_a_gap_of_its_pack(
    write: Write, actions: dict[str, Any], code: str, weight: str
) -> None:
    path = write([REAL, _with(actions)])
    assert _verdict(path) == ("DOES NOT HOLD", "does-not-hold", EXIT_FAILED)
    assert [(gap["rule"], gap["code"], gap["weight"]) for gap in json.loads(run(path, "--json").stdout)["gaps"]] == [
        ("idle", code, weight)
    ]
    accepted = _accepting(write, code)
    assert _verdict(path, "--accept", accepted) == ("HOLDS", "holds", EXIT_OK)
    assert "(2 rules, 1 of them stopping nothing)" in " ".join(run(path, "--accept", accepted).stdout.split())


def test_an_action_that_is_off_beside_one_that_is_on_is_nothing(write: Write) -> None:
    assert _verdict(write([_with({"deny": False, "ask": True})]))[0] == "HOLDS"


@pytest.mark.parametrize(
    "more",
    [
        {"metadata": {"enabled": False}},
        {"mode": "warn"},
        {"mode": "audit"},
        {"actions": {"block": False}, "priority": 1},
        {"actions": {"inject_inline": "Mind."}},
    ],
    ids=str,
)
def test_a_pack_of_rulez_that_is_off_stops_nothing(write: Write, more: dict[str, Any]) -> None:
    assert _verdict(write([RULEZ | more]))[:2] == ("STOPS NOTHING", "stops-nothing")


def test_a_rule_that_is_off_stands_in_for_none_and_closes_no_escape(write: Write) -> None:
    off = {**RULEZ, "name": "off", "metadata": {"enabled": False}}
    files = {**RULEZ, "name": "files", "matchers": {"operations": ["PreToolUse"], "directories": ["**/secrets"]}}
    [rule, _] = json.loads(run(write([files, off]), "--json").stdout)["packs"][0]["rules"]
    assert rule["passed_by_commands"]


def test_scripts_that_decide_are_said_not_to_be_evaluated(write: Write) -> None:
    scripted = {**RULEZ, "actions": {"run": "check.sh"}}
    assert "are not evaluated; what these stop is unknown: mine." in run(write([scripted])).stdout
    assert "not evaluated" not in run(write([{**RULEZ, "priority": 1}])).stdout


def _measured(platform: str, event: str) -> bool | None:
    """Return whether some measured answer at an event denies; None where none was measured."""
    versions, claims = measured_versions(platform), load_platform(platform).registrations
    rows = rows_for(platform, versions[-1]) if versions else ()
    keys = {row.registered_event for row in rows if row.registered_event in claims}
    mine = [key for key in keys if event in (claims[key].becomes, *claims[key].also_fires)]
    return any(DENY in honoured(platform, versions[-1], key) for key in mine) if mine else None


def test_before_a_tool_some_answer_of_each_measured_platform_denies() -> None:
    """So that a rule there needs no look at the answers."""
    assert {_measured(platform, PRE_TOOL) for platform in platform_ids()} == {True, None}


def test_a_deny_after_the_tool_stops_nothing_anywhere(report: Report) -> None:
    rule = report({"operations": ["PostToolUse"], "kinds": ["execute"]}, actions={"deny": True})
    for platform in platform_ids():
        row = on(rule, platform)
        if row["state"] == "never":
            continue
        [hole] = row["holes"]
        done = _measured(platform, "PostToolUse")
        does = {True: "only tells the model why", False: "does nothing then", None: "nobody measured"}[done]
        assert (row["holds"], hole["code"]) == ("no", "too-late")
        assert hole["text"].startswith("the tool has run by PostToolUse")
        assert does in hole["text"], platform


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd", "PermissionRequest"])
def test_a_deny_at_another_event_holds_where_that_was_measured(report: Report, event: str) -> None:
    rule = report({"operations": [event]}, actions={"deny": True})
    seen = {row["platform"]: row for row in rule["platforms"] if row["state"] != "never"}
    assert seen
    for platform, row in seen.items():
        measured = _measured(platform, event)
        expected = {True: ("holds", []), False: ("no", ["no-effect"]), None: ("untried", [])}[measured]
        # Calls that run unasked are not seen there.
        if event == "PermissionRequest" and measured is not False:
            expected = ("partly", ["only-asked"])
        assert (row["holds"], holes(row)) == expected, platform


QUESTION = {"name": "question", "matchers": {"operations": ["PermissionRequest"], "tools": ["Bash"]}}
DENIES = {"actions": {"deny": True}}


def test_a_rule_that_sees_questions_only_is_repaired_to_see_all_calls(write: Write) -> None:
    report = json.loads(run(write([QUESTION | DENIES]), "claude-code", "--json").stdout)
    [rule] = report["packs"][0]["rules"]
    assert [gap["code"] for gap in report["gaps"]] == ["only-asked"]
    assert rule["repair"]["matchers"]["operations"] == ["PreToolUse", "PermissionRequest"]
    assert run(write([rule["repair"]]), "claude-code").exit_code == 0


@pytest.mark.parametrize(
    ("matchers", "covers"),
    [
        ({"operations": ["PreToolUse"], "tools": ["Bash"]}, True),
        ({"operations": ["PreToolUse"], "kinds": ["execute"]}, True),
        ({"tools": ["Bash", "Write"]}, True),
        ({"operations": ["PreToolUse"], "tools": ["Write"]}, False),
        ({"operations": ["PostToolUse"], "tools": ["Bash"]}, False),
        ({"operations": ["PreToolUse"], "tools": ["Bash"], "command_match": "rm"}, False),
    ],
)
def test_another_rule_may_see_the_calls_that_run_unasked(write: Write, matchers: dict[str, Any], covers: bool) -> None:
    rules = [QUESTION | DENIES, {"name": "other", "matchers": matchers} | DENIES]
    report = json.loads(run(write(rules), "claude-code", "--json").stdout)
    codes = [hole["code"] for hole in report["packs"][0]["rules"][0]["platforms"][0]["holes"]]
    assert ("only-asked" not in codes) is covers


def test_an_ask_before_the_tool_covers_no_deny(write: Write) -> None:
    asks = {"name": "other", "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"]}, "actions": {"ask": True}}
    report = json.loads(run(write([QUESTION | DENIES, asks]), "claude-code", "--json").stdout)
    assert "only-asked" in [hole["code"] for hole in report["packs"][0]["rules"][0]["platforms"][0]["holes"]]


def test_an_ask_about_a_prompt_stops_nothing(report: Report) -> None:
    rule = report({"operations": ["UserPromptSubmit"]}, actions={"ask": True})
    assert on(rule, "claude-code")["holds"] == "no"
    assert "asks at UserPromptSubmit" in on(rule, "claude-code")["holes"][0]["text"]
    # A deny of the prompt is measured to stop it there.
    assert on(report({"operations": ["UserPromptSubmit"]}, actions={"deny": True}), "claude-code")["holds"] == "holds"


def test_where_no_answer_of_any_platform_was_measured_is_a_gap(report: Report) -> None:
    rule = report({"operations": ["SubagentStop"]}, actions={"deny": True})
    assert [(hole["code"], hole["text"]) for hole in rule["holes"]] == [
        ("no-effect", "nobody measured, wherever it fires, that it stops anything")
    ]


def test_a_further_event_that_stops_nothing_is_a_note(report: Report) -> None:
    rule = report({"operations": ["PreToolUse", "PostToolUse", "SessionStart"]}, actions={"deny": True})
    row = on(rule, "claude-code")
    assert (row["holds"], holes(row)) == ("holds", [])
    assert "the tool has run by PostToolUse: a deny only tells the model why" in row["notes"]
    assert "no measured answer denies at SessionStart, so nothing is stopped" in row["notes"]
    # Of a rule about any event nobody expects that it decides at each.
    assert not [note for note in on(report({"kinds": ["execute"]}), "claude-code")["notes"] if "PostToolUse" in note]


def test_the_repair_of_a_late_deny_comes_before_the_tool(write: Write) -> None:
    late = {"name": "late", "matchers": {"operations": ["PostToolUse"], "tools": ["Bash"]}, "actions": {"deny": True}}
    [rule] = json.loads(run(write([late]), "--json").stdout)["packs"][0]["rules"]
    assert rule["repair"]["matchers"] == SHELL


@pytest.mark.parametrize("platforms", [["codex"], ["codex", "pi"]], ids=str)
def test_rules_about_tools_that_a_platform_lacks_prove_nothing(write: Write, platforms: list[str]) -> None:
    fetch = {"name": "fetch", "matchers": {"operations": ["PreToolUse"], "kinds": ["fetch"]}, **DENIES}
    assert _verdict(write([fetch]), *platforms) == ("NOT PROVED", "unproved", EXIT_FAILED)
    # Beside a rule that stops something, it is one that has nothing to do there.
    assert _verdict(write([fetch, REAL]), "pi") == ("HOLDS", "holds", EXIT_OK)
    assert _verdict(write([fetch]), "claude-code", *platforms) == ("HOLDS", "holds", EXIT_OK)


def test_a_rule_that_only_takes_notes_proves_nothing(write: Write) -> None:
    fetch = {"name": "fetch", "matchers": {"operations": ["PreToolUse"], "kinds": ["fetch"]}, **DENIES}
    accepted = _accepting(write, "stops-nothing")
    path = write([fetch, _with({"audit": True})])
    assert _verdict(path, "codex", "--accept", accepted) == ("NOT PROVED", "unproved", EXIT_FAILED)
    assert _verdict(path, "claude-code", "--accept", accepted) == ("HOLDS", "holds", EXIT_OK)


def test_where_a_rule_could_not_be_tried_the_verdict_says_so(write: Write) -> None:
    named = {"name": "a", "event": "PreToolUse", "tools": ["mcp__github__delete_repo"], "action": "deny"}
    text = " ".join(run(write([named, REAL]), "claude-code", "pi").stdout.split())
    assert "(2 rules) on 1 of 2 platforms; on 1 a rule could not be tried." in text
    assert _verdict(write([named]), "claude-code", "codex") == ("NOT PROVED", "unproved", EXIT_FAILED)
    assert "could not be tried" not in run(write([REAL]), "claude-code", "codex").stdout
