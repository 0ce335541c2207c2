"""Every lint rule finds its own violation, and only that one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.miniature import build

from hookconform.cli import cli
from hookconform.corpus.locate import corpus_root
from hookconform.lint import RULES, lint
from hookconform.lint.reading import Corpus

VIOLATIONS = sorted((Path(__file__).with_name("violations")).glob("*.yaml"))


def _findings(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return [(item.rule, item.where, item.message) for item in lint(Corpus(root))]


def test_every_rule_has_a_violation() -> None:
    assert sorted(RULES) == sorted(path.stem for path in VIOLATIONS)


def test_the_good_corpus_has_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    assert _findings(tmp_path / "corpus", monkeypatch) == []


@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda path: path.stem)
def test_a_violation_is_found_by_its_own_rule(violation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = build(tmp_path / "corpus", violation)
    findings = _findings(tmp_path / "corpus", monkeypatch)
    assert {rule for rule, _, _ in findings} == {violation.stem}, findings
    assert any(steps["finds"] in message for _, _, message in findings), findings


def test_the_command_fails_on_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus", Path(__file__).with_name("violations") / "title-style.yaml")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    result = CliRunner().invoke(cli, ["corpus", "lint"])
    assert result.exit_code == 1
    assert "title-style: the title ends in punctuation" in result.output


def test_the_shipped_corpus_has_no_finding() -> None:
    root = corpus_root()
    assert [(item.rule, item.where, item.message) for item in lint(Corpus(root))] == []
