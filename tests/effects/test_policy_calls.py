"""Which calls a policy is held against."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.policies import load_policies
from hookconform.effects.policy_calls import blocks, is_in_default_mode, stand_for_policy, stand_for_tool
from hookconform.effects.rows import measured_platforms, measured_versions, rows_at
from hookconform.effects.subjects import SUBJECTS, subject_of, with_subject
from hookconform.ground.versions import newest_of

pytestmark = pytest.mark.whole

POLICIES = {policy.name: policy for policy in load_policies()}


def calls(platform: str) -> list[Case]:
    return list(iter_cases(platforms=[platform]))


def natives(case: Case) -> frozenset[str]:
    """Return the names of the arguments as the platform has them, wherever they stand."""
    payload = case.payload or {}
    value = payload.get("tool_input", payload.get("toolArgs", payload.get("output", {}).get("args")))
    if isinstance(value, str):
        value = json.loads(value) if value.startswith("{") else {}
    return frozenset(value or {})


@pytest.mark.parametrize("platform", measured_platforms())
@pytest.mark.parametrize("name", [name for name in POLICIES if name != "no-env-files"])
def test_every_newest_shape_and_every_older_version_of_what_is_blocked_stands(platform: str, name: str) -> None:
    recorded = [
        case
        for case in calls(platform)
        if case.is_captured and not case.is_probe and case.expected.event == "PreToolUse" and subject_of(case)
    ]
    recorded = [case for case in recorded if not (case.registered_event or "").startswith("M=")]
    wanted = [case for case in recorded if blocks(POLICIES[name], case)]
    stands = [case for case in wanted if (found := stand_for_policy(case, name)) and found.stopped]
    assert {case.version for case in stands} == {case.version for case in wanted if not ignores_hooks(case)}
    newest = newest_of({case.version or "" for case in recorded})
    shapes = {
        (case.registered_event, case.expected.native_tool, natives(case)) for case in wanted if case.version == newest
    }
    mine = {
        (case.registered_event, case.expected.native_tool, natives(case)) for case in stands if case.version == newest
    }
    assert mine == shapes


def ignores_hooks(case: Case) -> bool:
    """Tell whether answers to such a call were measured at its version, and none stopped the tool."""
    version = case.version or ""
    if version not in measured_versions(case.platform):
        return False
    rows = [row for row in rows_at(case.platform, version) if row.registered_event == case.registered_event]
    # A question that nobody answers stops it, too.
    rows = [row for row in rows if row.approval == "granted"]
    return bool(rows) and all(row.effect.tool != "stopped" for row in rows)


def test_nothing_is_to_be_stopped_where_no_answer_of_a_hook_counts() -> None:
    """Copilot CLI 0.0.365 calls hooks and runs the tool whatever they answer."""
    calls_then = [case for case in calls("copilot-cli") if case.version == "0.0.365"]
    assert any(ignores_hooks(case) for case in calls_then)
    assert not [case.id for case in calls_then for name in POLICIES if stand_for_policy(case, name)]


@pytest.mark.parametrize("platform", measured_platforms())
def test_one_call_of_every_other_tool_must_run_where_anything_is_stopped(platform: str) -> None:
    tools = defaultdict(set)
    stopped = set()
    for case in calls(platform):
        for name, policy in POLICIES.items():
            stand = stand_for_policy(case, name)
            if stand and stand.stopped:
                stopped.add(name)
            elif stand:
                assert not blocks(policy, case)
                tools[name].add(case.expected.tool_name)
    assert set(tools) == stopped
    every = {tool for found in tools.values() for tool in found}
    for name, found in tools.items():
        assert found | POLICIES[name].tools >= every


def test_calls_in_the_default_permission_mode_are_preferred() -> None:
    edits = [case for case in calls("codex") if case.expected.tool_name == "Edit" and case.version == "0.169.0"]
    before = [case for case in edits if case.expected.event == "PreToolUse" and not case.is_probe]
    in_default_mode = [case for case in before if (case.payload or {})["permission_mode"] == "default"]
    assert [case for case in before if is_in_default_mode(case)] == in_default_mode
    assert (len(in_default_mode), len(before)) == (2, 7)
    assert min(before, key=lambda case: case.id).id.endswith("pre-tool-use-apply-patch")
    (stands,) = [case for case in before if stand_for_policy(case, "no-edit")]
    assert is_in_default_mode(stands)


@pytest.mark.parametrize("platform", measured_platforms())
def test_a_trigger_has_a_place_in_every_call_that_stands(platform: str) -> None:
    for case in calls(platform):
        for tool in SUBJECTS:
            stand = stand_for_tool(case, tool)
            if stand and stand.stopped:
                changed = with_subject(case, "a text of the suite's")
                assert changed is not None, case.id
                assert "a text of the suite's" in json.dumps(changed)
                assert changed != case.payload


def test_rules_of_a_policys_own_are_about_tools_alone() -> None:
    for policy in POLICIES.values():
        for rule in policy.rules:
            assert rule["name"] != policy.name or set(rule) == {"name", "event", "tools", "action"}
