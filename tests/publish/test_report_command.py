"""`hookconform report`, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.report import command
from hookconform_lab.publish.publication import Publication

pytestmark = pytest.mark.whole


@pytest.fixture
def results(publication: Publication, tmp_path: Path) -> list[str]:
    arguments = ["--no-published"]
    for number, report in enumerate(publication.results):
        path = tmp_path / f"run-{number}.json"
        path.write_text(json.dumps(report), encoding="utf-8")
        arguments += ["--results", str(path)]
    return arguments


def test_it_writes_checks_and_tells_what_is_stale(results: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    where = [*results, "--output", str(folder)]
    written = CliRunner().invoke(command, [*where, "--date", "2026-01-02"], catch_exceptions=False)
    assert (written.exit_code, written.output) == (
        0,
        f"Written to {folder}: 2 adapters, 5 cases. Open {folder / 'site' / 'index.html'}.\n",
    )
    assert (folder / "site" / "names" / "run-shell-command.html").is_file()
    assert json.loads((folder / "history.ndjson").read_text(encoding="utf-8"))["date"] == "2026-01-02"

    current = CliRunner().invoke(command, [*where, "--check"], catch_exceptions=False)
    assert (current.exit_code, current.output) == (0, "All published reports are current.\n")

    (folder / "CONFIDENCE.md").write_text("old", encoding="utf-8")
    stale = CliRunner().invoke(command, [*where, "--check"], catch_exceptions=False)
    assert stale.exit_code == 1
    assert f"not current: {folder / 'CONFIDENCE.md'}" in stale.output
    assert (folder / "CONFIDENCE.md").read_text(encoding="utf-8") == "old", "a check writes nothing"


def test_without_the_site(results: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    CliRunner().invoke(command, [*results, "--no-site", "--output", str(folder)], catch_exceptions=False)
    assert (folder / "CONFIDENCE.md").is_file()
    assert not (folder / "site").exists()


@pytest.mark.usefixtures("corpus")
def test_a_bad_date_is_wrong_use() -> None:
    result = CliRunner().invoke(command, ["--date", "yesterday"])
    assert result.exit_code == 2
    assert "YYYY-MM-DD" in result.output


@pytest.mark.needs("node")
@pytest.mark.usefixtures("corpus")
def test_it_runs_the_published_adapters_if_it_is_given_no_results(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    result = CliRunner().invoke(command, ["--no-site", "--output", str(folder)], catch_exceptions=False)
    assert result.exit_code == 0
    assert {path.stem for path in (folder / "results").iterdir()} == {
        "reference",
        "example-node",
        "broken-gemini-planned-table",
        "broken-opencode-fetch",
        "broken-copilot-shell",
        "broken-case-insensitive",
    }


@pytest.mark.usefixtures("corpus")
def test_one_s_own_run_stands_beside_the_published_ones(
    publication: Publication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hookconform_lab.publish.published.PUBLISHED", ("reference",))
    mine = next(report for report in publication.results if report["adapter"]["name"] != "reference")
    (tmp_path / "mine.json").write_text(json.dumps(mine), encoding="utf-8")
    arguments = ["--results", str(tmp_path / "mine.json"), "--no-site", "--output", str(tmp_path / "reports")]
    assert CliRunner().invoke(command, arguments, catch_exceptions=False).exit_code == 0
    written = {path.stem for path in (tmp_path / "reports" / "results").iterdir()}
    assert written == {"reference", mine["adapter"]["name"]}


def test_a_folder_that_is_no_site_is_not_swept_away(results: list[str], tmp_path: Path) -> None:
    precious = tmp_path / "reports" / "site" / "thesis.txt"
    precious.parent.mkdir(parents=True)
    precious.write_text("years of work", encoding="utf-8")
    result = CliRunner().invoke(command, [*results, "--output", str(tmp_path / "reports")])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "site.foreign"
    assert precious.read_text(encoding="utf-8") == "years of work"
