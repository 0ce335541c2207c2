"""The grades of a corpus: claims, mutants and declared lists read from files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.filing import change_case, file_by_hand, read_case

from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.confidence import command
from hookconform_lab.evidence.claims import PlatformEvidence, evaluate
from hookconform_lab.evidence.document import as_text, confidence_document, survivors
from hookconform_lab.evidence.platform_grade import platform_grade


def rows(evidence: PlatformEvidence) -> dict[str, Any]:
    return {row.claim.native: row for row in evidence.claims}


def declare(corpus: Path, *names: str) -> Path:
    path = corpus / "platforms" / "gemini-cli" / "declared" / "1.0.0.json"
    path.parent.mkdir()
    tools = {name: {"declared_in": ["tools"], "parameters": []} for name in names}
    path.write_text(json.dumps({"tools": tools}), encoding="utf-8")
    return path


def test_a_recorded_row_is_high_because_recorded_cases_fail_every_mutant_of_it(corpus: Path) -> None:
    row = rows(evaluate("gemini-cli", corpus))["run_shell_command"]
    assert row.grade == "MEDIUM", "the miniature corpus has no name in another case"
    assert {mutant.kind: mutant.killed_by for mutant in row.mutants} == dict.fromkeys(
        ("dropped", "redirected", "folded"), "gemini-cli/captured/1.0.0/after-tool-run-shell-command"
    )


def test_a_row_without_a_recorded_case_has_survivors_that_only_count_where_it_was_recorded(corpus: Path) -> None:
    evidence = evaluate("gemini-cli", corpus)
    row = rows(evidence)["execute_code"]
    assert {mutant.killed_by for mutant in row.mutants} == {"gemini-cli/synthetic/legacy-execute-code"}
    assert row.grade == "REFUTED"
    assert survivors(evidence) == [{"claim": "gemini-cli#tool:*", "mutant": "any-case"}]


def test_a_case_that_the_reference_adapter_fails_kills_no_mutant(corpus: Path) -> None:
    for name in ("after-tool-run-shell-command", "before-tool-run-shell-command"):
        case_id = f"gemini-cli/captured/1.0.0/{name}"
        change_case(corpus, case_id, lambda case: case["expected"].update(tool_name="Read"))
    row = rows(evaluate("gemini-cli", corpus))["run_shell_command"]
    assert [mutant.killed_by for mutant in row.mutants] == ["", "", ""]
    assert "No recorded case fails an adapter with this row dropped." in row.graded.reasons


def test_an_adapter_that_ignores_case_is_failed_by_a_name_in_another_case(corpus: Path) -> None:
    case = read_case(corpus, "gemini-cli/synthetic/legacy-execute-code")
    case["payload"]["tool_name"] = case["expected"]["tool_name"] = "Run_Shell_Command"
    case["expected"]["platform_tool_name"] = None
    file_by_hand(corpus, "gemini-cli/synthetic/wrong-case", case)
    evidence = evaluate("gemini-cli", corpus)
    assert evidence.any_case.killed_by == "gemini-cli/synthetic/wrong-case"
    assert rows(evidence)["run_shell_command"].grade == "HIGH"


def test_a_list_that_was_recorded_counts_before_the_claims(corpus: Path) -> None:
    claims = corpus / "platforms/gemini-cli/platform.yaml"
    text = claims.read_text(encoding="utf-8")
    said = "evidence: [{basis: declared, versions: [1.0.0]}, "
    start = text.index("native: run_shell_command")
    claims.write_text(text[:start] + text[start:].replace("evidence: [", said, 1), encoding="utf-8")
    before = evaluate("gemini-cli", corpus)
    assert before.declared.has("1.0.0", "run_shell_command")
    assert "as far as the claims say" in platform_grade(before).tools.basis
    declare(corpus, "glob")
    after = evaluate("gemini-cli", corpus)
    assert not after.declared.has("1.0.0", "run_shell_command")
    assert "as far as the claims say" not in platform_grade(after).tools.basis


def test_a_tool_that_is_declared_under_two_names_is_shown_by_the_scenarios_of_both() -> None:
    """Copilot CLI's hooks call apply_patch, given to GPT models, and edit, given to others, Edit."""
    shown = evaluate("copilot-cli").declared.shown
    for name in ("Edit", "Grep"):
        assert {"gpt-model", "terminal"} <= set(shown.places[name]["1.0.63"])


def test_coverage_counts_declared_tools_but_not_those_of_an_mcp_server(corpus: Path) -> None:
    claims = corpus / "platforms/gemini-cli/platform.yaml"
    form = 'mcp: [{form: mcp_<tool>, pattern: "^mcp_.+$", evidence: [{basis: captured, versions: [1.0.0]}]}]'
    claims.write_text(claims.read_text(encoding="utf-8").replace("mcp: []", form), encoding="utf-8")
    declare(corpus, "run_shell_command", "glob", "mcp_echo")
    coverage = platform_grade(evaluate("gemini-cli", corpus)).tools
    assert (coverage.known, coverage.captured, coverage.missing) == (
        ("glob", "run_shell_command"),
        ("run_shell_command",),
        ("glob",),
    )


def test_codex_tools_are_counted_under_the_names_hooks_give_them() -> None:
    declared = evaluate("codex").declared
    assert declared.at("0.169.0")["multi_agent_v1.wait_agent"] == {"multi_agent_v1wait_agent"}


def test_the_platform_has_the_grade_that_nine_in_ten_core_claims_reach(corpus: Path) -> None:
    graded = platform_grade(evaluate("gemini-cli", corpus))
    assert (graded.grade, graded.core["HIGH"], graded.core["MEDIUM"]) == ("MEDIUM", 2, 2)
    assert graded.reasons[:2] == (
        "4 of 4 core claims reach MEDIUM; nine in ten must.",
        "2 of 4 reach HIGH.",
    )


@pytest.mark.parametrize("text", ['{"tools": ', '{"tools": {"run": {"declared_in": [1], "parameters": []}}}'])
def test_unreadable_declarations_are_named(corpus: Path, text: str) -> None:
    declare(corpus).write_text(text, encoding="utf-8")
    with pytest.raises(HookconformError, match=r"\(declared\) cannot be read") as caught:
        evaluate("gemini-cli", corpus)
    assert caught.value.code == "declared.unreadable"
    assert caught.value.where.endswith("1.0.0.json")


def test_the_document_follows_its_schema_and_has_the_same_bytes_every_time(corpus: Path) -> None:
    texts = [as_text(confidence_document([evaluate("gemini-cli", corpus)], "0" * 64)) for _ in range(2)]
    assert texts[0] == texts[1]
    assert schemas.problems(json.loads(texts[0]), "confidence") == []


@pytest.mark.usefixtures("corpus")
@pytest.mark.parametrize("arguments", [(), ("gemini-cli",), ("gemini-cli", "--json")])
def test_the_command_prints(arguments: tuple[str, ...], file_regression: Any) -> None:
    result = CliRunner().invoke(command, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0
    text = "\n".join(line for line in result.output.splitlines() if '"corpus": ' not in line)
    file_regression.check(text + "\n", extension=".txt")


def test_an_unknown_platform_is_refused() -> None:
    result = CliRunner().invoke(command, ["gemini"])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "platform.unknown"
