"""Only what is claimed is judged: events, verdicts, and an adapter's own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import Response, Result, RulePack
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.checks.words import pack_in_words
from hookconform.corpus.cases import Case
from hookconform.effects.representatives import stands_for_event
from hookconform.run.plan import plan_case

SEARCH = {"tools": {"Glob": "search", "Grep": "search", "Bash": "shell"}}
BEFORE = {"events": {"PreToolUse": "before"}}
PACK = RulePack(
    {
        "rules": [
            {"name": "no-glob", "event": "PreToolUse", "tools": ["Glob"], "action": "block"},
            {
                "name": "no-grep",
                "matchers": {"operations": ["PreToolUse"], "tools": ["Grep", "Bash"]},
                "actions": {"block": True},
            },
        ]
    }
)


def judged(case: Case, *answers: Response, wanted: tuple[str, ...] = (), **claims: Any) -> dict[str, Outcome]:
    manifest = fakes.manifest(Path("/nowhere"), **claims)
    own_words = pack_in_words(PACK, manifest.claims)
    plan = plan_case(case, manifest, PACK, wanted, own_words=own_words)
    assert plan is not None
    results = plan.judge(answers[: len(plan.calls)])
    assert [result.name for result in results] == plan.names
    return {result.name: result.outcome for result in results}


def says(**event: Any) -> Result:
    return Result({"events": [fakes.EVENT | event]})


def test_checks_of_events_that_are_not_claimed_are_unsupported() -> None:
    assert set(judged(fakes.case(), says()).values()) == {Outcome.PASSED, Outcome.UNSUPPORTED}
    outcomes = judged(fakes.case(), events=["Stop"])
    assert set(outcomes.values()) == {Outcome.UNSUPPORTED}


def test_a_tool_without_a_word_is_unsupported_and_its_event_is_not() -> None:
    outcomes = judged(fakes.case(), says(), vocabulary={"tools": {"Read": "read"}})
    assert outcomes["tool-name"] is outcomes["input"] is Outcome.UNSUPPORTED
    assert outcomes["event"] is Outcome.PASSED


@pytest.mark.parametrize("capability", ["tool-name", "input", "kind"])
def test_what_follows_from_a_name_is_unsupported_with_it(capability: str) -> None:
    capabilities = ["tool-name", "event", "input", "kind"]
    for words, outcome in (({"Bash": "Bash"}, Outcome.PASSED), ({"Read": "Read"}, Outcome.UNSUPPORTED)):
        outcomes = judged(fakes.case(), says(), capabilities=capabilities, vocabulary={"tools": words})
        assert outcomes[capability] is outcome


def test_names_are_compared_in_the_adapters_words() -> None:
    assert judged(fakes.case(), says(tool_name="shell"), vocabulary=SEARCH)["tool-name"] is Outcome.PASSED
    for wrong in ("Bash", "search", "Shell"):
        assert judged(fakes.case(), says(tool_name=wrong), vocabulary=SEARCH)["tool-name"] is Outcome.FAILED
    assert judged(fakes.case(), says(hook_event_name="before"), vocabulary=BEFORE)["event"] is Outcome.PASSED
    assert judged(fakes.case(), says(), vocabulary=BEFORE)["event"] is Outcome.FAILED


def test_a_name_that_passes_through_stays_as_it_is() -> None:
    case = fakes.case(tool_name="frobnicate", platform_tool_name=None)
    event = says(tool_name="frobnicate", tool_input={"command": "ls"})
    assert judged(case, event, vocabulary=SEARCH)["tool-name"] is Outcome.PASSED


def test_match_gets_the_pack_in_the_adapters_words() -> None:
    manifest = fakes.manifest(Path("/nowhere"), vocabulary=SEARCH | BEFORE)
    first, second = pack_in_words(PACK, manifest.claims).parsed["rules"]
    assert (first["event"], first["tools"]) == ("before", ["search"])
    assert second["matchers"] == {"operations": ["before"], "tools": ["search", "shell"]}
    assert pack_in_words(PACK, fakes.manifest(Path("/nowhere")).claims) is PACK


def rules(matched: list[str], expected: list[str], tool: str, **claims: Any) -> Outcome:
    case = fakes.case(tool_name=tool, platform_tool_name="native", matched_rules=expected)
    answer = Result({"matched_rules": matched})
    return judged(case, answer, wanted=("rules",), capabilities=["rules"], **claims)["rules"]


def test_a_rule_that_a_shared_word_cannot_tell_apart_is_no_fault() -> None:
    assert rules(["no-glob", "no-grep"], ["no-grep"], "Grep", vocabulary=SEARCH) is Outcome.PASSED
    assert rules(["no-glob", "no-grep"], ["no-grep"], "Grep") is Outcome.FAILED


def test_what_a_shared_word_does_tell_apart_is_judged_as_ever() -> None:
    assert rules(["no-glob"], ["no-grep"], "Grep", vocabulary=SEARCH) is Outcome.FAILED
    assert rules([], ["no-grep"], "Grep", vocabulary=SEARCH) is Outcome.FAILED
    assert rules(["no-glob", "no-grep"], ["no-grep"], "Bash", vocabulary=SEARCH) is Outcome.FAILED


def test_the_reference_engine_reads_an_adapters_words() -> None:
    claims = {"capabilities": ["rules"], "rule_engine": "reference", "vocabulary": SEARCH | BEFORE}
    case = fakes.case(matched_rules=["no-grep"])
    event = says(tool_name="shell", hook_event_name="before")
    assert judged(case, event, wanted=("rules",), **claims)["rules"] is Outcome.PASSED
    wrong = says(tool_name="search", hook_event_name="before")
    assert judged(fakes.case(), wrong, wanted=("rules",), **claims)["rules"] is Outcome.FAILED


def _answered_event() -> Case:
    cases = iter_cases(platforms=["gemini-cli"], globs=["gemini-cli/captured/0.61.0/*"])
    return next(case for case in cases if case.registered_event == "BeforeTool" and stands_for_event(case))


def test_only_claimed_verdicts_are_asked_for() -> None:
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"], verdicts=["deny"])
    plan = plan_case(_answered_event(), manifest, PACK, ["response"])
    assert plan is not None
    assert plan.names == [f"response[{name}]" for name in ("allow", "deny", "ask", "context", "input")]
    assert {call.params["verdict"]["decision"] for call in plan.calls} == {"deny"}
    outcomes = {result.variant: result.outcome for result in plan.judge([Result({})] * len(plan.calls))}
    assert [name for name, outcome in outcomes.items() if outcome is not Outcome.UNSUPPORTED] == ["deny"]


def test_one_verdict_can_be_asked_for_alone() -> None:
    manifest = fakes.manifest(Path("/nowhere"), capabilities=["response"])
    plan = plan_case(_answered_event(), manifest, PACK, ["response[ask]"])
    assert plan is not None
    assert plan.names == ["response[ask]"]
    assert [call.params["verdict"]["decision"] for call in plan.calls] == ["ask", "ask"]


def test_rules_of_a_call_that_holds_calls_are_judged_where_these_are_claimed_and_no_other_rules_are() -> None:
    calls = [{"tool_name": "Read", "platform_tool_name": "read_file", "kind": "read", "tool_input": {}}]
    for claimed, within, outcome in (
        (["rules"], calls, Outcome.UNSUPPORTED),
        (["rules", "calls"], calls, Outcome.PASSED),
        (["rules"], None, Outcome.PASSED),
    ):
        case = fakes.case(matched_rules=["no-glob"], **({"calls": within} if within else {}))
        answer = Result({"matched_rules": ["no-glob"]})
        found = judged(case, answer, answer, wanted=("rules",), capabilities=claimed)
        assert found["rules"] is outcome, claimed
