"""The two options beside adapter-level mapping fail as their page says: one fires too often, the other too seldom."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

OPTIONS = Path(__file__).parents[2] / "adapters" / "options"
BOTH = pytest.mark.parametrize("option", ["matcher_aliases", "config_aliases"])


def _red(option: str, selection: Selection) -> list[CheckResult]:
    return run(find_adapter(str(OPTIONS / option)), selection).notable


def _missing_and_too_many(results: list[CheckResult]) -> tuple[set[str], set[str]]:
    pairs = [(set(item.expected), set(item.got)) for result in results for item in result.differences]
    return (
        {name for expected, got in pairs for name in expected - got},
        {name for expected, got in pairs for name in got - expected},
    )


@BOTH
def test_everything_but_the_tools_name_is_as_the_reference_has_it(option: str) -> None:
    assert _red(option, Selection(("codex", "gemini-cli"), ("event", "input"))) == []


@BOTH
def test_whoever_looks_at_the_event_sees_the_native_name(option: str) -> None:
    case = "gemini-cli/captured/0.61.0/before-tool-run-shell-command-2"
    (result,) = _red(option, Selection(capabilities=("tool-name",), cases=(case,)))
    assert ("/events/0/tool_name", "Bash", "run_shell_command") in [
        (item.pointer, item.expected, item.got) for item in result.differences
    ]


def test_matcher_aliases_miss_nothing_and_fire_too_often() -> None:
    cases = ("copilot-cli/captured/1.0.102/camel-pre-tool-use-*", "claude-code/synthetic/wrong-case", "codex/*")
    missing, too_many = _missing_and_too_many(_red("matcher_aliases", Selection((), ("rules",), cases)))
    assert missing == set()
    assert {"audit-read", "audit-all-shell"} <= too_many


def test_aliases_from_configuration_miss_what_nobody_listed() -> None:
    missing, _ = _missing_and_too_many(_red("config_aliases", Selection(("codex",), ("rules",))))
    assert {"protect-env-files", "require-tests-dir", "audit-edit", "audit-task"} <= missing


def test_the_table_counts_every_judged_check() -> None:
    measure = runpy.run_path(str(OPTIONS / "measure.py"))
    head, _, row = measure["table"]("pi").splitlines()
    assert head == "| platform | adapter-level mapping | matcher-level aliases | aliases from configuration |"
    cells = [tuple(map(int, cell.split(" of "))) for cell in row.strip("| ").split(" | ")[1:]]
    assert len({judged for _, judged in cells}) == 1
    assert cells[0][0] == cells[0][1] > cells[2][0]
