"""Red checks are grouped by what they show; what only follows from something else is counted there."""

from __future__ import annotations

import random
from typing import Any

import pytest

from hookconform.causes.grouping import Cause, find_causes
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.ground.pointers import MISSING

NAME = "/events/0/tool_name"
RESERVED = "/events/0/tool_input/platform_tool_name"
REFUSED = "a good payload was refused with -32001: no"
MUST = "the payload must be refused with -32001; it was refused with -32002: unsupported platform: x"
PATH, NATIVE_PATH = "/events/0/tool_input/file_path", "/events/0/tool_input/path"


def _red(
    *differences: tuple[str, Any, Any],
    capability: str = "tool-name",
    case: str = "synthetic/a",
    claim: str = "gemini-cli#tool:replace",
    platform: str = "gemini-cli",
    **more: Any,
) -> CheckResult:
    found = tuple(Difference(*item) for item in differences)
    outcome = more.pop("outcome", Outcome.FAILED)
    return CheckResult(f"{platform}/{case}", capability, platform, outcome, differences=found, claim=claim, **more)


def _told(causes: list[Cause]) -> list[tuple[str, str, str, str]]:
    return [(cause.sign.kind.value, cause.sign.about.value, cause.sign.wanted, cause.sign.got) for cause in causes]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (_red((NAME, "Edit", "replace")), ("unmapped", "tool", "Edit", "replace")),
        (_red((NAME, "Edit", "Write")), ("wrong", "tool", "Edit", "Write")),
        (_red((NAME, "Edit", MISSING)), ("absent", "value", "", "")),
        (_red((NAME, MISSING, "Edit")), ("too-much", "tool", "", "")),
        (_red((NAME, "frob", "Bash"), claim=""), ("wrong", "tool", "frob", "Bash")),
        # The native name of what keeps its name is no gap.
        (_red((NAME, "replace", "Edit")), ("wrong", "tool", "replace", "Edit")),
        (_red((PATH, "a", MISSING), (NATIVE_PATH, MISSING, "a")), ("not-renamed", "argument", "file_path", "path")),
        (_red((PATH, "a", "b")), ("wrong", "argument", "", "")),
        (_red(message=REFUSED), ("refused", "payload", "", "-32001: no")),
        (_red(message=MUST), ("wrong", "payload", "", "-32002: unsupported platform: x")),
        (
            _red(message="the adapter answered error -32601: no method x", outcome=Outcome.ERROR),
            ("broke", "method", "", "no method x"),
        ),
        (_red(message="it must be refused", accepted=True), ("answered", "payload", "a", "")),
        (_red(message="it ended", outcome=Outcome.ERROR), ("broke", "payload", "", "it ended")),
        (_red(message="no UTF-8 at 7", outcome=Outcome.ERROR), ("broke", "payload", "", "no UTF-8 at N")),
        (_red(message="utf8 at 7", outcome=Outcome.ERROR), ("broke", "payload", "", "utf8 at N")),
        (_red(message="it passes", outcome=Outcome.STALE, reason="old"), ("stale", "list", "old", "")),
        (_red(("/matched_rules", ["a"], ["a", "b"]), capability="rules"), ("too-much", "rule", "", "b")),
        (_red(("/matched_rules", ["a", "b"], ["b", "a"]), capability="rules"), ("wrong", "rule", "", "")),
    ],
)
def test_a_cause_is_told_by_what_came_back(result: CheckResult, told: tuple[str, str, str, str]) -> None:
    (cause,) = find_causes([result])
    found = _told([cause])[0]
    assert [one for one, wanted in zip(found, told, strict=True) if wanted] == [item for item in told if item]
    assert (cause.checks, cause.also, cause.following) == (1, 0, 0)


def test_each_red_check_is_counted_once_and_others_not_at_all() -> None:
    results = [
        _red((NAME, "Edit", "replace"), (RESERVED, "replace", MISSING), case="captured/0.2.0/a"),
        _red((PATH, "x", MISSING), (NATIVE_PATH, MISSING, "x"), capability="input", case="captured/0.2.0/a"),
        _red(("/events/0/tool_kind", "edit", "other"), capability="kind", case="captured/0.2.0/a"),
        _red(("/matched_rules", ["a"], []), capability="rules", case="captured/0.2.0/a"),
        _red((NAME, "Edit", "replace"), case="captured/0.10.0/b"),
        _red((NAME, "Edit", "replace"), case="synthetic/c", outcome=Outcome.KNOWN),
        _red((NAME, "Edit", "replace"), case="synthetic/d", outcome=Outcome.PASSED),
    ]
    (cause,) = find_causes(results)
    assert (cause.checks, cause.also, cause.following) == (2, 0, 3)
    # Not by the alphabet: 0.10.0 is newer than 0.2.0.
    assert cause.example.case_id == "gemini-cli/captured/0.10.0/b"
    assert cause.claims == {"gemini-cli#tool:replace"}


def test_a_second_difference_is_a_cause_of_its_own_that_other_checks_were_counted_for() -> None:
    result = _red(("/events/0/session_id", "s", MISSING), ("/events/0/cwd", "c", 7), capability="event")
    wrong, missing = find_causes([result])
    assert (wrong.sign.place, wrong.checks, wrong.also) == ("/events/*/cwd", 0, 1)
    assert (missing.sign.place, missing.checks, missing.also) == ("/events/*/session_id", 1, 0)


def test_a_rule_that_is_red_by_itself_does_not_follow() -> None:
    alone = _red(("/matched_rules", ["a"], []), capability="rules", case="synthetic/a")
    behind = _red(("/matched_rules", ["a"], []), capability="rules", case="synthetic/b")
    first = _red(("/events/0/tool_input/command", "ls", "l"), capability="input", case="synthetic/b")
    causes = find_causes([alone, first, behind])
    assert [(cause.sign.about.value, cause.checks, cause.following) for cause in causes] == [
        ("argument", 1, 1),
        ("rule", 1, 0),
    ]


def test_arguments_that_are_wrong_do_not_hide_behind_a_name() -> None:
    name = _red((NAME, "Edit", "replace"))
    argument = _red((PATH, "a", "b"), capability="input")
    causes = find_causes([name, argument])
    assert [(cause.sign.kind.value, cause.checks, cause.following) for cause in causes] == [
        ("wrong", 1, 0),
        ("unmapped", 1, 0),
    ]


def test_crashes_at_one_place_are_one_cause_on_all_platforms() -> None:
    results = [
        _red(outcome=Outcome.ERROR, message=f"the adapter answered error -32603: at {n}", platform=f"p{n}")
        for n in (1, 22)
    ]
    (cause,) = find_causes(results)
    assert (cause.sign.got, dict(cause.platforms)) == ("at N", {"p1": 1, "p22": 1})


def test_the_order_of_cases_decides_nothing() -> None:
    results = [
        _red((NAME, wanted, got), case=f"captured/{version}/x{number}", claim=f"gemini-cli#tool:{got}")
        for number, (wanted, got) in enumerate([("Edit", "replace"), ("Glob", "glob"), ("Bash", "x")])
        for version in ("0.1.0", "0.2.0", "0.10.0")
    ]
    expected = [(_told([cause]), cause.example.id) for cause in find_causes(results)]
    for seed in range(5):
        shuffled = random.Random(seed).sample(results, len(results))
        assert [(_told([cause]), cause.example.id) for cause in find_causes(shuffled)] == expected
