"""A platform that no adapter knows: its claims are graded by what was recorded and read, its rows are unjudged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support.claims_only import NEW, add_platform
from tests.support.filing import file_by_hand, read_case

from hookconform.cli import cli
from hookconform.corpus import schemas

pytestmark = pytest.mark.whole


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


def confidence() -> dict[str, Any]:
    document = json.loads(run("confidence", "--json").output)
    schemas.check(document, "confidence", where="the document")
    return document["platforms"]


def test_its_rows_are_unjudged_and_never_high(corpus: Path) -> None:
    before = confidence()
    add_platform(corpus, "gemini-cli", cases=True)
    found = confidence()
    assert found["gemini-cli"] == before["gemini-cli"], "another platform changes nothing"
    new = found[NEW]
    said = new["mutants"]
    assert (said["made"], said["any_case"], said["survivors"]) == (0, {"unjudged": True}, [])
    assert {item["claim"] for item in said["unjudged"]} == {row["id"] for row in new["rows"]}
    mutants = [mutant for row in new["rows"] for mutant in row["mutants"]]
    assert mutants
    assert all(mutant.get("unjudged") is True and "killed_by" not in mutant for mutant in mutants)
    shell = next(row for row in new["rows"] if row["native"] == "run_shell_command")
    assert shell["grade"] == "MEDIUM"
    assert shell["reasons"][-1].startswith("Unjudged:")
    assert "HIGH" not in {row["grade"] for row in new["rows"]}


def test_people_are_told(corpus: Path) -> None:
    add_platform(corpus, "gemini-cli", cases=True)
    shown = run("confidence", NEW)
    assert shown.exit_code == 0
    assert "Unjudged: the platform has no adapter" in " ".join(shown.output.split())
    assert "no adapter of it is here to be made wrong" in " ".join(shown.output.split())
    assert NEW in run("confidence").output


def test_lint_says_what_it_lacks(corpus: Path) -> None:
    add_platform(corpus, "gemini-cli", cases=True)
    result = run("corpus", "lint", "--json")
    document = json.loads(result.output)
    assert result.exit_code == 1
    assert document["findings"] == [
        {
            "rule": "platform-rooms",
            "where": NEW,
            "message": "its cases were recorded with a scripted model, but it has no driver to record them again",
        }
    ]
    assert set(document["lacks"]) == {NEW}
    assert all(part in document["lacks"][NEW] for part in ("no driver", "no effect", "no adapter"))


def test_claims_alone_are_not_enough(corpus: Path) -> None:
    add_platform(corpus, "gemini-cli")
    messages = {row["message"] for row in json.loads(run("corpus", "lint", "--json").output)["findings"]}
    assert "it has no case: nothing shows what its payloads look like" in messages
    assert "evidence_policy is captured, but no case is" in messages


def test_a_documented_platform_that_says_so_passes(corpus: Path) -> None:
    folder = add_platform(corpus, "gemini-cli")
    claims = folder / "platform.yaml"
    text = claims.read_text(encoding="utf-8").replace("evidence_policy: captured", "evidence_policy: documented")
    text = text.replace("{basis: captured, versions: [1.0.0]}", "{basis: vendor-docs, source: docs}")
    claims.write_text(text + "not_covered:\n  - {what: every payload, why: The program needs a paid account.}\n")
    case = read_case(corpus, "gemini-cli/synthetic/legacy-execute-code")
    case["origin"] = {"kind": "documented", "source": "docs"}
    file_by_hand(corpus, f"{NEW}/synthetic/legacy-execute-code", case)
    result = run("corpus", "lint")
    assert result.exit_code == 0, result.output
    assert f"{NEW} has no adapter (its rows are unjudged)\n" in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("cases", "--platform", NEW), 1, "No case fits"),
        (("explain", NEW, "run_shell_command"), 0, "evidence MEDIUM"),
        (("explain", NEW, "run_shell_command", "--evidence"), 0, "none in the corpus"),
        (("explain", "--canonical", "Bash"), 0, NEW),
        (("run", "reference"), 0, "passed"),
        (("run", "reference", "--platform", NEW), 1, "was judged, which proves nothing"),
        (("debug", NEW, "BeforeTool"), 2, "compose.event"),
        (("lab", "record", f"{NEW}@1.0.0"), 2, "lab.platform"),
        (("lab", "responses", f"{NEW}@1.0.0"), 2, "lab.platform"),
        (("lab", "enforce", "reference-hook", f"{NEW}@1.0.0"), 2, "lab.platform"),
        (("lab", "verify", f"{NEW}@1.0.0"), 2, "lab.platform"),
        (("lab", "versions", NEW), 2, "lab.platform"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_every_command_knows_a_platform_with_claims_only(
    corpus: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    add_platform(corpus, "gemini-cli")
    result = CliRunner().invoke(cli, arguments)
    error = result.exception if hasattr(result.exception, "render") else None
    output = result.output + (error.render() if error is not None else "")
    assert said in output, output
    assert (error.exit_code if error is not None else result.exit_code) == code


def test_its_page_is_published(corpus: Path, tmp_path: Path) -> None:
    add_platform(corpus, "gemini-cli", cases=True)
    assert run("report", "--output", str(tmp_path / "reports")).exit_code == 0
    page = next((tmp_path / "reports").rglob("CONFIDENCE.md")).read_text(encoding="utf-8")
    assert "`made-up-agent#event:AfterTool`: the platform has no adapter" in page
