"""Every lint rule finds its own violations, and only those, in these words; and nothing in what is allowed."""

from __future__ import annotations

import ast
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.miniature import build

from hookconform.cli import cli
from hookconform.corpus.version_files import store_changes
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab import lint as lint_room
from hookconform_lab.lint import RULES, lint, payload_hash
from hookconform_lab.lint.reading import Corpus, Finding

pytestmark = pytest.mark.whole

# `<rule>.yaml`, and `<rule>.<what>.yaml` for what else the rule finds.
# `others` names rules that find something there as well.
VIOLATIONS = sorted((Path(__file__).with_name("violations")).glob("*.yaml"))
# `<rule>.<what>.yaml`: changes that are right, beside what the rule finds; no rule finds anything in them but `others`.
ALLOWED = sorted((Path(__file__).with_name("allowed")).glob("*.yaml"))


def _findings(root: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return [(item.rule, item.where, item.message) for item in lint(Corpus(root))]


def test_every_rule_has_a_violation() -> None:
    assert RULES.keys() == {path.name.split(".")[0] for path in VIOLATIONS}


def test_whatever_a_rule_can_say_is_said_of_a_violation() -> None:
    """A step of a rule that nothing shows could be lost, and nobody would miss it."""
    found = "\n".join(line for path in VIOLATIONS for line in load_yaml(path)["finds"])
    said = {words for rule in RULES for words in _words_of(rule)}
    # What depends on the parts of the instrument: tests/lint/test_platform_rooms.py.
    said -= {"it has measured answers, but no effect that models them"}
    said -= {"its cases were recorded with a scripted model, but it has no driver to record them again"}
    assert sorted(words for words in said if words not in found) == []


def _words_of(rule: str) -> Iterator[str]:
    """Yield the constant words of what a rule's module yields as messages."""
    source = Path(lint_room.__file__).with_name(f"{rule.replace('-', '_')}.py").read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Yield):
            continue
        message = node.value.elts[-1] if isinstance(node.value, ast.Tuple) else node.value
        for part in message.values if isinstance(message, ast.JoinedStr) else [message]:
            words = part.value.strip() if isinstance(part, ast.Constant) and isinstance(part.value, str) else ""
            if " " in words:
                yield words


def test_the_good_corpus_has_no_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    assert _findings(tmp_path / "corpus", monkeypatch) == []


