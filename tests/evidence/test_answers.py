"""Further events and verdicts have a grade of their own, from what was recorded and measured."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.filing import change_case

from hookconform.corpus.claims import load_platform
from hookconform.effects.verdicts import VERDICTS, honoured
from hookconform_lab.evidence.answers import GradedAnswer
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.evidence.grades import Grade

pytestmark = pytest.mark.whole

FOLDER = "gemini-cli/captured/1.0.0"


def answers(platform: str, root: Path | None = None) -> dict[str, GradedAnswer]:
    return {answer.id.partition("#")[2]: answer for answer in evaluate(platform, root).answers}


def failing(corpus: Path, name: str = "after-tool-run-shell-command", *, fires: bool = True) -> None:
    def fail(case: dict[str, Any]) -> None:
        case["payload"]["tool_response"] = {"error": "no such file"}
        if fires:
            case["expected"]["also_fires"] = ["PostToolUseFailure"]

    change_case(corpus, f"{FOLDER}/{name}", fail)


def test_a_failure_that_was_recorded_is_high_if_cases_fail_both_wrong_adapters(corpus: Path) -> None:
    assert "also:AfterTool>PostToolUseFailure" not in answers("gemini-cli", corpus)
    failing(corpus)
    answer = answers("gemini-cli", corpus)["also:AfterTool>PostToolUseFailure"]
    assert (answer.grade, answer.versions) == (Grade.HIGH, ("1.0.0",))
    assert answer.proof == "gemini-cli/captured/1.0.0/after-tool-run-shell-command"
    assert answer.when == "with the platform's own error field"


def test_an_event_that_always_fires_in_the_cases_is_not_proved_to_have_a_condition(corpus: Path) -> None:
    failing(corpus)
    failing(corpus, "after-tool-read-file")
    answer = answers("gemini-cli", corpus)["also:AfterTool>PostToolUseFailure"]
    assert answer.grade is Grade.MEDIUM
    assert answer.reasons[-1] == "No case fails an adapter that always fires it."


def test_a_further_event_not_recorded_at_the_newest_version_is_medium() -> None:
    answer = answers("opencode")["also:tool.execute.after>PostToolUseFailure"]
    assert answer.grade is Grade.MEDIUM
    assert answer.reasons[-1].startswith("Not recorded at ")


def test_a_verdict_is_carried_out_where_a_measured_answer_does_it() -> None:
    found = answers("gemini-cli")
    newest = load_platform("gemini-cli").newest
    deny = found["verdict:BeforeTool>deny"]
    assert (deny.holds, deny.grade, deny.versions[-1]) == (True, Grade.HIGH, newest)
    assert deny.proof.startswith(f"gemini-cli/captured/{newest}/before-tool")
    context = found["verdict:BeforeTool>context"]
    assert (context.holds, context.versions) == (False, ())
    assert context.grade is Grade.MEDIUM, "an answer that nobody tried may do it"


def test_what_is_graded_is_what_every_adapter_is_held_to() -> None:
    for platform in ("claude-code", "codex", "copilot-cli", "gemini-cli", "opencode"):
        newest = load_platform(platform).newest
        for answer in answers(platform).values():
            if answer.kind == "verdict":
                assert answer.name in VERDICTS
                assert answer.holds == (answer.name in honoured(platform, newest, answer.native)), answer.id


def test_a_change_between_versions_is_told() -> None:
    ask = answers("gemini-cli")["verdict:BeforeTool>ask"]
    assert "0.61.0" in ask.versions
    assert "0.27.0" not in ask.versions
    assert "Not so at 0.27.0, 0.29.0, 0.30.0, 0.35.3, 0.36.0, 0.37.2." in ask.reasons


def test_only_before_a_tool_can_a_user_be_asked_or_an_input_be_changed() -> None:
    pre_tool = {"BeforeTool", "PermissionRequest"}
    events = {answer.native for answer in answers("gemini-cli").values() if answer.name in {"ask", "input"}}
    assert events <= pre_tool


def test_a_platform_that_was_never_measured_has_no_verdicts() -> None:
    assert answers("cursor") == {}
