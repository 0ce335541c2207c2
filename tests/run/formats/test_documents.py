"""The reports for programs, as a whole: each for one record that is written by hand."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

import hookconform
from hookconform.checks.known_failures import Entry
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform.run.formats import open_report
from hookconform.run.formats.json_report import run_report
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

PASSED = CheckResult("pi/synthetic/a", "response", "pi", Outcome.PASSED, variant="deny")
ONE = (Difference("/a", 1, 2),)
CLAIMS = {
    "platforms": ["pi", "codex"],
    "capabilities": ["response", "event"],
    "events": ["Stop", "PreToolUse"],
    "verdicts": ["deny", "allow"],
    "homepage": "https://example.invalid/x",
    "vocabulary": {"tools": {"Glob": "find", "Grep": "find"}},
}
RESULTS = [
    PASSED,
    PASSED._replace(outcome=Outcome.FAILED, variant="ask", differences=ONE, inferred=True),
    PASSED._replace(capability="event", variant="", platform="codex", left_out=("b", "a")),
    PASSED._replace(capability="event", variant="", outcome=Outcome.UNSUPPORTED),
    PASSED._replace(capability="event", variant="", platform="codex", outcome=Outcome.KNOWN, reason="so it is"),
]


def full() -> RunRecord:
    record = RunRecord(fakes.manifest(Path(), **CLAIMS), Selection(platforms=("pi",), perturb=3, newest=True))
    record.baseline = RunRecord(replace(record.manifest, name="nothing"), record.selection, counts_only=True)
    for result in RESULTS:
        record.add(result)
        record.baseline.add(result._replace(outcome=Outcome.FAILED))
    record.baseline.add(PASSED)
    record.cases, record.facade_cases = 5, 2
    record.unmeasured["pi", "response"] |= {"z", "y"}
    record.not_applicable.update({"platform z is not claimed": 1, "a": 2})
    record.stale_entries = [Entry("x::event", "old")]
    record.stray.add("loud")
    record.said = ("bye",)
    return record


DOCUMENT: dict[str, Any] = {
    "report": 2,
    "hookconform": hookconform.__version__,
    "adapter": {
        "name": "fake",
        "version": "1",
        "homepage": "https://example.invalid/x",
        "language": "python",
        "protocol": 2,
        "tier": "extended",
        "kind": "command",
        "platforms": ["codex", "pi"],
        "capabilities": ["event", "response"],
        "events": ["PreToolUse", "Stop"],
        "verdicts": ["allow", "deny"],
        "coarse_words": {"tools": {"find": ["Glob", "Grep"]}, "events": {}},
        "legacy_aliases": False,
        "further_fields": False,
        "rule_engine": "own",
    },
    "corpus": {"fingerprint": "f" * 64, "vocabulary": load_vocabulary().version},
    "selection": {
        "platforms": ["pi"], "capabilities": [], "cases": [], "measured_only": False, "newest": True, "perturb": 3,
    },
    "cases": 5,
    "facade_cases": 2,
    "status": "failed",
    "verdict": "failed: 2 of 5 checks are red, 1 known failure",
    "counts": {"passed": 2, "failed": 1, "error": 0, "unsupported": 1, "known": 1, "stale": 0},
    "table": [
        {
            "platform": "codex", "capability": "event", "counts": {"known": 1, "passed": 1},
            "baseline": {"passed": 0, "judged": 2},
        },
        {"platform": "pi", "capability": "event", "counts": {"unsupported": 1}, "baseline": {"passed": 0, "judged": 1}},
        {
            "platform": "pi", "capability": "response", "counts": {"failed": 1, "passed": 1},
            "variants": {"ask": {"failed": 1}, "deny": {"passed": 1}},
            "baseline": {
                "passed": 1, "judged": 3,
                "variants": {"ask": {"passed": 0, "judged": 1}, "deny": {"passed": 1, "judged": 2}},
            },
        },
    ],
    "inferred": 1,
    "not_judged": [
        {"platform": "codex", "capability": "response", "events": []},
        {"platform": "pi", "capability": "response", "events": ["y", "z"]},
    ],
    "left_out": {"codex": ["a", "b"]},
    "not_applicable": {"a": 2, "platform z is not claimed": 1},
    "stale_entries": [{"check": "x::event", "reason": "old"}],
    "stray_output": {"count": 1, "lines": ["loud"]},
    "baseline": "nothing",
    "standard_error": ["bye"],
}  # fmt: skip


def test_the_document_has_everything_that_a_run_came_to() -> None:
    document = run_report(full(), "f" * 64)
    causes, checks = document.pop("causes"), document.pop("checks")
    assert document == DOCUMENT
    assert [check["check"] for check in checks] == ["pi/synthetic/a::response[ask]", "pi/synthetic/a::event"]
    assert [cause["checks"] for cause in causes] == [1]
    assert schemas.problems(run_report(full(), "f" * 64), "run-report") == []


def test_what_there_is_nothing_of_is_no_key_or_empty() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection())
    document = run_report(record, "f" * 64)
    assert DOCUMENT.keys() - document.keys() == {"facade_cases", "baseline", "standard_error"}
    assert "homepage" not in document["adapter"]
    assert (document["adapter"]["events"], document["adapter"]["verdicts"]) == ("all", "all")
    assert document["selection"] == {"platforms": [], "capabilities": [], "cases": [], "measured_only": False}
    empty = ("table", "not_judged", "left_out", "not_applicable", "causes", "checks", "stale_entries")
    assert not any(document[key] for key in empty)
    assert document["stray_output"] == {"count": 0, "lines": []}


def test_the_fingerprint_is_the_corpus_s_unless_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(fakes.tiny_corpus(tmp_path, "not-json")))
    record = RunRecord(fakes.manifest(Path()), Selection())
    assert run_report(record)["corpus"]["fingerprint"] == corpus_fingerprint() != "f" * 64


def test_the_document_is_written_as_readable_lines() -> None:
    stream = io.StringIO()
    open_report("json", stream).finish(full())
    text = stream.getvalue()
    assert text.startswith('{\n  "report": 2,\n')
    assert text.endswith("\n}\n")
    assert json.loads(text)["verdict"] == DOCUMENT["verdict"]


def test_lines_have_each_check_and_at_the_end_the_run() -> None:
    stream = io.StringIO()
    writer = open_report("ndjson", stream)
    writer.result(PASSED)
    assert stream.getvalue().endswith("\n")
    writer.finish(full())
    first, last = map(json.loads, stream.getvalue().splitlines())
    assert (first["check"], first["outcome"]) == ("pi/synthetic/a::response[deny]", "passed")
    assert last == {"status": "failed", "verdict": DOCUMENT["verdict"], "counts": DOCUMENT["counts"]}


JUNIT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites>
  <testsuite name="hookconform fake" tests="9" failures="4" errors="1" skipped="3">
    <testcase name="pi/synthetic/a" classname="pi.response[deny]"></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><failure message="1 difference">at        /a
expected  1
got       2</failure></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><failure message="2 differences">at        /a
expected  1
got       2
at        /a
expected  1
got       2</failure></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><error message="&lt;gone&gt;">&lt;gone&gt;</error></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><skipped message="capability not claimed"/></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><skipped message="not yet"/></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><skipped message="known failure: so it is"/></testcase>
    <testcase name="pi/synthetic/a" classname="pi.event"><failure message="it passes">it passes</failure></testcase>
    <testcase name="x::event" classname="known-failures"><failure message="no check is about this known failure"/></testcase>
"""  # noqa: E501 (as it is written)


