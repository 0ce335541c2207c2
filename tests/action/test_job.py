"""What a job shows of a run: annotations are escaped and few, and what was left out is counted."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner

from hookconform.ground.errors import HookconformError
from hookconform.publish.job import annotation_lines, command, summary


def report(*checks: dict[str, Any], **changes: Any) -> dict[str, Any]:
    failed = sum(check["outcome"] == "failed" for check in checks)
    return {
        "adapter": {"name": "mine", "version": "1"},
        "hookconform": "0",
        "corpus": {"fingerprint": "0" * 64},
        "cases": 3,
        "status": "failed",
        "counts": {"passed": 1, "failed": failed, "error": 0, "stale": 0, "known": 0, "unsupported": 0},
        "table": [{"platform": "codex", "capability": "event", "counts": {"passed": 1, "failed": failed}}],
        "not_applicable": {"platform cursor is not claimed": 2},
        "checks": list(checks),
        "stale_entries": [],
        **changes,
    }


def check(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"check": f"codex/synthetic/{number}::event", "capability": "event", "outcome": "failed"} | changes


def test_nothing_in_a_check_can_start_a_command_of_its_own() -> None:
    lines = list(annotation_lines(report(check(message="50%\r\n::stop-commands::x", check="a,b:c"))))
    assert lines == ["::error title=a%2Cb%3Ac::50%25%0D%0A::stop-commands::x"]


def test_more_than_github_shows_are_counted() -> None:
    lines = list(annotation_lines(report(*(check(number) for number in range(13)))))
    assert len(lines) == 11
    assert lines[-1].startswith("::notice::3 more")


def test_known_failures_are_no_annotations_and_stale_entries_are() -> None:
    entry = {"check": "codex/gone::event", "reason": "was there"}
    lines = list(annotation_lines(report(check(outcome="known"), stale_entries=[entry])))
    assert lines == ["::error title=stale known failure::codex/gone::event: no check is about it any more"]


def test_the_summary_shows_values_as_text(file_regression: Any) -> None:
    bad = check(
        differences=[{"pointer": "/events/0/x", "expected": "<b>|", "got": None}, {"pointer": "/y", "expected": 1}]
    )
    file_regression.check(summary(report(bad, check(1, message="broke"))), extension=".md")


def test_a_report_that_cannot_be_read_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "report.json"
    path.write_text('{"report": 1', encoding="utf-8")
    result = CliRunner().invoke(command, [str(path)])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "results.truncated"
