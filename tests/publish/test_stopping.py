"""What stops a tool: every cell is what the measured row says, and nothing unmeasured looks like an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support import miniature

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import read_document
from hookconform.effects.rows import measured_platforms
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.publish.stopping import ASKED, RAN, STOPPED, UNKNOWN, stopping


def rows(platform: str, version: str) -> dict[str, dict[str, Any]]:
    path = corpus_root() / "platforms" / platform / "responses" / f"{version}.json"
    return {row["id"]: row for row in read_document("responses", path)["rows"]}


def test_every_cell_is_what_the_row_says_that_it_cites() -> None:
    found = stopping()
    assert len(found.lines) == len(load_yaml(corpus_root() / "answers.yaml")["answers"])
    seen: set[str] = set()
    for column in found.columns:
        measured = rows(column.platform, column.version)
        for line in found.lines:
            cell = line.cells[column.key]
            row = measured[cell.row]
            seen.add(cell.state)
            assert row["registered_event"] == column.registered_event
            assert row["approval"] == "granted"
            # Nobody is there to be asked in a measurement, so a tool that is asked about does not run.
            assert (row["effect"]["tool"] == "stopped") == (cell.state in (STOPPED, ASKED)), (column.key, line)
            told = any("REASON" in text for text in row["effect"]["told"])
            assert cell.state == ASKED or told == ("model told why" in cell.words), (column.key, line)
            assert ("turn ends" in cell.words) == (row["effect"]["turn"] == "ended")
    assert seen == {STOPPED, ASKED, RAN}


def test_the_answers_are_those_of_the_file_for_the_column_s_own_event() -> None:
    answers = load_yaml(corpus_root() / "answers.yaml")["answers"]
    found = stopping()
    for column in found.columns:
        measured = rows(column.platform, column.version)
        for body, line in zip(answers.values(), found.lines, strict=True):
            said = measured[line.cells[column.key].row]["answer"]
            assert said["exit_code"] == body.get("exit_code", 0)
            assert said.get("late", False) == body.get("late", False)
            assert bool(said["stderr"]) == ("stderr" in body)
            if "json" in body:
                named = json.loads(said["stdout"])
                assert named.keys() == body["json"].keys()
                inner = named.get("hookSpecificOutput", {})
                assert inner.get("hookEventName", column.registered_event) == column.registered_event


def test_what_is_said_to_stop_everywhere_does() -> None:
    found = stopping()
    # Exit code 2 with a reason is what most of them obey; Cline and Hermes Agent obey no exit code, Code Puppy obeys 1.
    assert found.stops_everywhere == ()
    (line,) = (line for line in found.lines if (line.title or line.said) == "exit code 2, reason on standard error")
    lets_run = {key for key, cell in line.cells.items() if cell.state not in {STOPPED, ASKED}}
    platforms = {column.platform for column in found.columns if column.key in lets_run}
    assert platforms == {"cline", "code-puppy", "hermes-agent"}


def test_every_measured_platform_is_there_and_has_advice_for_a_denial() -> None:
    found = stopping()
    assert {advised.column.platform for advised in found.advised} == set(measured_platforms())
    assert all(advised.verdicts["deny"] for advised in found.advised)
    assert {column.platform for column, _ in found.plugins} == {"kilo-code", "opencode", "pi"}
    for column, lines in found.plugins:
        assert column.key not in {key for line in found.lines for key in line.cells}
        by_text = {line.said: line.cell.state for line in lines}
        assert by_text['throw new Error("TEXT")'] == STOPPED
        assert by_text['return {"decision": "deny", "reason": "TEXT"}'] == RAN


def test_what_was_not_measured_says_so(tmp_path: Path, monkeypatch: Any) -> None:
    root = tmp_path / "corpus"
    miniature.build(root)
    with (root / "answers.yaml").open("a", encoding="utf-8") as stream:
        stream.write("  decision-deny: {json: {decision: deny}}\n")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    found = stopping()
    [column] = found.columns
    assert [line.cells[column.key].state for line in found.lines] == [STOPPED, UNKNOWN]
    assert found.lines[1].cells[column.key].words == "not measured"
    assert found.stops_everywhere == ("exit code 2, reason on standard error",)


def test_a_corpus_without_the_file_compares_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    root = tmp_path / "corpus"
    miniature.build(root)
    (root / "answers.yaml").unlink()
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    assert stopping().lines == ()
