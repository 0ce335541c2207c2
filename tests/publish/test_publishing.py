"""The published files: what they say, that they are the same every time, and how staleness is found."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError
from hookconform_lab.publish.folder import HISTORY, data_files, kept_files, outdated, write
from hookconform_lab.publish.history import appended, run_line
from hookconform_lab.publish.publication import Corpus, Publication, gather_corpus

pytestmark = pytest.mark.whole

# Kept beside what `hookconform report` writes.
OTHERS = (HISTORY, "ENFORCEMENT.md")


def without_corpus(text: str, corpus: Corpus) -> str:
    return text.replace(corpus.fingerprint, "<fingerprint>")


@pytest.mark.parametrize("name", ["README.md", "TOOL-MAPPING.md", "EVENT-MAPPING.md", "CONFIDENCE.md"])
def test_a_markdown_report(publication: Publication, name: str, file_regression: Any) -> None:
    file_regression.check(kept_files(publication)[name], extension=".md")


def test_the_badges(publication: Publication, file_regression: Any) -> None:
    files = kept_files(publication)
    shown = [f"{name}\n{content}" for name, content in files.items() if name.startswith("badges/")]
    file_regression.check("\n".join(shown), extension=".txt")


def test_a_badge_is_what_shields_reads_and_its_svg_says_the_same(publication: Publication) -> None:
    files = kept_files(publication)
    for name in [name for name in files if name.startswith("badges/") and name.endswith(".json")]:
        badge = json.loads(files[name])
        assert set(badge) == {"schemaVersion", "label", "message", "color"}
        assert badge["schemaVersion"] == 1
        svg = ET.fromstring(files[name.removesuffix("json") + "svg"])
        assert svg.get("aria-label") == f"{badge['label']}: {badge['message']}"


def test_the_history_line(publication: Publication, data_regression: Any) -> None:
    line = run_line(publication, "2026-01-02")
    data_regression.check(json.loads(without_corpus(json.dumps(line), publication.corpus)))


def test_results_and_confidence_follow_their_schemas(publication: Publication) -> None:
    files = data_files(publication)
    assert schemas.problems(json.loads(files["confidence.json"]), "confidence") == []
    for name in ("reference", "broken-gemini-planned-table"):
        assert schemas.problems(json.loads(files[f"results/{name}.json"]), "run-report") == []


def test_the_same_inputs_give_the_same_bytes(publication: Publication, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        write(Publication(publication.corpus, publication.results, publication.version), folder, "2026-01-02")
    one, two = ({path.name: path.read_bytes() for path in folder.rglob("*.*")} for folder in folders)
    assert one == two


def test_what_was_just_written_is_current(publication: Publication, tmp_path: Path) -> None:
    write(publication, tmp_path, "2026-01-02")
    assert outdated(publication, tmp_path) == []


def test_every_kind_of_staleness_is_found(publication: Publication, tmp_path: Path) -> None:
    write(publication, tmp_path, "2026-01-02")
    (tmp_path / "TOOL-MAPPING.md").write_text("edited by hand", encoding="utf-8")
    (tmp_path / "confidence.json").write_text("{}", encoding="utf-8")
    (tmp_path / "results" / "gone.json").write_text("{}", encoding="utf-8")
    fewer = Publication(publication.corpus, publication.results[:1], publication.version)
    assert {"TOOL-MAPPING.md", "confidence.json", "results/gone.json"} <= set(outdated(publication, tmp_path))
    assert {HISTORY, "README.md", "badges/adapter-broken-gemini-planned-table.svg"} <= set(outdated(fewer, tmp_path))


def test_a_checkout_without_the_data_is_current_and_one_without_a_page_is_not(
    publication: Publication, tmp_path: Path
) -> None:
    write(publication, tmp_path, "2026-01-02")
    (tmp_path / "confidence.json").unlink()
    shutil.rmtree(tmp_path / "results")
    assert outdated(publication, tmp_path) == []
    (tmp_path / "CONFIDENCE.md").unlink()
    assert outdated(publication, tmp_path) == ["CONFIDENCE.md"]


def test_what_is_kept_links_to_nothing_that_is_not(publication: Publication, tmp_path: Path) -> None:
    for name, content in kept_files(publication).items():
        for target in re.findall(r"\]\(([^)#:]+)\)", content) if name.endswith(".md") else []:
            assert target.startswith("../") or target.rstrip("/") in {*kept_files(publication), "badges", *OTHERS}, (
                target
            )


def test_writing_takes_away_what_is_left_of_adapters_that_are_gone(publication: Publication, tmp_path: Path) -> None:
    write(publication, tmp_path, "2026-01-02")
    write(Publication(publication.corpus, publication.results[:1], publication.version), tmp_path, "2026-01-03")
    assert [path.name for path in (tmp_path / "results").iterdir()] == ["reference.json"]


def test_what_others_put_there_stays(publication: Publication, tmp_path: Path) -> None:
    (tmp_path / "ENFORCEMENT.md").write_text("measured", encoding="utf-8")
    write(publication, tmp_path, "2026-01-02")
    assert (tmp_path / "ENFORCEMENT.md").read_text(encoding="utf-8") == "measured"


def test_the_history_grows_by_a_line_a_change_and_is_never_rewritten(publication: Publication, tmp_path: Path) -> None:
    write(publication, tmp_path, "2026-01-02")
    first = (tmp_path / HISTORY).read_bytes()
    write(publication, tmp_path, "2026-01-03")
    assert (tmp_path / HISTORY).read_bytes() == first, "nothing changed"
    write(Publication(publication.corpus, publication.results[:1], publication.version), tmp_path, "2026-01-04")
    second = (tmp_path / HISTORY).read_bytes()
    assert second.startswith(first)
    assert [json.loads(line)["date"] for line in second.splitlines()] == ["2026-01-02", "2026-01-04"]


@pytest.mark.parametrize("history", ["not json\n", "[]\n"])
def test_a_damaged_history_is_refused_and_not_overwritten(
    publication: Publication, tmp_path: Path, history: str
) -> None:
    (tmp_path / HISTORY).write_text(history, encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        write(publication, tmp_path, "2026-01-02")
    assert caught.value.code == "history.unreadable"
    assert (tmp_path / HISTORY).read_text(encoding="utf-8") == history


def test_a_history_without_its_last_newline_is_completed(publication: Publication) -> None:
    line = run_line(publication, "2026-01-02")
    older = json.dumps(line | {"cases": 3})
    assert appended(older, line).splitlines() == [older, json.dumps(line)]


def test_a_folder_that_cannot_be_written_is_named(publication: Publication, tmp_path: Path) -> None:
    (tmp_path / "reports").write_text("a file", encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        write(publication, tmp_path / "reports", "2026-01-02")
    assert caught.value.code == "report.unwritable"


def test_the_tool_table_shows_arguments_by_tool_and_marks_documented_platforms() -> None:
    text = kept_files(Publication(gather_corpus(list(iter_cases())), ()))["TOOL-MAPPING.md"]
    section = text.partition("\n## Arguments\n")[2].partition("\n## Names that pass through\n")[0]
    grep = section.partition("\n### Grep\n")[2].partition("\n### ")[0]
    row = next(line for line in grep.splitlines() if line.startswith("| gemini-cli | `grep_search` |"))
    file = "../corpus/platforms/gemini-cli/captured/0.61.0.jsonl"
    assert f'`dir_path` → `path` ([recorded]({file} "gemini-cli/captured/0.61.0/' in row
    assert "`include` → `glob` ([by hand](../corpus/platforms/gemini-cli/cases/" in row
    assert "| `pattern`, `exclude_pattern`," in row
    assert "\n| vscode-copilot | `grep_search` |" in grep
    assert "\n| cursor, documented | `Grep` |" in grep
    assert "`beforeShellExecution` (event) |  | `command` |" in section
    assert "| cursor, documented | gemini-cli |" in text.partition("\n## Core\n")[2].partition("\n| --- |")[0]
