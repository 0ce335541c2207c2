"""Two runs side by side: nothing that is not judged any more counts as fixed, and what is worse ends with 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.run.test_known_list import CODE, MANIFEST
from tests.support import fakes

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

Report = dict[str, Any]
MAPPED = CODE.replace(
    '"run_shell_command", "tool_input": {{}}', '"Bash", "tool_input": {{"platform_tool_name": "run_shell_command"}}'
)


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Make the reports of an adapter that does not map the shell and takes everything, and of one that maps it."""
    root = fakes.tiny_corpus(tmp_path, "mapped-shell", "plain-push", "not-json")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    found: list[Path] = []
    for name, code in (("before", CODE), ("after", MAPPED)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "adapter.toml").write_text(MANIFEST.format(more=""))
        (folder / "half.py").write_text(code.format(before="pass"))
        path = tmp_path / f"{name}.json"
        CliRunner().invoke(cli, ["run", str(folder), "--format", "json", "--output", str(path), "--no-baseline"])
        found.append(path)
    return found[0], found[1]


def diff(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["diff", *map(str, arguments)])


def changed(path: Path, change: Callable[[Report], None]) -> Path:
    report = json.loads(path.read_text())
    change(report)
    other = path.with_name(f"changed-{path.name}")
    other.write_text(json.dumps(report))
    return other


def test_what_is_fixed_is_no_failure(runs: tuple[Path, Path]) -> None:
    result = diff(*runs)
    assert result.exit_code == 0, result.output
    assert "0 newly red, 2 fixed, 1 still red" in result.output
    assert "Gone causes: 1\n      2  does not map tools of gemini-cli: run_shell_command → Bash" in result.output
    assert "gemini-cli  tool-name     0/2    2/2" in result.output
    assert all(len(line) <= 80 for line in result.output.splitlines() if "::" not in line)


def test_what_is_newly_red_ends_with_one(runs: tuple[Path, Path]) -> None:
    result = diff(runs[1], runs[0])
    assert result.exit_code == 1
    assert "2 newly red, 0 fixed, 1 still red" in result.output
    assert "  gemini-cli/synthetic/plain-push::tool-name" in result.output


def test_a_run_beside_itself_says_nothing(runs: tuple[Path, Path]) -> None:
    result = diff(runs[0], runs[0])
    assert result.exit_code == 0
    assert result.output.splitlines()[2:] == ["", "0 newly red, 0 fixed, 3 still red"]


def test_what_is_not_claimed_any_more_is_not_fixed(runs: tuple[Path, Path]) -> None:
    def unclaim(report: Report) -> None:
        for row in report["table"]:
            if row["capability"] == "tool-name":
                row["counts"] = {"unsupported": sum(row["counts"].values())}
        report["checks"] = [row for row in report["checks"] if row["capability"] != "tool-name"]

    result = diff(runs[0], changed(runs[0], unclaim))
    assert result.exit_code == 1
    assert "Not judged any more, and failing before: 2" in result.output
    assert "0 newly red, 0 fixed, 1 still red" in result.output


def test_what_passed_and_is_not_judged_any_more_is_worse(runs: tuple[Path, Path]) -> None:
    def drop(report: Report) -> None:
        report["table"] = [row for row in report["table"] if row["capability"] != "tool-name"]

    assert diff(runs[1], changed(runs[1], drop)).exit_code == 1


def test_the_json_follows_its_schema_and_names_every_check(runs: tuple[Path, Path]) -> None:
    found = json.loads(diff(*runs, "--json").stdout)
    assert schemas.problems(found, "run-diff") == []
    assert sorted(found["fixed"]) == [
        f"gemini-cli/synthetic/{name}::tool-name" for name in ("mapped-shell", "plain-push")
    ]


@pytest.mark.parametrize("key", ["kind", "about", "platform", "place", "wanted", "got"])
def test_a_cause_that_differs_in_one_thing_is_another(runs: tuple[Path, Path], key: str) -> None:
    def other(report: Report) -> None:
        cause = next(cause for cause in report["causes"] if cause["kind"] == "unmapped")
        cause[key] = {"kind": "wrong", "about": "event"}.get(key, "another")

    found = json.loads(diff(runs[0], changed(runs[0], other), "--json").stdout)
    assert [len(found[name]) for name in ("new_causes", "gone_causes", "newly_red", "fixed")] == [1, 1, 0, 0]


def test_another_corpus_is_said(runs: tuple[Path, Path]) -> None:
    def other(report: Report) -> None:
        report["corpus"]["fingerprint"] = "0" * 64

    assert "The corpora differ" in diff(runs[0], changed(runs[1], other)).output


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda report: report.update(status="incomplete"), "diff.incomplete"),
        (lambda report: report["selection"].update(newest=True), "diff.selection"),
    ],
)
def test_what_cannot_be_compared_is_said(runs: tuple[Path, Path], change: Callable[[Report], None], code: str) -> None:
    error = diff(runs[0], changed(runs[1], change)).exception
    assert isinstance(error, HookconformError)
    assert error.code == code


def test_many_checks_are_counted_and_all_are_named_on_request(runs: tuple[Path, Path]) -> None:
    def many(report: Report) -> None:
        (row,) = (row for row in report["checks"] if row["capability"] == "refusal")
        report["checks"] += [{**row, "check": f"gemini-cli/synthetic/c{number:02}::refusal"} for number in range(12)]

    other = changed(runs[0], many)
    assert "and 2 more (--all)" in diff(runs[0], other).output
    assert "c11::refusal" in diff(runs[0], other, "--all").output


def test_a_file_that_is_no_report_is_an_error(runs: tuple[Path, Path], tmp_path: Path) -> None:
    for text, code in (("{", "results.truncated"), ("{}", "schema.run-report")):
        (tmp_path / "x.json").write_text(text)
        error = diff(runs[0], tmp_path / "x.json").exception
        assert isinstance(error, HookconformError)
        assert error.code == code