@pytest.mark.parametrize("violation", VIOLATIONS, ids=lambda path: path.stem)
def test_a_violation_is_found_by_its_own_rule(violation: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = build(tmp_path / "corpus", violation)
    findings = _findings(tmp_path / "corpus", monkeypatch)
    own = violation.name.split(".")[0]
    assert {rule for rule, _, _ in findings} == {own, *steps.get("others", [])}, findings
    assert [f"{where}: {message}" for rule, where, message in findings if rule == own] == steps["finds"]


@pytest.mark.parametrize("allowed", ALLOWED, ids=lambda path: path.stem)
def test_what_is_allowed_is_no_finding(allowed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = build(tmp_path / "corpus", allowed)
    findings = _findings(tmp_path / "corpus", monkeypatch)
    assert {rule for rule, _, _ in findings} == set(steps.get("others", [])), findings


def test_what_is_allowed_is_about_a_rule_that_finds_nothing_there() -> None:
    about = {path.stem: (path.name.split(".")[0], load_yaml(path)) for path in ALLOWED}
    assert {rule for rule, _ in about.values()} <= RULES.keys()
    assert [name for name, (rule, steps) in about.items() if "finds" in steps or rule in steps.get("others", [])] == []


def test_the_command_fails_on_a_finding(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus", Path(__file__).with_name("violations") / "title-style.yaml")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    result = CliRunner().invoke(cli, ["corpus", "lint"])
    assert result.exit_code == 1
    assert "title-style: the title ends in punctuation" in result.output


def test_a_crash_in_a_rule_is_a_finding_of_that_rule_and_the_others_still_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(corpus: Corpus) -> Iterator[tuple[str, str]]:
        yield "before", "a finding before the crash"
        raise KeyError(corpus.cases[0].payload_text)

    build(tmp_path / "corpus", Path(__file__).with_name("violations") / "title-style.yaml")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    monkeypatch.setattr(payload_hash, "check", crash)
    result = CliRunner().invoke(cli, ["corpus", "lint", "--json"])
    assert result.exit_code == 1
    found = json.loads(result.output)["findings"]
    first, crashed, *others = found
    assert first["message"] == "a finding before the crash"
    assert crashed["where"].startswith("test_lint.py:")
    assert crashed | {"where": ""} == {
        "rule": "payload-hash",
        "where": "",
        "message": "the rule crashed: KeyError",
        "code": "lint.crashed",
    }
    assert {row["rule"] for row in others} == {"title-style"}
    assert "lint.crashed" in CliRunner().invoke(cli, ["corpus", "lint"]).output


def test_an_unreadable_vocabulary_is_a_finding_of_the_rules_that_need_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "corpus")
    (tmp_path / "corpus" / "vocabulary.yaml").write_text("version: [", encoding="utf-8")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    # The schemas of cases refer to its names, so that no rule can read a case.
    found = list(lint(Corpus(tmp_path / "corpus"), ["canonical-names", "title-style"]))
    assert [(one.rule, one.code) for one in found] == [
        ("canonical-names", "yaml.invalid"),
        ("title-style", "yaml.invalid"),
    ]
    assert all(one.where.startswith(f"{tmp_path / 'corpus' / 'vocabulary.yaml'}:") for one in found)


def test_an_error_without_a_place_is_one_of_the_corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Corpus) -> Iterator[tuple[str, str]]:
        raise HookconformError("any.code", "It cannot be read.", hint="Correct it.")

    build(tmp_path / "corpus")
    monkeypatch.setattr(payload_hash, "check", fail)
    [found] = lint(Corpus(tmp_path / "corpus"), ["payload-hash"])
    assert found == Finding("payload-hash", str(tmp_path / "corpus"), "It cannot be read.", "any.code")


def test_each_rule_is_told_of_before_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def check(_: Corpus) -> Iterator[tuple[str, str]]:
        said.append("runs")
        return iter(())

    build(tmp_path / "corpus")
    monkeypatch.setattr(payload_hash, "check", check)
    assert list(lint(Corpus(tmp_path / "corpus"), ["payload-hash", "title-style"], said.append)) == []
    assert said == ["payload-hash", "runs", "title-style"]


# Where a corpus has rows at two versions, they are to show the changes that the model of answers knows of others.
OF_THE_MODEL = ("effect-versions", "platforms/gemini-cli/responses")


@pytest.mark.parametrize("version", ["1.0.0-rc.1", "0.9.0-preview.2", "1.0.0"])
def test_a_version_file_of_a_pre_release_is_a_version_like_any_other(
    version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root)
    folder = root / "platforms" / "gemini-cli"
    rows = (folder / "responses" / "1.0.0.json").read_text(encoding="utf-8")
    (folder / "responses" / f"{version}.json").write_text(rows.replace('"1.0.0"', f'"{version}"'), encoding="utf-8")
    declared = {"$schema": "../../../schema/declared.schema.json", "platform": "gemini-cli", "version": version}
    declared |= {"recorded": "2026-01-01", "tools": {"run_shell_command": {"declared_in": ["a"], "parameters": []}}}
    (folder / "declared").mkdir()
    (folder / "declared" / f"{version}.json").write_text(json.dumps(declared), encoding="utf-8")
    store_changes(folder / "responses")
    claims = folder / "platform.yaml"
    text = claims.read_text(encoding="utf-8")
    if version != "1.0.0":
        unlisted = {(rule, where) for rule, where, _ in _findings(root, monkeypatch)}
        assert unlisted - {OF_THE_MODEL} == {
            ("platform-schema", f"platforms/gemini-cli/{kind}/{version}.json") for kind in ("declared", "responses")
        }
        listed = text.replace(
            "  - {version: 1.0.0,", f"  - {{version: {version}, basis: measured}}\n  - {{version: 1.0.0,"
        )
        claims.write_text(listed, encoding="utf-8")
    found = _findings(Path(shutil.copytree(root, tmp_path / "again")), monkeypatch)
    assert {(rule, where) for rule, where, _ in found} <= {OF_THE_MODEL}


def test_versions_out_of_order_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    claims = tmp_path / "corpus" / "platforms" / "gemini-cli" / "platform.yaml"
    text = claims.read_text(encoding="utf-8")
    claims.write_text(
        text.replace("basis: measured}", "basis: measured}\n  - {version: 1.0.0-rc.1}", 1), encoding="utf-8"
    )
    found = _findings(tmp_path / "corpus", monkeypatch)
    assert found == [("platform-schema", "gemini-cli", "versions are not in order, oldest first")]


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        ("NoSuchEvent", "1.0.0 is said not to call NoSuchEvent, of which nothing is claimed"),
        ("BeforeTool", "1.0.0 is said not to call BeforeTool, which is claimed to be there"),
    ],
)
def test_a_silent_event_is_claimed_and_not_at_that_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, event: str, problem: str
) -> None:
    build(tmp_path / "corpus")
    claims = tmp_path / "corpus" / "platforms" / "gemini-cli" / "platform.yaml"
    text = claims.read_text(encoding="utf-8")
    claims.write_text(text.replace("basis: measured}", f"basis: measured, silent: [{event}]}}", 1), encoding="utf-8")
    assert _findings(tmp_path / "corpus", monkeypatch) == [("platform-schema", "gemini-cli", problem)]


