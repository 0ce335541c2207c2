"""A case with rules of its own is judged by these; a pack that could never match may be refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import INVALID_PAYLOAD, INVALID_RULES, Refusal, Response, Result
from hookconform.checks.outcome import Outcome
from hookconform.run.plan import CasePlan, plan_case

OWN: tuple[dict[str, Any], ...] = (
    {"name": "of kinds", "matchers": {"kinds": ["execute"]}, "actions": {"audit": True}},
    {"name": "of tools", "matchers": {"tools": ["Bash"]}, "actions": {"audit": True}},
)


def plan(*, refusable: bool = False, capabilities: tuple[str, ...] = ("rules",), **changes: Any) -> CasePlan | None:
    case = fakes.case(matched_rules=["of kinds", "of tools"], may_refuse_rules=refusable)._replace(rules=OWN)
    manifest = fakes.manifest(Path(), capabilities=list(capabilities), **changes)
    return plan_case(case, manifest, fakes.PACK, ("rules",))


def outcome(found: CasePlan | None, response: Response) -> Outcome:
    assert found is not None
    (result,) = found.judge([response])
    return result.outcome


def given(found: CasePlan | None) -> list[dict[str, Any]]:
    assert found is not None
    (call,) = found.calls
    assert call.rules is not None
    return call.rules.parsed["rules"]


def test_its_rules_take_the_place_of_the_combined_pack() -> None:
    both = plan(capabilities=("rules", "kind"))
    assert given(both) == list(OWN)
    assert outcome(both, Result({"matched_rules": ["of kinds", "of tools"]})) is Outcome.PASSED
    assert outcome(both, Result({"matched_rules": ["of tools"]})) is Outcome.FAILED
    assert outcome(both, Result({"matched_rules": ["of tools", "of kinds"]})) is Outcome.FAILED


def test_rules_about_kinds_are_left_out_for_an_adapter_that_knows_none() -> None:
    assert [rule["name"] for rule in given(plan())] == ["of tools"]
    assert outcome(plan(), Result({"matched_rules": ["of tools"]})) is Outcome.PASSED


def test_they_are_given_in_the_adapters_own_words() -> None:
    found = plan(vocabulary={"tools": {"Bash": "shell"}})
    assert given(found)[0]["matchers"] == {"tools": ["shell"]}


@pytest.mark.parametrize(
    ("refusable", "code", "expected"),
    [
        (True, INVALID_RULES, Outcome.PASSED),
        (False, INVALID_RULES, Outcome.ERROR),
        (True, INVALID_PAYLOAD, Outcome.FAILED),
        (True, -32603, Outcome.ERROR),
    ],
)
def test_a_pack_may_be_refused_only_where_the_case_says_so(refusable: bool, code: int, expected: Outcome) -> None:
    assert outcome(plan(refusable=refusable), Refusal(code, "no")) is expected


def test_the_suites_own_engine_is_not_asked_whether_it_refuses() -> None:
    found = plan(refusable=True, rule_engine="reference")
    assert found is not None
    assert found.checks == ()
    with_engine = plan(rule_engine="reference")
    assert with_engine is not None
    assert len(with_engine.checks) == 1
