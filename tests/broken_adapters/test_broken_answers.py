"""Broken adapters that answer wrongly are rejected for what they do wrong, and for nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import data_root
from hookconform.corpus.policies import load_policies
from hookconform.effects.policy_calls import stand_for_policy
from hookconform.effects.representatives import stands_for_event
from hookconform.ground.versions import at_least
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

BROKEN = data_root() / "adapters" / "broken"


def failures(name: str, capability: str, cases: Sequence[Case] | None = None) -> dict[str, dict[str, str]]:
    """Return case id → pointer → what happened, for every case with a red check."""
    record = run(find_adapter(str(BROKEN / name)), Selection(capabilities=(capability,)), cases=cases)
    assert {result.outcome for result in record.notable} == {Outcome.FAILED}
    found: dict[str, dict[str, str]] = {}
    for item in record.notable:
        found.setdefault(item.case_id, {}).update({each.pointer: each.got for each in item.differences})
    return found


def examples(platform: str, event: str) -> list[Case]:
    return [case for case in iter_cases(platforms=[platform]) if _is_example(case, event)]


def _is_example(case: Case, event: str) -> bool:
    return case.registered_event == event and stands_for_event(case)


def test_claude_codes_words_stop_nothing_on_most_platforms() -> None:
    cases = list(iter_cases(platforms=["claude-code", "copilot-cli", "gemini-cli", "opencode"]))
    found = failures("claude_answers_everywhere", "response", cases)
    for platform, event in (("gemini-cli", "BeforeTool"), ("copilot-cli", "preToolUse")):
        assert examples(platform, event)
        for case in examples(platform, event):
            assert "the tool would run" in found[case.id]["/deny"]
    newest = [case for case in examples("claude-code", "PreToolUse") if case.version == "2.1.329"]
    assert len(newest) == 1
    assert newest[0].id not in found
    # The bridge refuses what is not its answer, so nothing runs there, but nothing else works either.
    for case in examples("opencode", "tool.execute.before"):
        assert set(found[case.id]) == {"/deny", "/context", "/input"}
        assert "not be told the reason" in found[case.id]["/deny"]


def test_approving_in_the_users_name_fails_before_tools_alone() -> None:
    found = failures("approves_for_the_user", "response")
    keys = (("claude-code", "PreToolUse"), ("copilot-cli", "preToolUse"), ("copilot-cli", "PreToolUse"))
    # Before 1.0.20 an allow answers no question of Copilot CLI's.
    expected = {
        case.id
        for platform, event in keys
        for case in examples(platform, event)
        if platform != "copilot-cli" or at_least(case.version or "", "1.0.20")
    }
    mine = {case_id: gots for case_id, gots in found.items() if "/allow" in gots}
    assert set(mine) == expected
    assert all("question to its user would be skipped" in gots["/allow"] for gots in mine.values())


def test_hook_that_fails_open_is_red_for_failures_alone() -> None:
    manifest = find_adapter(str(BROKEN / "fails_open"))
    record = run(manifest, Selection(platforms=("gemini-cli",), newest=True))
    found = {(result.capability, result.variant) for result in record.notable}
    assert {capability for capability, _ in found} == {"fails-closed"}
    failed = {variant for _, variant in found}
    assert {"payload-empty", "payload-binary", "input-closed", "rules-missing", "rules-cut", "terminated"} <= failed
    # These do not keep the program from judging the call.
    assert not failed & {"messages-closed", "messages-full", "no-home", "no-path"}
    assert record.total(Outcome.PASSED) > 150


def test_a_denial_by_exit_1_fails_where_the_platform_runs_the_tool() -> None:
    # A process is started for each call of each policy, so every eighth call is judged.
    cases = list(iter_cases(platforms=["claude-code", "copilot-cli"]))
    stands = {case.id: [stand_for_policy(case, policy.name) for policy in load_policies()] for case in cases}
    chosen = [case for case in cases if any(stands[case.id])][::8]
    found = failures("denies_by_exit_1", "decision", chosen)
    blocked = [case for case in chosen if any(stand and stand.stopped for stand in stands[case.id])]
    stopped = {case.id for case in blocked if case.platform == "copilot-cli" and at_least(case.version or "", "1.0.57")}
    runs = {case.id for case in blocked} - stopped
    assert stopped
    assert {case.split("/")[0] for case in runs} == {"claude-code", "copilot-cli"}
    assert set(found) == runs
    assert all("the tool would run" in gots["/answer"] for gots in found.values())
