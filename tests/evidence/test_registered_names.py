"""Names that a program can register: what they do to coverage and to a platform's grade."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform_lab.evidence import platform_grade as grading
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.evidence.coverage import event_coverage
from hookconform_lab.evidence.grades import Grade
from hookconform_lab.evidence.platform_grade import PlatformGrade, platform_grade


def graded(corpus: Path, tools: str, not_covered: str = "") -> PlatformGrade:
    """Return the grade of a platform whose newest version can register these tools."""
    folder = corpus / "platforms/gemini-cli"
    (folder / "names").mkdir()
    (folder / "names/1.0.0.yaml").write_text(
        f'{{platform: gemini-cli, version: "1.0.0", date: "2026-01-01", tools: [{tools}]}}', encoding="utf-8"
    )
    claims = folder / "platform.yaml"
    claims.write_text(claims.read_text(encoding="utf-8") + not_covered, encoding="utf-8")
    return platform_grade(evaluate("gemini-cli", corpus))


def gap(switch: str = "") -> str:
    return f"not_covered: [{{what: sleep, why: Nobody sleeps., registered: [nap]{switch}}}]\n"


def test_an_unexplained_name_is_named_in_reasons(corpus: Path) -> None:
    found = graded(corpus, "nap, run_shell_command")
    assert any("nobody recorded or explained" in reason and reason.endswith(": nap.") for reason in found.reasons)


def test_an_unexplained_name_makes_the_grade_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = evaluate("code-puppy")
    assert platform_grade(evidence).grade is Grade.HIGH
    monkeypatch.setattr(grading, "unexplained", lambda _: ["nap"])
    assert platform_grade(evidence).grade is Grade.MEDIUM


def test_an_explained_name_lowers_no_grade(corpus: Path) -> None:
    found = graded(corpus, "nap, run_shell_command", gap(", switch: a bed"))
    assert not any("nobody" in reason or "not known" in reason for reason in found.reasons)


def test_a_name_without_a_switch_is_counted(corpus: Path) -> None:
    found = graded(corpus, "nap, run_shell_command", gap())
    assert "What turns on 1 further name that it can register is not known." in found.reasons


def test_a_list_that_lacks_claims_is_a_floor(corpus: Path) -> None:
    found = graded(corpus, "nap", gap())
    assert found.tools.at_least
    assert " of at least " in found.tools.of_known


def test_an_event_that_is_never_called_is_told_apart() -> None:
    found = event_coverage(evaluate("vscode-copilot"))
    assert found.of_known == "8 of 8"
    assert found.basis.endswith(", without 2 that no hook is called for (ErrorOccurred, SessionEnd),")


def test_an_event_of_an_older_claim_counts_while_it_can_be_registered() -> None:
    found = event_coverage(evaluate("opencode"))
    assert "tui.command.execute" in found.missing