def test_a_corpus_without_platforms_is_an_error_and_no_pass(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path / "corpus")
    shutil.rmtree(tmp_path / "corpus" / "platforms")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    result = CliRunner().invoke(cli, ["corpus", "lint"])
    assert result.exit_code != 0
    assert isinstance(result.exception, HookconformError) or "corpus.missing" in result.output


def test_a_broken_table_is_a_finding_of_the_table_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "corpus"
    build(root, Path(__file__).with_name("violations") / "requirements.yaml")
    (root / "families").mkdir()
    (root / "families" / "templates.yaml").write_text(
        "gemini-cli: {PreToolUse: gemini-cli/captured/1.0.0/before-tool-run-shell-command}\n", encoding="utf-8"
    )
    table = "about: what a command is called\nevent: PreToolUse\ntool: Bash\nrules: [audit-all-shell]\nrows:\n"
    table += "  - {name: one, title: a row, tool: x, matches: [%s]}\n"
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    found = {}
    for name in ("nobody", "audit-all-shell"):
        (root / "families" / "near.yaml").write_text(table % name, encoding="utf-8")
        found[name] = {finding.rule for finding in lint(Corpus(root), ["families", "requirements"])}
    # The second row is a contradiction, which hides nothing.
    assert found == {"nobody": {"families"}, "audit-all-shell": {"families", "requirements"}}


def test_the_envelope_of_a_contribution_is_listed_once_it_is_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root, Path(__file__).with_name("violations") / "case-location.contribution.yaml")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    path = root / "platforms" / "gemini-cli" / "contributed" / "1.0.0-yours.json"
    case = json.loads(path.read_text(encoding="utf-8"))
    case["payload"]["timestamp"] = "2026-11-21T08:00:00.000Z"
    path.write_text(json.dumps(case), encoding="utf-8")
    corpus = Corpus(root)
    assert [one.id for one, _ in corpus.judged_cases if "timestamp" in (one.payload_object or {})] == [
        "gemini-cli/captured/1.0.0/mine"
    ]
    assert list(lint(corpus, ["envelopes"])) == []