@pytest.mark.parametrize("interrupted", ["", "<gone>"])
def test_junit_has_a_test_case_for_each_check_and_for_the_run_that_broke_off(interrupted: str) -> None:
    event = PASSED._replace(capability="event", variant="")
    results = [
        PASSED,
        event._replace(outcome=Outcome.FAILED, differences=ONE),
        event._replace(outcome=Outcome.FAILED, differences=ONE * 2),
        event._replace(outcome=Outcome.ERROR, message="<gone>"),
        event._replace(outcome=Outcome.UNSUPPORTED),
        event._replace(outcome=Outcome.UNSUPPORTED, message="not yet"),
        event._replace(outcome=Outcome.KNOWN, reason="so it is"),
        event._replace(outcome=Outcome.STALE, message="it passes"),
    ]
    record = RunRecord(fakes.manifest(Path()), Selection(), interrupted=interrupted)
    record.stale_entries = [Entry("x::event", "old")]
    record.said = ("<first>", "second")
    stream = io.StringIO()
    writer = open_report("junit", stream)
    for result in results:
        record.add(result)
        writer.result(result)
    writer.finish(record)
    head, _, rest = stream.getvalue().partition("    <system-out>")
    if not interrupted:
        assert head == JUNIT
    else:
        assert head.replace('tests="10"', 'tests="9"').replace('errors="2"', 'errors="1"') == JUNIT + (
            '    <testcase name="run" classname="hookconform">'
            '<error message="incomplete: &lt;gone&gt;">&lt;first&gt;\nsecond</error></testcase>\n'
        )
    said, _, end = rest.partition("</system-out>")
    assert said.strip()
    assert end == "\n  </testsuite>\n</testsuites>\n"


def test_junit_of_a_green_run_has_no_causes() -> None:
    record = RunRecord(fakes.manifest(Path()), Selection())
    record.add(PASSED)
    stream = io.StringIO()
    open_report("junit", stream).finish(record)
    assert "system-out" not in stream.getvalue()
