"""What each capability looks at, and what becomes of refusals, tiers, aliases and answers that make no sense."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support import fakes
from tests.support.judged import EVERYTHING, INVALID, adapter, check, event, events, red

from hookconform.attach.calls import Broken, Refusal, Response, Result
from hookconform.cases.loading import iter_cases
from hookconform.checks.expectation import extended_arguments
from hookconform.checks.outcome import Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.ground.pointers import MISSING
from hookconform.run.plan import plan_case


def test_a_right_answer_passes_every_capability() -> None:
    results = check(fakes.case(), event())
    assert {name: result.outcome for name, result in results.items()} == {
        "tool-name": Outcome.PASSED,
        "event": Outcome.PASSED,
        "input": Outcome.PASSED,
        "rules": Outcome.UNSUPPORTED,
    }


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (event(tool_name="bash"), {"tool-name": ["/events/0/tool_name"]}),
        (event(tool_name=MISSING), {"tool-name": ["/events/0/tool_name"]}),
        (event(tool_input={"command": "ls"}), {"tool-name": ["/events/0/tool_input/platform_tool_name"]}),
        (event(hook_event_name="BeforeTool"), {"event": ["/events/0/hook_event_name"]}),
        (event(platform_event_name=MISSING), {"event": ["/events/0/platform_event_name"]}),
        (
            event(tool_input={"command": "rm", "platform_tool_name": "run_shell_command"}),
            {"input": ["/events/0/tool_input/command"]},
        ),
        (
            event(tool_input={"platform_tool_name": "run_shell_command"}),
            {"input": ["/events/0/tool_input"]},
        ),
        (events(fakes.EVENT, fakes.EVENT), {"event": ["/events/1/hook_event_name"]}),
        (event(nobodys="not judged"), {}),
    ],
)
def test_each_capability_fails_for_its_own_part(answer: Result, expected: dict[str, list[str]]) -> None:
    assert red(check(fakes.case(), answer)) == expected


def test_null_is_not_absent() -> None:
    case = fakes.case(tool_name=None, platform_tool_name=None, tool_input=None, session_id=None)
    bare = {"hook_event_name": "PreToolUse", "platform_event_name": "BeforeTool"}
    assert red(check(case, events(bare))) == {}
    assert red(check(case, events(bare | {"tool_name": None, "tool_input": {}, "session_id": None}))) == {
        "tool-name": ["/events/0/tool_name"],
        "input": ["/events/0/tool_input"],
        "event": ["/events/0/session_id"],
    }


def test_envelope_fields_are_judged_only_where_the_case_states_them() -> None:
    assert red(check(fakes.case(), event(cwd="/elsewhere"))) == {}
    assert red(check(fakes.case(cwd="/home"), event(cwd="/elsewhere"))) == {"event": ["/events/0/cwd"]}


def test_further_events_come_in_order_and_equal_the_first() -> None:
    case = fakes.case(event="PostToolUse", also_fires=["PostToolUseFailure"])
    first = fakes.EVENT | {"hook_event_name": "PostToolUse"}
    second = first | {"hook_event_name": "PostToolUseFailure"}
    assert red(check(case, events(first, second))) == {}
    assert red(check(case, events(first))) == {"event": ["/events/1/hook_event_name"]}
    assert red(check(case, events(first, second | {"tool_name": "bash"}))) == {"event": ["/events/1/tool_name"]}


def test_a_tool_response_is_the_value_in_the_payload() -> None:
    case = fakes.case(payload={"result": {"ok": 1}}, tool_response_from="/result")
    assert red(check(case, event(tool_response={"ok": 1}))) == {}
    assert red(check(case, event(tool_response={"ok": True}))) == {"result": ["/events/0/tool_response/ok"]}
    assert red(check(case, event())) == {"result": ["/events/0/tool_response"]}
    assert red(check(fakes.case(tool_response_from=None), event(tool_response=1))) == {
        "input": ["/events/0/tool_response"]
    }


def test_rules_are_judged_in_order_by_name() -> None:
    case = fakes.case(matched_rules=["a", "b"])
    results = check(case, event(), Result({"matched_rules": ["b", "a"]}), capabilities=EVERYTHING)
    assert red(results) == {"rules": ["/matched_rules"]}
    results = check(case, event(), Result({"matched_rules": ["a", "b"]}), capabilities=EVERYTHING)
    assert red(results) == {}


def test_an_adapter_without_rules_is_judged_with_the_reference_engine() -> None:
    case = fakes.case(matched_rules=["shell"])
    claims = {"capabilities": EVERYTHING, "rule_engine": "reference"}
    assert red(check(case, event(), **claims)) == {}
    assert red(check(case, event(tool_name="bash"), **claims)) == {
        "tool-name": ["/events/0/tool_name"],
        "rules": ["/matched_rules"],
    }


@pytest.mark.parametrize("capabilities", [["event", "tool-name", "refusal"], ["refusal"]])
def test_a_refusal_is_one_check(capabilities: list[str]) -> None:
    name = "refusal"
    case = fakes.case(error=True)
    assert check(case, INVALID, capabilities=capabilities)[name].outcome is Outcome.PASSED
    results = check(case, event(), capabilities=capabilities)
    assert list(results) == [name]
    assert results[name].outcome is Outcome.FAILED
    assert "as if it were harmless" in results[name].message
    assert check(case, Refusal(-32002, ""), capabilities=capabilities)[name].outcome is Outcome.FAILED
    assert check(case, events(), capabilities=capabilities)[name].outcome is Outcome.FAILED


def test_a_good_payload_must_not_be_refused() -> None:
    outcomes = {result.outcome for result in check(fakes.case(), INVALID, capabilities=["event"]).values()}
    assert outcomes == {Outcome.FAILED, Outcome.UNSUPPORTED}


def test_a_payload_that_may_be_refused_may_also_be_read() -> None:
    case = fakes.case(may_refuse=True)
    assert red(check(case, INVALID)) == {}
    assert red(check(case, event())) == {}
    assert set(red(check(case, Refusal(-32002, "")))) == {"tool-name", "event", "input"}
    assert red(check(case, event(tool_name="bash"))) == {"tool-name": ["/events/0/tool_name"]}


@pytest.mark.parametrize(
    "answer",
    [
        Broken("it fell over"),
        Refusal(-32603, "internal"),
        Result(None),
        events(),
        Result({"events": [1]}),
    ],
)
def test_an_answer_that_makes_no_sense_is_an_error_not_a_failure(answer: Response) -> None:
    outcomes = {result.outcome for result in check(fakes.case(), answer).values()}
    assert outcomes == {Outcome.ERROR, Outcome.UNSUPPORTED}


def test_rules_that_are_no_list_of_names_are_an_error() -> None:
    result = check(fakes.case(), event(), Result({"matched_rules": "shell"}), capabilities=EVERYTHING)["rules"]
    assert (result.outcome, "list of rule names" in result.message) == (Outcome.ERROR, True)


def test_extended_tools_pass_through_an_adapter_of_the_tier_core() -> None:
    case = fakes.case(tool_name="WebSearch", platform_tool_name="google_web_search")
    through = event(tool_name="google_web_search", tool_input={"query": "x"})
    assert red(check(case, through, tier="core", capabilities=EVERYTHING)) == {}
    assert set(check(case, through, tier="core", capabilities=EVERYTHING)) == {"tool-name", "event"}
    mapped = event(tool_name="WebSearch", tool_input={"platform_tool_name": "google_web_search"})
    assert red(check(case, mapped, tier="core")) == {
        "tool-name": ["/events/0/tool_name", "/events/0/tool_input/platform_tool_name"]
    }


@pytest.mark.parametrize(
    ("native", "tier", "expected"),
    [
        ("list_directory", "core", {"file_paths"}),
        ("web_fetch", "core", {"url", "urls", "file_paths"}),
        ("read_file", "core", set()),
        ("tool_of_a_server", "core", set()),
        ("list_directory", "extended", set()),
        ("web_fetch", "extended", set()),
        ("tool_of_a_server", "extended", set()),
    ],
)
def test_lists_drawn_from_other_arguments_are_asked_of_the_tier_extended_alone(
    native: str, tier: str, expected: set[str]
) -> None:
    case = fakes.case(tool_name=native, platform_tool_name=None)
    assert extended_arguments(case, adapter(tier=tier)) == expected


def test_core_tools_are_mapped_at_every_tier() -> None:
    assert red(check(fakes.case(), event(), tier="core")) == {}


def test_legacy_aliases_and_other_platforms_concern_those_who_claim_them() -> None:
    alias = fakes.case(tags=("legacy-alias",))
    assert plan_case(alias, adapter(), fakes.PACK) is None
    assert plan_case(alias, adapter(legacy_aliases=True), fakes.PACK) is not None
    assert plan_case(fakes.case("codex/synthetic/x"), adapter(), fakes.PACK) is None


def test_capabilities_share_one_call() -> None:
    plan = plan_case(fakes.case(), adapter(capabilities=EVERYTHING), fakes.PACK, EVERYTHING)
    assert plan is not None
    assert [(call.method, call.case_id) for call in plan.calls] == [
        ("canonicalize", "gemini-cli/synthetic/one"),
        ("match", "gemini-cli/synthetic/one"),
    ]


def test_a_red_check_names_its_claim_and_the_strongest_evidence() -> None:
    result = check(fakes.case(), event(tool_name="bash"))["tool-name"]
    assert result.claim == "gemini-cli#tool:run_shell_command"
    assert result.evidence.startswith("captured at ")
    assert result.case_file == "corpus/platforms/gemini-cli/cases/fakes.json"
    assert check(fakes.case(), event(hook_event_name="x"))["event"].claim == "gemini-cli#event:BeforeTool"


HOSTILE: list[Any] = [None, True, 7, 1.5, "text", [], ["Bash"], {}, {"a": {"b": []}}, [[[]]]]


RED_OF = {"tool_name": "tool-name", "tool_input": "input"}


@pytest.mark.parametrize("value", HOSTILE)
@pytest.mark.parametrize("key", ["hook_event_name", "platform_event_name", "tool_name", "tool_input", "cwd", "prompt"])
@pytest.mark.parametrize("engine", ["own", "reference"])
def test_values_of_any_type_are_judged_and_never_end_a_run(key: str, value: Any, engine: str) -> None:
    case = fakes.case(matched_rules=["shell"], cwd="/home", prompt="go")
    good = fakes.EVENT | {"cwd": "/home", "prompt": "go"}
    match = [Result({"matched_rules": [value]})] if engine == "own" else []
    results = check(case, events(good | {key: value}), *match, capabilities=EVERYTHING, rule_engine=engine)
    assert set(results) == {"tool-name", "event", "input", "rules"}
    assert results[RED_OF.get(key, "event")].outcome is Outcome.FAILED


def test_an_exception_in_a_judge_is_the_error_of_that_check(monkeypatch: pytest.MonkeyPatch) -> None:
    class UnspeakableError(Exception):
        def __str__(self) -> str:
            raise KeyError

    def judge(*_: Any) -> Any:
        raise UnspeakableError

    broken = CAPABILITIES["event"]._replace(judge=judge)
    monkeypatch.setitem(CAPABILITIES, "event", broken)
    results = check(fakes.case(), event())
    assert results["event"].outcome is Outcome.ERROR
    assert results["event"].message.startswith(
        "the answer cannot be judged: UnspeakableError: (its text cannot be read)"
    )
    assert results["tool-name"].outcome is Outcome.PASSED


def test_what_an_adapter_says_is_bounded() -> None:
    results = check(fakes.case(), Broken("x" * 100_000), capabilities=["event"])
    assert len(results["event"].message) < 2100
    many = event(tool_input={f"key {number}": number for number in range(1000)})
    (result,) = [item for name, item in check(fakes.case(), many).items() if name == "input"]
    assert len(result.differences) == 50
    assert "more differences than the 50 shown" in result.message
    too_many = check(fakes.case(), events(*[fakes.EVENT] * 100_000))["event"]
    assert len(too_many.differences) == 50


def test_a_result_is_found_in_a_payload_that_is_an_exact_text() -> None:
    case = fakes.case(tool_response_from="/result")
    text = case._replace(payload=None, payload_text='{"result": {"n": 1.50, "s": "\\ud83d"}}')
    assert red(check(text, event(tool_response={"n": 1.5, "s": "\ud83d"}))) == {}
    assert red(check(text, event(tool_response={"n": 1.5, "s": "?"}))) == {"result": ["/events/0/tool_response/s"]}


def test_an_event_is_judged_though_its_payload_is_no_object() -> None:
    text = fakes.case()._replace(payload=None, payload_text="[1]")
    assert check(text, event(), capabilities=["event"])["event"].outcome is Outcome.PASSED


def test_an_event_at_which_no_answer_was_measured_is_named() -> None:
    cases = list(iter_cases(platforms=["codex"], globs=["codex/captured/0.169.0/*"]))
    plans = [plan_case(case, adapter(platforms=["codex"], capabilities=["response"]), fakes.PACK) for case in cases]
    named = {what for plan in plans if plan is not None for what in plan.not_judged}
    assert ("response", "PreCompact") in named
    assert ("response", "PreToolUse") not in named
    unclaimed = [plan_case(case, adapter(platforms=["codex"]), fakes.PACK) for case in cases]
    assert not [plan for plan in unclaimed if plan is not None and plan.not_judged]
    others = [
        plan_case(case, adapter(platforms=["codex"], capabilities=["response", "event"]), fakes.PACK, ["event"])
        for case in cases
    ]
    assert not [plan for plan in others if plan is not None and plan.not_judged]
