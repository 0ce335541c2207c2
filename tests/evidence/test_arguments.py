"""Arguments are graded with their tool: which renames a case proves, and which nothing could judge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.evidence.test_grades import KILLED, facts, seen
from tests.support.filing import change_case

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.shown import Shown
from hookconform_lab.cli.confidence import command
from hookconform_lab.evidence.claims import GradedClaim, evaluate
from hookconform_lab.evidence.declared import Declarations
from hookconform_lab.evidence.grades import Facts, Grade, grade
from hookconform_lab.evidence.mutants import NO_CASE, NO_PAYLOAD, NO_ROW, Mutant

pytestmark = pytest.mark.whole

CLAIMS = "platforms/gemini-cli/platform.yaml"
BEFORE = "gemini-cli/captured/1.0.0/before-tool-run-shell-command"
RENAME = {"kind": "argument-dropped", "words": "…", "argument": "dir", "becomes": "path"}
RECORDED = Mutant(**RENAME, killed_by="p/captured/2.0.0/pre")
INTERRUPTED = Mutant(**RENAME, killed_by="p/synthetic/pre")
UNNOTICED = Mutant(**RENAME)
UNJUDGED = Mutant(**RENAME, unjudged=NO_CASE)


def claim_renames(corpus: Path, **renames: str) -> None:
    path = corpus / CLAIMS
    old = "    canonical: Bash\n    kind: execute\n    status: current\n"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, f"{old}    arguments: {json.dumps(renames)}\n"), encoding="utf-8")


def give(corpus: Path, native: str, canonical: str) -> None:
    def change(case: dict[str, Any]) -> None:
        case["payload"]["tool_input"][native] = True
        case["expected"]["tool_input"][canonical] = True

    change_case(corpus, BEFORE, change)


def shell(corpus: Path) -> GradedClaim:
    return next(row for row in evaluate("gemini-cli", corpus).claims if row.claim.native == "run_shell_command")


def test_a_recorded_case_that_carries_the_argument_fails_an_adapter_that_drops_it(corpus: Path) -> None:
    claim_renames(corpus, is_background="run_in_background")
    give(corpus, "is_background", "run_in_background")
    (argument,) = shell(corpus).arguments
    assert (argument.argument, argument.becomes) == ("is_background", "run_in_background")
    assert argument.killed_by == "gemini-cli/captured/1.0.0/before-tool-run-shell-command"
    assert argument.killed_by_capture


def test_an_argument_that_no_case_carries_is_unjudged_and_not_counted(corpus: Path) -> None:
    claim_renames(corpus, is_background="run_in_background")
    row = shell(corpus)
    assert [(mutant.unjudged, mutant.killed_by) for mutant in row.arguments] == [(NO_CASE, "")]
    assert [mutant.kind for mutant in row.mutants if mutant.judged] == ["dropped", "redirected", "folded"]
    document = json.loads(CliRunner().invoke(command, ["gemini-cli", "--json"]).output)["platforms"]["gemini-cli"]
    assert document["mutants"]["unjudged"] == [
        {
            "claim": "gemini-cli#tool:run_shell_command",
            "mutant": "argument-dropped",
            "argument": "is_background",
            "why": NO_CASE,
        }
    ]
    shown = " ".join(CliRunner().invoke(command, ["gemini-cli"]).output.split())
    assert (
        "gemini-cli#tool:run_shell_command, argument dropped (is_background): not judged, no case carries it" in shown
    )
    assert "argument is_background → run_in_background: no case carries it" in shown


def test_a_rename_the_adapter_does_not_have_cannot_be_made_wrong(corpus: Path) -> None:
    claim_renames(corpus, command="text")
    (argument,) = shell(corpus).arguments
    assert argument.unjudged == NO_ROW


def test_a_case_that_the_adapter_fails_proves_no_argument(corpus: Path) -> None:
    claim_renames(corpus, is_background="run_in_background")
    give(corpus, "is_background", "background")
    (argument,) = shell(corpus).arguments
    assert (argument.judged, argument.killed_by) == (True, "")


def test_patch_text_is_an_argument_like_any_other() -> None:
    rows = {row.claim.native: row for row in evaluate("codex").claims}
    (argument,) = rows["apply_patch"].arguments
    assert (argument.argument, argument.becomes, argument.killed_by_capture) == ("command", "patch", True)
    rows = {row.claim.native: row for row in evaluate("copilot-cli").claims}
    (bare,) = rows["apply_patch"].arguments
    assert (bare.kind, bare.becomes, bare.killed_by_capture) == ("patch-unread", "patch", True)


def test_the_arguments_of_an_implied_tool_are_judged_and_so_is_the_tool() -> None:
    rows = {row.claim.native: row for row in evaluate("cursor").claims}
    kinds = {mutant.kind: mutant.killed_by for mutant in rows["beforeShellExecution"].mutants}
    assert kinds["tool-not-implied"]
    assert kinds["argument-dropped"]


def test_the_kind_of_a_tool_that_keeps_its_name_is_a_row_of_its_own() -> None:
    rows = {row.claim.native: row for row in evaluate("claude-code").claims}
    kinds = {
        name: mutant.killed_by_capture
        for name, row in rows.items()
        for mutant in row.mutants
        if mutant.kind == "kind-dropped" and mutant.judged
    }
    assert kinds
    assert all(kinds.values())
    assert "Bash" not in kinds


@pytest.mark.parametrize(
    ("rename", "expected", "because"),
    [
        (RECORDED, Grade.HIGH, "They prove its arguments, too."),
        (INTERRUPTED, Grade.MEDIUM, "Only a case written by hand proves its argument dir → path."),
        (UNNOTICED, Grade.MEDIUM, "No case fails an adapter with this row"),
        (UNJUDGED, Grade.MEDIUM, "Its argument dir → path is unjudged: no case carries it."),
    ],
)
def test_an_unproved_argument_keeps_a_tool_from_being_high(rename: Mutant, expected: Grade, because: str) -> None:
    graded = grade(facts(seen("2.0.0"), mutants=(KILLED, rename)))
    assert graded.grade is expected
    assert any(because in reason for reason in graded.reasons), graded.reasons


@pytest.mark.parametrize(("declared", "expected"), [({"dir"}, Grade.MEDIUM), ({"pattern"}, Grade.HIGH)])
def test_an_argument_that_the_newest_version_does_not_declare_is_told_and_does_not_count(
    declared: set[str], expected: Grade
) -> None:
    made = facts(seen("2.0.0"), mutants=(KILLED, INTERRUPTED))
    shown = Shown({"2.0.0": {"tools"}}, {"run": {"2.0.0": {"tools"}}})
    lists = Declarations({"2.0.0": {"run": frozenset({"run"})}}, shown, {"2.0.0": {"run": frozenset(declared)}})
    graded = grade(Facts(made.platform, made.claim, made.sightings, lists, made.mutants, made.any_case))
    assert graded.grade is expected
    if expected is Grade.HIGH:
        told = "Only a case written by hand proves its argument dir → path; 2.0.0 does not declare it."
        assert graded.reasons[-1] == told


@pytest.mark.parametrize("platform", platform_ids())
def test_every_argument_of_the_corpus_is_proved_or_says_why_not(platform: str) -> None:
    for row in evaluate(platform).claims:
        names = {*row.claim.arguments, *row.claim.implied_arguments}
        assert names <= {mutant.argument for mutant in row.arguments}, row.claim.id
        assert all(mutant.killed_by or mutant.unjudged for mutant in row.arguments), row.claim.id


@pytest.mark.parametrize("platform", platform_ids())
def test_every_wrong_row_of_the_corpus_is_failed_by_a_case_or_says_why_not(platform: str) -> None:
    evidence = evaluate(platform)
    assert evidence.any_case.killed_by or evidence.any_case.unjudged
    for row in evidence.claims:
        assert all(mutant.killed_by or mutant.unjudged or row.unjudged for mutant in row.mutants), row.claim.id


def test_a_refuted_event_says_that_nothing_receives_it_and_a_refuted_tool_is_judged_by_a_made_up_call() -> None:
    rows = {row.claim.native: row for row in evaluate("codex").claims if row.claim.status == "refuted"}
    assert rows["Notification"].unjudged == NO_PAYLOAD
    assert not rows["local_shell"].unjudged


def test_a_list_that_is_drawn_from_other_arguments_can_be_lost_and_a_unit_too() -> None:
    rows = {row.claim.native: row for row in evaluate("gemini-cli").claims}

    def killed(tool: str) -> dict[str, bool]:
        return {mutant.kind: bool(mutant.killed_by) for mutant in rows[tool].arguments}

    assert killed("list_directory")["paths-dropped"]
    assert killed("web_fetch")["urls-dropped"]
    assert killed("read_file")["unit-dropped"]
