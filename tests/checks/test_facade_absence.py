"""`facade[absent]` tells what is inserted from what is lost, and demands one answer where a default is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.support.facade_judged import HEAD, mapped, places

from hookconform.attach.calls import CANNOT_MAP, Refusal, Result
from hookconform.checks.facade.questions import first_question, judged
from hookconform.checks.outcome import PASS
from hookconform.corpus.facade_case import AbsentCanonicalCase, AbsentNativeCase
from hookconform.corpus.facade_table import NativeCall

SCHEMA = {
    "type": "object",
    "required": ["q"],
    "properties": {"q": {"type": "string"}, "case": {"type": "boolean"}, "n": {"type": "integer"}},
}
DECLARED = {"find": [SCHEMA]}
KNOWN = {"ignore_case": True, "output_mode": "content", "max_matches": 20}
NATIVE = AbsentNativeCase(
    *HEAD, "absent", "f", DECLARED, NativeCall("find", {"q": "x"}), "Grep", KNOWN, {"case": "ignore_case"}
)
SAID = AbsentCanonicalCase(
    *HEAD, "absent", "f", DECLARED, "Grep", {"pattern": "x"}, "find", "ignore_case",
    meant=False, actual=KNOWN, natives=frozenset({"case"}),
)  # fmt: skip
UNSAYABLE = replace(SAID, natives=frozenset())
REFUSED = replace(UNSAYABLE, argument="output_mode", meant="content", actual={"output_mode": "count"})
SAME = replace(UNSAYABLE, argument="output_mode", meant="content", actual={"output_mode": "content"})
OTHERS = replace(
    SAID, canonical={"pattern": "x", "output_mode": "count"}, native_tool="", argument="output_mode",
    meant="count", actual={}, natives=frozenset(), assumed=True,
)  # fmt: skip


def assumed(**values: Any) -> list[dict[str, Any]]:
    return [{"call": 0, "argument": name, "value": value} for name, value in values.items()]


def call(**arguments: Any) -> dict[str, Any]:
    return {"tool": "Grep", "arguments": arguments}


def find(**arguments: Any) -> dict[str, Any]:
    return {"tool": "find", "arguments": arguments}


RIGHT = {"ignore_case": True, "max_matches": 20}
TOLD = {"argument": "ignore_case", "meant": False, "actual": True}
NO = Refusal(CANNOT_MAP, "no")
BACK = mapped(call(pattern="x"))


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (mapped(call(pattern="x", **RIGHT), assumed=assumed(**RIGHT)), []),
        (mapped(call(pattern="x")), ["/assumed/0/ignore_case", "/assumed/0/max_matches"]),
        (mapped(call(pattern="x", ignore_case=True), assumed=assumed(ignore_case=True)), ["/assumed/0/max_matches"]),
        (
            mapped(call(pattern="x", **RIGHT, literal=True), assumed=assumed(**RIGHT, literal=True)),
            ["/assumed/0/literal"],
        ),
        # `0` equals `0.0`, as everywhere on the protocol.
        (
            mapped(call(pattern="x", **RIGHT), assumed=[one | {"call": 0.0} for one in assumed(**RIGHT)]),
            [],
        ),
        # What was said, or kept as the tool's own, is not left out.
        (mapped(call(pattern="x", ignore_case=False, max_matches=20), assumed=assumed(max_matches=20)), []),
        (
            mapped(call(pattern="x", max_matches=20), assumed=assumed(max_matches=20), native_only={"case": "smart"}),
            [],
        ),
    ],
)
def test_what_the_program_does_by_itself_is_assumed_and_nothing_else(answer: Result, found: list[str]) -> None:
    assert places(NATIVE, answer) == found


@pytest.mark.parametrize(
    ("case", "answers", "found"),
    [
        (SAID, (mapped(find(q="x", case=False), assumed=assumed(case=False)), BACK), []),
        (SAID, (mapped(find(q="x")),), ["/calls/0/arguments/ignore_case"]),
        (
            SAID,
            (mapped(find(q="x", case=True)), mapped(call(pattern="x", ignore_case=True))),
            ["/calls/0/ignore_case"],
        ),
        (
            UNSAYABLE,
            (mapped(find(q="x"), differences=[TOLD]), BACK),
            [],
        ),
        (UNSAYABLE, (mapped(find(q="x")),), ["/differences/ignore_case"]),
        (SAME, (mapped(find(q="x")), BACK), []),
        (
            SAME,
            (mapped(find(q="x"), differences=[{"argument": "output_mode", "meant": "content", "actual": 1}]),),
            ["/differences/output_mode"],
        ),
        (OTHERS, (mapped(find(q="x")), BACK), ["/calls/0/output_mode"]),
        (OTHERS, (mapped(find(q="x")), mapped(call(pattern="x", output_mode="count"))), []),
        (
            OTHERS,
            (mapped(find(q="x"), differences=[{"argument": "output_mode", "meant": "count", "actual": 1}]), BACK),
            ["/differences/output_mode"],
        ),
    ],
)
def test_absence_means_the_same_or_the_difference_is_told(case: Any, answers: Any, found: list[str]) -> None:
    assert places(case, *answers) == found


def test_a_refusal_is_right_only_where_there_is_no_answer() -> None:
    assert [judged(case, NO) for case in (REFUSED, OTHERS)] == [PASS, PASS]
    assert PASS not in [judged(case, NO) for case in (SAID, UNSAYABLE, SAME)]
    assert places(REFUSED, mapped(find(q="x"))) != []


def test_what_nobody_said_is_asked_as_such() -> None:
    assert first_question(OTHERS).params["assumed"] == [{"call": 0, "argument": "output_mode", "value": "count"}]
    assert "assumed" not in first_question(SAID).params


@pytest.mark.parametrize(
    "wrong",
    [
        {"assumed": {}},
        {"assumed": [{"call": 1, "argument": "q", "value": "x"}]},
        {"assumed": [{"call": 0.5, "argument": "q", "value": "x"}]},
        {"assumed": [{"call": 0, "argument": "q"}]},
        {"assumed": [{"call": True, "argument": "q", "value": "x"}]},
        {"assumed": [{"call": False, "argument": "q", "value": "x"}]},
        {"assumed": [{"call": 0, "argument": "r", "value": "x"}]},
        {"assumed": [{"call": 0, "argument": "q", "value": "y"}]},
        {"differences": [{"argument": "q"}]},
        {"differences": "q"},
    ],
)
def test_an_assumption_about_nothing_is_no_answer(wrong: dict[str, Any]) -> None:
    found = judged(SAID, Result({"calls": [find(q="x")], **wrong}))
    assert "does not follow the protocol" in getattr(found, "message", "")
