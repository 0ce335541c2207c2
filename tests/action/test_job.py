"""What a job shows of a run: annotations are escaped and few, and what was left out is counted."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner

from hookconform.ground.errors import HookconformError
from hookconform_lab.publish.job import annotation_lines, command, summary


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
        "causes": [],
        "checks": list(checks),
        "stale_entries": [],
        **changes,
    }


def check(number: int = 0, **changes: Any) -> dict[str, Any]:
    return {"check": f"codex/synthetic/{number}::event", "capability": "event", "outcome": "failed"} | changes


def cause(kind: str = "broke", **changes: Any) -> dict[str, Any]:
    counts = {"checks": 1, "also": 0, "following": 0, "platforms": {"codex": 1}, "claims": []}
    example = {"check": "codex/synthetic/0::event"}
    return {"kind": kind, "about": "payload", "gap": False, "got": "it ended", **counts, "example": example} | changes


def test_nothing_in_a_check_can_start_a_command_of_its_own() -> None:
    hostile = "50%\r\n::stop-commands::x"
    example = {"check": "a,b:c", "message": hostile}
    (line,) = annotation_lines(report(check(), causes=[cause(got=hostile, example=example)]), "./mine")
    title, told = line.removeprefix("::error title=").split("::", 1)
    assert title == "1 red check%3A breaks%3A 50%25%0D%0A%3A%3Astop-commands%3A%3Ax"
    assert told.startswith("50%25%0D%0A::stop-commands::x%0AAnswer every request")
    assert told.endswith("hookconform run ./mine --case a,b:c")


def test_more_than_github_shows_are_counted() -> None:
    causes = [cause(got=f"it ended, {number}") for number in range(13)]
    lines = list(annotation_lines(report(*(check(number) for number in range(13)), causes=causes), "mine"))
    assert len(lines) == 11
    assert lines[-1].startswith("::notice::3 more")


def test_known_failures_are_no_annotations_and_stale_entries_are() -> None:
    entry = {"check": "codex/gone::event", "reason": "was there"}
    lines = list(annotation_lines(report(check(outcome="known"), stale_entries=[entry]), "mine"))
    assert lines == ["::error title=stale known failure::codex/gone::event: no check is about it any more"]


def test_the_summary_shows_values_as_text(file_regression: Any) -> None:
    shown = {"check": "codex/synthetic/1::event", "pointer": "/events/0/x", "expected": "<b>|", "got": "absent"}
    gaps = [
        cause("unmapped", about="tool", gap=True, platform="codex", wanted=f"`W{number}`", got="[a](b)")
        for number in range(22)
    ]
    causes = [cause(), cause("wrong", about="value", place="/events/0/x", example=shown), *gaps]
    file_regression.check(summary(report(check(), check(1), causes=causes), "./mine"), extension=".md")


def test_the_summary_has_the_repair_and_a_command_to_paste() -> None:
    hostile = cause(example={"check": "a b::event\n```\nx", "message": "m"})
    text = summary(report(check(), causes=[cause(), hostile]), "./my adapter")
    assert "Answer every request. A bad payload gets error" in text
    assert "  hookconform run './my adapter' --case codex/synthetic/0::event\n" in text
    assert [line for line in text.splitlines() if line.strip() == "x"] == []


def test_a_report_that_cannot_be_read_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "report.json"
    path.write_text('{"report": 1', encoding="utf-8")
    result = CliRunner().invoke(command, [str(path)])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "results.truncated"
