"""Red checks are grouped by what they have in common, each kind told by what came back."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.community.causes import KINDS, find_causes
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.schemas import load_schema
from hookconform.ground.pointers import MISSING

CLAIM = "gemini-cli#tool:replace"
NAME = "/events/0/tool_name"


def _result(case: str = "a", outcome: Outcome = Outcome.FAILED, claim: str = CLAIM, **more: Any) -> CheckResult:
    return CheckResult(f"gemini-cli/synthetic/{case}", "tool-name", "gemini-cli", outcome, claim=claim, **more)


def _differs(case: str, expected: Any, got: Any, pointer: str = NAME) -> CheckResult:
    return _result(case, differences=(Difference(pointer, expected, got),))


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (_differs("a", "Edit", "replace"), "unmapped"),
        (_differs("a", "Edit", "Write"), "wrong"),
        (_differs("a", "Edit", MISSING), "absent"),
        (_differs("a", MISSING, "Edit"), "too-much"),
        (_result(message="a good payload was refused with -32001: no"), "refused"),
        (_result("bad", message="the payload must be refused"), "answered"),
        (_result(outcome=Outcome.ERROR, message="it ended"), "broke"),
    ],
)
def test_a_kind_is_told_by_what_came_back(result: CheckResult, kind: str) -> None:
    (cause,) = find_causes([result], {"gemini-cli/synthetic/bad"})
    assert cause.kind == kind


def test_what_has_the_same_claim_place_and_kind_is_one_cause() -> None:
    results = [
        _differs("c", "Edit", "replace"),
        _differs("b", "Edit", "replace"),
        _differs("d", "Edit", "Write"),
        _differs("e", "x", "replace", "/events/0/tool_input/file_path"),
        _result("f", Outcome.PASSED),
        _result("g", Outcome.KNOWN, message="listed"),
        _result("h", claim="", message="refused"),
    ]
    causes = find_causes(results, ())
    assert [(cause.kind, cause.count, cause.check.split("/")[-1]) for cause in causes] == [
        ("unmapped", 2, "b::tool-name"),
        ("wrong", 1, "d::tool-name"),
        ("unmapped", 1, "e::tool-name"),
        ("refused", 1, "h::tool-name"),
    ]
    assert (causes[0].claim, causes[0].at, causes[0].expected, causes[0].got) == (CLAIM, NAME, '"Edit"', '"replace"')
    assert (causes[3].claim, causes[3].at) == ("", "")


def test_what_was_said_is_shortened_and_printable() -> None:
    (cause,) = find_causes([_result(outcome=Outcome.ERROR, message="\x1b[31m" + "x" * 500)], ())
    assert len(cause.got) < 120
    assert "\x1b" not in cause.got


def test_the_kinds_are_those_of_the_schema() -> None:
    assert corpus_root()
    run = load_schema("community-summary")["properties"]["runs"]["items"]["properties"]
    assert list(KINDS) == run["causes"]["items"]["properties"]["kind"]["enum"]
