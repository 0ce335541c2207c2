"""Which checks a case comes to, in which order, and what they say of answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes
from tests.support.judged import INVALID, event

from hookconform.attach.calls import Broken, Call, Result
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import Case
from hookconform.effects.rows import measured_versions
from hookconform.ground.versions import newest_of
from hookconform.run import plan as plan_module
from hookconform.run.plan import CasePlan, plan_case

METHODS = ["tool-name", "event", "input", "kind", "rules", "response", "refusal"]


def plan(case: Case, *wanted: str, measured_only: bool = False, **changes: Any) -> CasePlan:
    manifest = fakes.manifest(Path(), **{"capabilities": METHODS, **changes})
    found = plan_case(case, manifest, fakes.PACK, wanted, measured_only=measured_only)
    assert found is not None
    return found


def a_case_with_answers() -> Case:
    return next(case for case in iter_cases(platforms=["gemini-cli"]) if case.is_captured and _verdicts(case))


def _verdicts(case: Case) -> list[str]:
    return [name for name in plan(case).names if name.startswith("response")]


def test_checks_come_in_the_order_of_the_table_and_calls_are_shared() -> None:
    found = plan(fakes.case())
    assert found.names == [name for name in CAPABILITIES if name in {"tool-name", "event", "input", "kind", "rules"}]
    assert [call.method for call in found.calls] == ["canonicalize", "match"]
    assert len({call.key for call in found.calls}) == 2


def test_a_payload_that_must_be_refused_has_one_check() -> None:
    found = plan(fakes.case(error=True))
    assert found.names == ["refusal"]
    assert [result.outcome for result in found.judge([INVALID])] == [Outcome.PASSED]


def test_what_is_not_claimed_is_there_and_asks_nothing() -> None:
    found = plan(fakes.case(), capabilities=["event"])
    assert [call.method for call in found.calls] == ["canonicalize"]
    outcomes = {result.name: result.outcome for result in found.judge([event()])}
    assert outcomes.pop("event") is Outcome.PASSED
    assert set(outcomes.values()) == {Outcome.UNSUPPORTED}


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (("event",), ["event"]),
        (("rules", "event"), ["event", "rules"]),
        (("decision",), []),
        (("response[deny]",), []),
    ],
)
def test_only_what_is_wanted_is_planned(wanted: tuple[str, ...], names: list[str]) -> None:
    assert plan(fakes.case(), *wanted).names == names


def test_one_variant_or_all_of_them_can_be_wanted() -> None:
    case = a_case_with_answers()
    every = _verdicts(case)
    assert len(every) > 1
    assert plan(case, "response").names == every
    assert plan(case, every[-1]).names == every[-1:]
    assert plan(case, every[0], "event").names == ["event", every[0]]
    assert plan(case, "response[no-such]").names == []
    assert plan(case, "response", every[0]).names == every


def test_an_answer_that_no_judge_can_take_is_one_red_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(*_: object) -> None:
        raise KeyError("no-such-key")

    broken = CAPABILITIES["event"]._replace(judge=burst)
    monkeypatch.setitem(plan_module.CAPABILITIES, "event", broken)
    results = {result.name: result for result in plan(fakes.case(), "event", "input").judge([event()])}
    assert results["event"].outcome is Outcome.ERROR
    assert results["event"].message.startswith("the answer cannot be judged: ")
    assert "no-such-key" in results["event"].message
    assert results["input"].outcome is Outcome.PASSED


def test_a_red_check_says_by_what_it_is_judged_unless_numbers_are_enough() -> None:
    wrong = event(hook_event_name="Stop")
    (red,) = plan(fakes.case(), "event").judge([wrong])
    assert (red.outcome, red.case_file) == (Outcome.FAILED, "corpus/platforms/gemini-cli/cases/fakes.json")
    assert red.case_entry == "one"
    assert red.differences
    assert red.claim
    assert red.evidence
    (bare,) = plan(fakes.case(), "event").judge([wrong], explained=False)
    assert bare.outcome is Outcome.FAILED
    assert not any((bare.differences, bare.case_file, bare.case_entry, bare.claim, bare.evidence))
    (broken,) = plan(fakes.case(), "event").judge([Broken("gone")])
    assert (broken.outcome, broken.message) == (Outcome.ERROR, "gone")
    (passed,) = plan(fakes.case(), "event").judge([event()])
    assert (passed.case_file, passed.claim) == ("", "")


def test_what_is_judged_by_another_version_is_said_and_can_be_left_out() -> None:
    # Of 2.0.60 payloads were recorded, and answers of later versions only.
    old, new = (a_case_of_claude(version) for version in ("2.0.60", newest_of(measured_versions("claude-code"))))
    for case, is_inferred in ((old, True), (new, False)):
        found = plan(case, "response", "event", platforms=["claude-code"])
        answers = [Broken("gone")] * len(found.calls)
        inferred = {result.name: result.inferred for result in found.judge(answers)}
        assert len(inferred) > 2
        assert inferred == {name: is_inferred and name != "event" for name in found.names}
        kept = plan(case, "response", "event", measured_only=True, platforms=["claude-code"]).names
        assert kept == (["event"] if is_inferred else found.names)


def a_case_of_claude(version: str) -> Case:
    cases = iter_cases(platforms=["claude-code"], globs=[f"claude-code/captured/{version}/pre-tool-use-bash*"])
    case = next(case for case in cases if plan(case, "response", platforms=["claude-code"]).names)
    # As if it were named: what is between the first and the newest version of its shape has no check of its payload.
    return case._replace(is_asked=True)


def test_rules_of_the_case_take_the_place_of_the_pack() -> None:
    own = [{"name": "mine", "matchers": {"tools": ["Bash"]}, "actions": {"block": True}}]
    found = plan(fakes.case()._replace(rules=own), "rules", capabilities=["rules"])
    (asked,) = [call for call in found.calls if call.method == "match"]
    assert _names_of(asked) == ["mine"]
    (asked,) = plan(fakes.case(), "rules", capabilities=["rules"]).calls
    assert _names_of(asked) == ["shell"]


def _names_of(call: Call) -> list[str]:
    assert call.rules is not None
    return [rule["name"] for rule in call.rules.parsed["rules"]]


def test_a_case_of_a_platform_that_is_not_claimed_is_about_somebody_else() -> None:
    assert plan_case(fakes.case(), fakes.manifest(Path(), platforms=["codex"]), fakes.PACK) is None
    assert plan_case(fakes.case(tags=("legacy-alias",)), fakes.manifest(Path()), fakes.PACK) is None


def test_answers_belong_to_calls_one_by_one() -> None:
    found = plan(fakes.case(matched_rules=["shell"]), "event", "rules", capabilities=["event", "rules"])
    assert [call.method for call in found.calls] == ["canonicalize", "match"]
    results = found.judge([event(), Result({"matched_rules": ["shell"]})])
    assert [(result.name, result.outcome) for result in results] == [
        ("event", Outcome.PASSED),
        ("rules", Outcome.PASSED),
    ]
    with pytest.raises(ValueError, match="zip"):
        found.judge([event()])


def test_what_nobody_measured_is_said_of_what_the_adapter_claims_and_can_be_asked() -> None:
    case = next(
        case
        for case in iter_cases(platforms=["gemini-cli"])
        if case.is_captured and case.registered_event == "AfterModel"
    )
    unmeasured = (("response", "AfterModel"),)
    assert plan(case).not_judged == unmeasured
    assert plan(case, "response[deny]").not_judged == unmeasured
    assert plan(case, "event").not_judged == ()
    assert plan(case, capabilities=["event"]).not_judged == ()
    # A hook program has no method `respond`, whatever its manifest claims.
    hook = fakes.manifest(Path(), run=None, hook={"command": ["sh"]}, capabilities=["response", "decision"])
    found = plan_case(case, hook, fakes.PACK, [])
    assert found is not None
    assert found.not_judged == ()
    # And what was measured is not said to be none.
    assert plan(a_case_with_answers()).not_judged == ()
