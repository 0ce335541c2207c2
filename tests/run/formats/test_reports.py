"""Reports of one run in every format: readable by people and by programs, the same bytes every time."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.support import fakes

from hookconform.checks.known_failures import Entry
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.corpus import schemas
from hookconform.ground.excerpt import excerpt
from hookconform.ground.pointers import MISSING
from hookconform.run.formats import FORMATS, open_report
from hookconform.run.formats.json_report import run_report
from hookconform.run.formats.text import explanation, summary_table
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

CASE = "gemini-cli/captured/0.61.0/before-tool-run-shell-command"
FAILED = CheckResult(
    CASE,
    "tool-name",
    "gemini-cli",
    Outcome.FAILED,
    differences=(
        Difference("/events/0/tool_name", "Bash", "run_shell_command"),
        Difference("/events/0/tool_input/platform_tool_name", "run_shell_command", MISSING),
    ),
    case_file="corpus/platforms/gemini-cli/captured/0.27.0.jsonl",
    case_entry="before-tool-run-shell-command",
    claim="gemini-cli#tool:run_shell_command",
    evidence="captured at 0.1.9 … 0.61.0 (declared by the program itself, and seen with a real result after it ran)",
)
RESULTS = [
    FAILED,
    CheckResult(CASE, "event", "gemini-cli", Outcome.PASSED),
    CheckResult(CASE, "input", "gemini-cli", Outcome.KNOWN, reason="not written yet", case_file="x"),
    CheckResult(CASE, "rules", "gemini-cli", Outcome.UNSUPPORTED),
    CheckResult("codex/synthetic/a", "event", "codex", Outcome.ERROR, message="it said \x00\x1b[31m and \ud800"),
    CheckResult("codex/synthetic/b", "event", "codex", Outcome.STALE, message="it passes", reason="old"),
    CheckResult(
        "codex/synthetic/c",
        "rules",
        "codex",
        Outcome.FAILED,
        differences=(Difference("/matched_rules", ["audit-all-shell", "b"], ["b", "c"]),),
    ),
]

# The rule that is missing and the one too many are one check: it is counted for what is named first.
CAUSES = [("stale", 1), ("broke", 1), ("too-much", 0), ("absent", 1), ("unmapped", 1)]


def report(name: str, *, results: list[CheckResult] = RESULTS, interrupted: str = "") -> str:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=5, interrupted=interrupted)
    record.not_applicable["platform cursor is not claimed"] = 2
    record.stale_entries = [Entry("codex/gone::event", "it was there")]
    record.stray.add("debug output")
    stream = io.StringIO()
    writer = open_report(name, stream)
    for result in results:
        record.add(result)
        writer.result(result)
    writer.finish(record)
    return stream.getvalue()


def test_text_says_what_to_do_in_80_columns_and_without_colour() -> None:
    text = report("text")
    # An id or a path is one word and cannot be broken, and a command is copied as it is.
    long = [line.split()[0] for line in text.splitlines() if len(line) > 80 and len(line.split()) != 2]
    assert set(long) <= {"hookconform"}
    assert "\x1b" not in text
    assert 'expected  "Bash"\n' in text
    assert 'got       "run_shell_command"\n' in text
    assert "got       absent\n" in text
    assert "missing   audit-all-shell\n" in text
    assert "too many  c\n" in text
    assert "case      corpus/platforms/gemini-cli/captured/0.27.0.jsonl\n" in text
    assert "entry     before-tool-run-shell-command\n" in text
    assert "claim     gemini-cli#tool:run_shell_command" in text
    assert "'debug output'" in text
    assert "  it said \\u0000\\u001b[31m and \\ud800\n" in text
    assert text.splitlines()[-1] == "failed: 5 of 7 checks are red, 1 known failure"


def test_text_has_a_table_of_platforms_and_capabilities() -> None:
    rows = {
        line.split()[0]: " ".join(line.split()[1:])
        for line in report("text").splitlines()
        if line.startswith(("gem", "cod"))
    }
    assert rows == {
        "codex": "not judged 0/2 not judged 0/1",
        "gemini-cli": "0/1 1/1 0/1* unclaimed",
    }


def test_a_cell_names_the_base_line_and_the_last_row_is_all_platforms() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=5)
    record.baseline = RunRecord(fakes.manifest(Path()), Selection(), cases=5)
    for result in RESULTS:
        record.add(result)
        record.baseline.add(result._replace(outcome=Outcome.PASSED))
    rows = {line.split()[0]: line.split()[1:] for line in summary_table(record).splitlines() if line[:1].isalpha()}
    assert rows["gemini-cli"][:4] == ["0/1", "(1)", "1/1", "(1)"]
    assert rows["all"][:4] == ["0/1", "(1)", "1/3", "(3)"]


def test_the_text_shows_as_many_examples_as_are_asked_for_and_says_what_it_leaves_out() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=5)
    for result in RESULTS:
        record.add(result)
    shown: dict[int | None, tuple[int, bool]] = {}
    for number in (0, 1, None):
        stream = io.StringIO()
        writer = open_report("text", stream, max_causes=number)
        writer.finish(record)
        text = stream.getvalue()
        shown[number] = (len(re.findall("^  see", text, re.MULTILINE)), "`--all` shows an example of each." in text)
    assert shown[0] == (0, True)
    assert shown[1] == (1, True)
    assert shown[None][0] > 1
    assert not shown[None][1]


def test_what_nobody_measured_and_what_is_left_out_are_said() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=2)
    for result in RESULTS[1], RESULTS[4]:
        record.add(result._replace(left_out=tuple(f"field_{number}" for number in range(8))))
    record.unmeasured["codex", "response"] |= {"PreCompact", "Notify"}
    text, document = io.StringIO(), run_report(record)
    writer = open_report("text", text, verbose=True)
    writer.finish(record)
    said = " ".join(text.getvalue().split())
    assert "Not judged, not measured: response of codex at Notify, PreCompact." in said
    shown = "field_0, field_1, field_2, field_3, field_4, field_5 and 2 more"
    assert f"Optional fields your adapter drops on gemini-cli: {shown}." in said
    assert document["left_out"]["codex"] == [f"field_{number}" for number in range(8)]
    assert document["not_judged"] == [
        {"platform": "codex", "capability": "response", "events": ["Notify", "PreCompact"]}
    ]
    assert not schemas.problems(document, "run-report")


def test_a_cell_without_a_number_is_not_judged_in_the_document_too() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=2)
    for result in RESULTS[0], RESULTS[4]:
        record.add(result)
    assert run_report(record)["not_judged"] == [
        {"platform": "codex", "capability": "tool-name", "events": []},
        {"platform": "gemini-cli", "capability": "event", "events": []},
    ]


def test_text_says_how_coarse_a_vocabulary_is() -> None:
    words = {"tools": {"Glob": "search", "Grep": "search", "Read": "read"}}
    record = RunRecord(fakes.manifest(Path(), vocabulary=words), Selection())
    stream = io.StringIO()
    open_report("text", stream).finish(record)
    assert "Its vocabulary has one word for Glob, Grep: search." in stream.getvalue()


def test_json_follows_its_schema_and_is_stable() -> None:
    document = json.loads(report("json"))
    assert schemas.problems(document, "run-report") == []
    assert report("json") == report("json")
    assert document["counts"] == {"passed": 1, "failed": 2, "error": 1, "unsupported": 1, "known": 1, "stale": 1}
    assert [check["outcome"] for check in document["checks"]] == ["failed", "known", "error", "stale", "failed"]
    assert [(cause["kind"], cause["checks"]) for cause in document["causes"]] == CAUSES
    assert document["checks"][0]["differences"][1] == {
        "pointer": "/events/0/tool_input/platform_tool_name",
        "expected": "run_shell_command",
    }


def test_lines_end_with_the_status() -> None:
    lines = [json.loads(line) for line in report("ndjson").splitlines()]
    assert [line["check"] for line in lines[:-1]] == [result.id for result in RESULTS]
    assert lines[-1]["status"] == "failed"
    assert lines[-1]["counts"]["stale"] == 1


@pytest.mark.parametrize("interrupted", ["", "the adapter is gone"])
def test_junit_is_well_formed_and_its_totals_are_true(interrupted: str) -> None:
    suite = ET.fromstring(report("junit", interrupted=interrupted))[0]
    found = {tag: len(suite.findall(f"testcase/{tag}")) for tag in ("failure", "error", "skipped")}
    assert {
        "tests": str(len(suite.findall("testcase"))),
        "failures": str(found["failure"]),
        "errors": str(found["error"]),
        "skipped": "2",
    } == {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert found["failure"] == 4
    assert "Missing: 2 causes" in suite.findtext("system-out", "")
    assert found["error"] == 1 + bool(interrupted)


def test_junit_names_whatever_fails_for_a_cause() -> None:
    names = [f"tool_{number}" for number in range(60)]
    results = [
        FAILED._replace(case_id=f"{CASE}-{name}", differences=(Difference("/events/0/tool_name", "Bash", name),))
        for name in names
    ]
    said = ET.fromstring(report("junit", results=results))[0].findtext("system-out", "")
    assert [name for name in names if not re.search(rf"\b{name}\b", said)] == []


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_report_a_run_without_checks_and_can_be_written(name: str) -> None:
    assert "codex/gone" in report(name, results=[]) or name == "ndjson"
    assert report(name).encode()


def test_a_value_too_long_to_read_is_shortened_in_the_middle() -> None:
    text = excerpt("x" * 5000, 100)
    assert len(text) < 140
    assert text.endswith("(5002 characters)")
    assert excerpt({"a": None}, 100) == '{"a": null}'


HOSTILE = "\x1b[2J\x9b\u202e\u2066\ud800\x07\r\u200b\u2028\U000e0041\x00\ufffe"


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_that_others_wrote_reaches_a_terminal_raw_or_breaks_a_report(name: str) -> None:
    record = RunRecord(fakes.manifest(Path(), version=HOSTILE), Selection(), cases=1, interrupted=HOSTILE)
    record.said = (HOSTILE, "second")
    record.stale_entries = [Entry(HOSTILE, HOSTILE)]
    record.stray.add(HOSTILE)
    stream = io.StringIO()
    writer = open_report(name, stream)
    found = (Difference(f"/events/0/{HOSTILE}", {HOSTILE: HOSTILE}, [HOSTILE]),)
    rules = (Difference("/matched_rules", [HOSTILE, "a"], ["a", HOSTILE * 2]),)
    for outcome, differences in (
        (Outcome.FAILED, found),
        (Outcome.ERROR, ()),
        (Outcome.KNOWN, found),
        (Outcome.FAILED, rules),
    ):
        result = CheckResult("codex/synthetic/a", "event", "codex", outcome, HOSTILE, differences, reason=HOSTILE)
        record.add(result)
        writer.result(result)
    writer.finish(record)
    text = stream.getvalue()
    assert text.encode()
    assert not set(HOSTILE) - {"[", "2", "J"} & set(text)
    if name == "junit":
        ET.fromstring(text)
    if name == "json":
        document = json.loads(text)
        assert schemas.problems(document, "run-report") == []
        assert document["checks"][0]["differences"][0]["got"] == [HOSTILE]
        assert document["standard_error"] == [HOSTILE, "second"]


def test_a_run_that_the_adapter_ended_shows_its_standard_error_before_the_last_line() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=1, interrupted="the adapter is gone: why")
    record.said = ("Traceback", "KeyError: 'x'")
    stream = io.StringIO()
    open_report("text", stream).finish(record)
    assert stream.getvalue().splitlines()[-4:] == [
        "The adapter's standard error:",
        "  Traceback",
        "  KeyError: 'x'",
        "incomplete: the adapter is gone: why",
    ]


def test_a_message_of_several_lines_keeps_them() -> None:
    result = CheckResult(
        "codex/synthetic/a", "event", "codex", Outcome.ERROR, message="it ended; it said: one\ntwo\n" + "word " * 30
    )
    lines = explanation(result).splitlines()
    assert lines[:2] == ["it ended; it said: one", "two"]
    assert all(len(line) <= 80 for line in lines)
