"""Rule packs and events in an adapter's own words: every place a name can stand, and what shared words stand for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import RulePack
from hookconform.attach.claims import Claims
from hookconform.checks.words import in_canonical_names, known_rules, pack_for, pack_in_words, told_apart
from hookconform.corpus.rule_packs import asks_for_kinds, combined_rules

SEARCH = {"Glob": "search", "Grep": "search", "Bash": "shell"}
AFTER = {"PostToolUse": "after", "PostToolUseFailure": "after", "PreToolUse": "before"}


def claims(**changes: Any) -> Claims:
    return fakes.manifest(Path("/nowhere"), **changes).claims


def in_words(rule: dict[str, Any], **vocabulary: dict[str, str]) -> dict[str, Any]:
    (changed,) = pack_in_words(RulePack({"rules": [rule]}), claims(vocabulary=vocabulary)).parsed["rules"]
    return changed


def test_rules_about_kinds_are_for_adapters_that_claim_kinds() -> None:
    pack = RulePack({"rules": [{"name": "a", "tools": ["Bash"]}, {"name": "b", "matchers": {"kinds": ["execute"]}}]})
    about_kinds = next(rule["name"] for rule in combined_rules() if asks_for_kinds(rule))
    with_, without = claims(capabilities=["rules", "kind"]), claims(capabilities=["rules"])
    assert pack_for(pack, with_) is pack
    assert [rule["name"] for rule in pack_for(pack, without).parsed["rules"]] == ["a"]
    assert known_rules([about_kinds, "a"], with_) == [about_kinds, "a"]
    assert known_rules([about_kinds, "a"], without) == ["a"]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ({"event": "PreToolUse"}, {"event": "before"}),
        ({"tools": ["Bash", "Read"]}, {"tools": ["shell", "Read"]}),
        ({"tools": ["Glob", "Grep"]}, {"tools": ["search"]}),
        ({"matchers": {"operations": ["PreToolUse"]}}, {"matchers": {"operations": ["before"]}}),
        ({"matchers": {"tools": "Bash"}}, {"matchers": {"tools": "shell"}}),
        ({"operations": ["PostToolUse", "PostToolUseFailure"]}, {"operations": ["after"]}),
        ({"name": "Bash", "message": "PreToolUse"}, {"name": "Bash", "message": "PreToolUse"}),
    ],
)
def test_names_are_replaced_wherever_they_stand_and_nowhere_else(rule: dict[str, Any], expected: Any) -> None:
    assert in_words(rule, tools=SEARCH, events=AFTER) == expected


def test_words_for_events_alone_are_words_too() -> None:
    assert in_words({"event": "PreToolUse", "tools": ["Bash"]}, events=AFTER) == {"event": "before", "tools": ["Bash"]}
    assert claims(vocabulary={"events": AFTER}).has_words
    assert claims(vocabulary={"tools": SEARCH}).has_words
    assert not claims().has_words


@pytest.mark.parametrize(("about", "became"), [("Grep", "Grep"), ("Glob", "Glob"), ("Read", "Glob")])
def test_a_shared_word_is_the_tool_the_case_is_about_else_the_first_of_its_names(about: str, became: str) -> None:
    (event,) = in_canonical_names(
        [{"tool_name": "search"}], fakes.case(tool_name=about), claims(vocabulary={"tools": SEARCH})
    )
    assert event["tool_name"] == became


def test_a_shared_word_is_the_event_of_the_case_before_those_that_fire_besides() -> None:
    mine = claims(vocabulary={"events": {**AFTER, "Stop": "end", "SubagentStop": "end"}})
    case = fakes.case(event="PostToolUseFailure", also_fires=["SubagentStop", "PostToolUse"])
    first, second = in_canonical_names([{"hook_event_name": "after"}, {"hook_event_name": "end"}], case, mine)
    assert first["hook_event_name"] == "PostToolUseFailure"
    assert second["hook_event_name"] == "SubagentStop"


@pytest.mark.parametrize("value", [None, 7, ["search"], {"search": 1}])
def test_what_is_no_name_is_passed_on(value: Any) -> None:
    (event,) = in_canonical_names([{"tool_name": value}], fakes.case(), claims(vocabulary={"tools": SEARCH}))
    assert event == {"tool_name": value}


@pytest.mark.parametrize(
    ("rule", "is_told_apart"),
    [
        ({"tools": ["Grep"]}, True),  # the case is about it
        ({"tools": ["Glob"]}, False),  # the same word
        ({"tools": ["Bash"]}, True),
        ({"tools": ["Glob", "Grep"]}, True),
        ({"matchers": {"tools": ["Glob"]}}, False),
        ({"event": "PostToolUse"}, False),
        ({"event": "PreToolUse"}, True),
        ({"matchers": {"operations": ["PostToolUse"]}}, False),
        ({"operations": ["PostToolUse", "PostToolUseFailure"]}, True),
        ({}, True),
    ],
)
def test_a_rule_that_a_shared_word_makes_fire_is_not_told_apart(rule: dict[str, Any], is_told_apart: bool) -> None:
    case = fakes.case(tool_name="Grep", event="PostToolUseFailure")
    mine = claims(vocabulary={"tools": SEARCH, "events": AFTER})
    assert told_apart([{"name": "r", **rule}], case, mine) == ({"r"} if is_told_apart else set())
