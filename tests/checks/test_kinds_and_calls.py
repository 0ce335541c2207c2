"""What is judged of the kind of a call and of the calls within a call, and what is not asked of whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hook_adapters.rules import compile_pack, matching
from hookconform.attach.calls import Call, Response, Result, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.checks.words import known_rules, pack_for
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.rule_packs import asks_for_kinds, combined_rules
from hookconform.corpus.schemas import names_schema
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.run.engine import combined_pack, pack_of
from hookconform.run.plan import plan_case

ALL = ["tool-name", "event", "input", "result", "kind", "calls", "rules", "refusal"]
NAMES = ("tool-name", "event", "input", "kind", "calls", "rules")


def one(case_id: str) -> Case:
    return next(iter_cases(globs=[case_id]))


def manifest(tier: str = "extended", capabilities: list[str] | None = None) -> Manifest:
    return fakes.manifest(Path(), tier=tier, capabilities=capabilities or ALL, platforms="all")


def answers(case: Case) -> list[dict[str, Any]]:
    """Return the right events of a case, as its file says them."""
    expected = case.expected
    texts = {"platform_event_name": expected.platform_event_name, "session_id": expected.session_id}
    rest = {key: text for key, text in (texts | {"cwd": expected.cwd}).items() if isinstance(text, str)}

    def told(call: Any) -> dict[str, Any]:
        native = {} if call.platform_tool_name is None else {"platform_tool_name": call.platform_tool_name}
        arguments = (call.tool_input or {}) | native
        parts = {"tool_name": call.tool_name, "tool_kind": call.kind, "tool_input": arguments or None}
        return {"hook_event_name": expected.event, **rest} | {key: part for key, part in parts.items() if part}

    return [told(expected), *map(told, expected.calls)]


@pytest.mark.whole
@pytest.mark.parametrize("platform", platform_ids())
def test_canonical_names_of_every_kind_are_asked_for(platform: str) -> None:
    cases = list(iter_cases(globs=[f"{platform}/synthetic/canonical-names-*"]))
    known = load_vocabulary().kinds
    # A platform's own shell has cases by itself.
    assert {known[case.expected.tool_name or ""] for case in cases} >= {*known.values()} - {"execute"}
    for case in cases:
        right = answers(case)
        guessed = [{**right[0], "tool_kind": "execute"}, *right[1:]]
        assert outcomes(case, manifest(), right)["kind"] is Outcome.PASSED
        assert outcomes(case, manifest(), guessed)["kind"] is Outcome.FAILED


def outcomes(case: Case, adapter: Manifest, events: list[dict[str, Any]]) -> dict[str, Outcome]:
    plan = plan_case(case, adapter, pack_of(adapter), NAMES)
    assert plan is not None

    def response(call: Call) -> Response:
        if call.method == "match":
            assert call.rules is not None
            return Result({"matched_rules": [rule.name for rule in matching(compile_pack(call.rules.parsed), events)]})
        return Result({"events": events})

    return {result.capability: result.outcome for result in plan.judge([response(call) for call in plan.calls])}


def red(case: Case, adapter: Manifest, events: list[dict[str, Any]]) -> set[str]:
    return {name for name, outcome in outcomes(case, adapter, events).items() if outcome is Outcome.FAILED}


BATCH = "opencode/synthetic/batch-recursive-delete"
EDITS = "vscode-copilot/synthetic/multi-replace-several-files"


@pytest.mark.parametrize("case_id", [BATCH, EDITS])
def test_the_right_events_pass(case_id: str) -> None:
    assert red(one(case_id), manifest(), answers(one(case_id))) == set()


def test_a_kind_is_exact_and_absent_without_a_tool() -> None:
    case = one("codex/synthetic/mapped-shell")
    (event,) = answers(case)
    assert red(case, manifest(), [event | {"tool_kind": "read"}]) == {"kind", "rules"}
    assert "kind" in red(case, manifest(), [{key: value for key, value in event.items() if key != "tool_kind"}])
    prompt = one("claude-code/captured/2.1.329/user-prompt-submit")
    (said,) = answers(prompt)
    assert "kind" in red(prompt, manifest(), [said | {"tool_kind": "other"}])


@pytest.mark.parametrize(
    ("change", "failing"),
    [
        (lambda events: events[:1], {"calls", "rules"}),
        (lambda events: events[:2], {"calls", "rules"}),
        (lambda events: [events[0], events[2], events[1]], {"calls"}),
        (lambda events: [*events, events[1]], {"event"}),
        (lambda events: [events[0], events[1] | {"cwd": "/elsewhere"}, events[2]], {"calls"}),
        (lambda events: [events[0], events[1] | {"hook_event_name": "PostToolUse"}, events[2]], {"calls", "rules"}),
        (lambda events: [events[0], events[1] | {"tool_response": "x"}, events[2]], {"calls"}),
        (lambda events: [events[0], events[1] | {"tool_kind": "edit"}, events[2]], {"calls", "rules"}),
        (lambda events: [events[0], events[1], events[2] | {"tool_input": {}}], {"calls", "rules"}),
        (lambda events: [events[0], events[1] | {"tool_name": "read"}, events[2]], {"calls", "rules"}),
    ],
)
def test_a_contained_call_that_is_wrong_fails(change: Any, failing: set[str]) -> None:
    case = one(BATCH)
    assert red(case, manifest(), change(answers(case))) == failing


def test_an_adapter_that_does_not_claim_calls_answers_with_its_own_events() -> None:
    case = one(BATCH)
    adapter = manifest(capabilities=[name for name in ALL if name != "calls"])
    found = outcomes(case, adapter, answers(case)[:1])
    assert {name for name, outcome in found.items() if outcome is Outcome.UNSUPPORTED} == {"calls", "rules"}
    assert {found[name] for name in ("tool-name", "event", "input", "kind")} == {Outcome.PASSED}
    assert red(case, adapter, answers(case)) == {"event"}


def test_a_call_within_of_an_extended_tool_is_an_unknown_name_to_an_adapter_of_the_core() -> None:
    case = one(BATCH)
    todo = case.expected.calls[0]._replace(tool_name="TodoWrite", platform_tool_name="todowrite", kind="think")
    case = case._replace(expected=case.expected._replace(calls=(todo, *case.expected.calls[1:])))
    first, call, *others = answers(case)
    unmapped = [first, call | {"tool_name": "todowrite", "tool_input": {"of": "its own"}}, *others]
    core, extended = manifest(tier="core", capabilities=["calls"]), manifest(capabilities=["calls"])
    assert red(case, core, unmapped) == set()
    assert red(case, core, [first, call | {"tool_name": "TodoWrite"}, *others]) == {"calls"}
    assert red(case, extended, unmapped) == {"calls"}
    assert red(case, extended, answers(case)) == set()
    of_core = [first, unmapped[1], others[0] | {"tool_input": {}}, *others[1:]]
    assert red(case, core, of_core) == {"calls"}


def test_an_adapter_that_does_not_claim_kinds_is_given_no_rule_about_them() -> None:
    adapter = manifest(capabilities=[name for name in ALL if name != "kind"])
    pack = pack_of(adapter)
    about = {rule["name"] for rule in combined_rules() if asks_for_kinds(rule)}
    assert about
    assert {rule["name"] for rule in pack.parsed["rules"]} == {rule["name"] for rule in combined_rules()} - about
    case = one(BATCH)
    events = [{key: value for key, value in event.items() if key != "tool_kind"} for event in answers(case)]
    assert red(case, adapter, events) == set()
    assert known_rules(["a", *sorted(about)], adapter.claims) == ["a"]
    assert pack_for(combined_pack(), manifest().claims) == combined_pack()


@pytest.mark.parametrize(
    ("case_id", "events", "judged"),
    [
        # An unknown name to it: only that it passes through is judged.
        (
            "claude-code/synthetic/recursive-delete-power-shell",
            lambda case: [case.payload],
            {"tool-name", "event"},
        ),
        # The same name, but a list that only the tier extended has: its rules are not judged, all else is.
        (
            "claude-code/synthetic/notebook-below-secrets",
            lambda case: [case.payload | {"tool_kind": "edit"}],
            {"tool-name", "event", "input", "kind"},
        ),
        (
            "codex/synthetic/spawn-agent-with-file",
            lambda case: [_without(answers(case)[0], "file_paths")],
            {"tool-name", "event", "input", "kind"},
        ),
        (
            "gemini-cli/synthetic/fetch-several-addresses",
            lambda case: [_without(answers(case)[0], "urls", "url")],
            {"tool-name", "event", "input", "kind", "rules"},
        ),
        # A search: its rules are judged where it names no place to look in.
        (
            "claude-code/synthetic/search-rules-absolute",
            lambda case: [_without(answers(case)[0], "file_paths")],
            {"tool-name", "event", "input", "kind"},
        ),
        ("claude-code/synthetic/search-rules-no-path", answers, {"tool-name", "event", "input", "kind", "rules"}),
        (BATCH, answers, {"tool-name", "event", "input", "kind", "calls", "rules"}),
    ],
)
def test_the_tier_core_is_asked_for_nothing_that_is_extended(case_id: str, events: Any, judged: set[str]) -> None:
    case = one(case_id)
    found = outcomes(case, manifest("core"), json.loads(json.dumps(events(case))))
    assert set(found) == judged
    assert set(found.values()) == {Outcome.PASSED}


def test_an_adapter_of_the_tier_core_may_give_the_lists_all_the_same() -> None:
    case = one("codex/synthetic/spawn-agent-with-file")
    assert red(case, manifest("core"), answers(case)) == set()


@pytest.mark.parametrize(
    ("case_id", "drawn"),
    [
        ("vscode-copilot/synthetic/multi-replace-several-files", "file_paths"),
        ("hermes-agent/synthetic/role-commands-of-several-agents", "commands"),
    ],
)
def test_lists_of_contained_calls_are_no_business_of_the_core(case_id: str, drawn: str) -> None:
    case = one(case_id)
    without = [answers(case)[0], *(_without(event, drawn) for event in answers(case)[1:])]
    assert without != answers(case)
    assert red(case, manifest("core", ["calls"]), without) == set()
    assert red(case, manifest(capabilities=["calls"]), without) == {"calls"}


def test_the_argument_of_a_contained_call_is_no_list() -> None:
    case = one("cline/synthetic/two-addresses")
    without = [answers(case)[0], *(_without(event, "url") for event in answers(case)[1:])]
    assert red(case, manifest("core", ["calls"]), without) == {"calls"}


def test_every_capability_is_in_the_manifests_schema() -> None:
    schema = json.loads((Path(__file__).parents[2] / "corpus/schema/adapter.schema.json").read_text(encoding="utf-8"))
    named = schema["properties"]["capabilities"]["items"]["$ref"]
    assert named == "urn:hookconform:schema:listed-names#/$defs/capability"
    assert names_schema(corpus_root())["$defs"]["capability"]["enum"] == list(CAPABILITIES)


def _without(event: dict[str, Any], *names: str) -> dict[str, Any]:
    rest = {key: value for key, value in event["tool_input"].items() if key not in names}
    return event | {"tool_input": rest}


def test_an_empty_pack_has_no_rule_to_leave_out() -> None:
    assert pack_for(RulePack({"rules": []}), manifest(capabilities=["rules"]).claims).parsed == {"rules": []}
