"""Comparisons made by hand, and what the schema of exports says of each: the engine and every package must say so."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.export.packages import NAMES, Judging, build

from hookconform.checks.capability import ResponseError
from hookconform.checks.comparisons import AsFirst, AtMost, Comparison, Is, Matched, Without, compared
from hookconform.ground.pointers import MISSING

PLATFORM = "codex"
PASSED, FAILED, ERROR = "passed", "failed", "error"
IGNORED = frozenset({"p"})
# Half of a surrogate pair, and the same letter written in two ways.
HALF, COMPOSED, DECOMPOSED = "\ud800", "\u00e9", "e\u0301"
SAME: list[tuple[Any, Any]] = [
    (1, 1.0),
    (0, -0.0),
    (100, 1e2),
    (2**64, 2**64),
    (None, None),
    ("", ""),
    ([], []),
    ({}, {}),
    (HALF, HALF),
    ({"a": 1, "b": [None]}, {"b": [None], "a": 1}),
]
DIFFERENT: list[tuple[Any, Any]] = [
    (1, True),
    (True, 1),
    (0, False),
    (1, "1"),
    ("1", 1),
    (1, 2),
    (1, [1]),
    ("", None),
    (None, False),
    (None, 0),
    (None, MISSING),
    ([], MISSING),
    ({}, MISSING),
    ([], {}),
    ({}, []),
    ({}, None),
    ([1], {"0": 1}),
    ({"0": 1}, [1]),
    ([1, 2], [2, 1]),
    ([1], [1, 1]),
    ([1, 1], [1]),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": 1, "b": 2}, {"a": 1}),
    ({"a": None}, {}),
    ({}, {"a": None}),
    ({"a": None}, {"b": None}),
    ({"a": {"b": [1]}}, {"a": {"b": [True]}}),
    ({"__proto__": None}, {}),
    ({"__proto__": {}}, {"x": {}}),
    ({"constructor": 1}, {}),
    ("a", "A"),
    ("a", "a "),
    (COMPOSED, DECOMPOSED),
    (HALF, "\ufffd"),
]


def at(value: Any) -> dict[str, Any]:
    """Return a result with one event, whose field `a` has a value or is not there."""
    return {"events": [{} if value is MISSING else {"a": value}]}


def events(*found: Any) -> dict[str, Any]:
    return {"events": list(found)}


ROWS: list[tuple[Comparison, Any, str]] = [
    *((Is(0, "a", expected), at(got), PASSED) for expected, got in SAME),
    *((Is(0, "a", expected), at(got), FAILED) for expected, got in DIFFERENT),
    (Is(0, "a", MISSING), at(MISSING), PASSED),
    *((Is(0, "a", MISSING), at(got), FAILED) for got in (None, False, "", [], {})),
    *((Is(0, "a", 1, or_absent=True), at(got), PASSED) for got in (MISSING, 1)),
    *((Is(0, "a", 1, or_absent=True), at(got), FAILED) for got in (2, None, True)),
    # A key of an object within the event; what is no object has none.
    (Is(0, "a", 1, key="x/y~z"), at({"x/y~z": 1}), PASSED),
    (Is(0, "a", 1, key="x/y~z"), at({"x": {"y~z": 1}}), FAILED),
    (Is(0, "a", 1, key="~1"), at({"/": 1}), FAILED),
    (Is(0, "a", None, key="x"), at({}), FAILED),
    (Is(0, "a", 2, key="length"), at([5, 6]), FAILED),
    (Is(0, "a", 2, key="length"), at("ab"), FAILED),
    (Is(0, "a", MISSING, key="length"), at([5, 6]), PASSED),
    (Is(0, "a", MISSING, key="toString"), at({}), PASSED),
    (Is(0, "a", MISSING, key="x"), at(None), PASSED),
    # Keys that do not count; an object that held nothing else is absent.
    *((Is(0, "a", {"b": 1, "p": 9}, ignoring=IGNORED), at(got), PASSED) for got in ({"b": 1}, {"b": 1, "p": 2})),
    *((Is(0, "a", {"b": 1, "p": 9}, ignoring=IGNORED), at(got), FAILED) for got in ({"p": 9}, {"b": 2}, {}, None)),
    *((Is(0, "a", {"p": 9}, ignoring=IGNORED), at(got), PASSED) for got in (MISSING, {"p": 1}, {"p": None})),
    *((Is(0, "a", {"p": 9}, ignoring=IGNORED), at(got), FAILED) for got in ({}, None, [], "p", ["p"])),
    (Is(0, "a", {"b": 1}, or_absent=True, ignoring=IGNORED), at({"p": 1}), PASSED),
    # Further events.
    (Is(1, "a", 1), events({"a": 1}), FAILED),
    (Is(1, "a", 1), events({"a": 2}, {"a": 1}), PASSED),
    (Is(1, "a", MISSING), events({"a": 1}), PASSED),
    (AsFirst(1, IGNORED), events({"a": 1}), PASSED),
    (AsFirst(1, IGNORED), events({"a": 1, "p": 1}, {"a": 1}), PASSED),
    (AsFirst(1, IGNORED), events({"a": 1, "p": 1}, {"a": 1, "p": 2}), PASSED),
    (AsFirst(1, IGNORED), events({"a": 1}, {"a": 2}), FAILED),
    (AsFirst(1, IGNORED), events({"a": 1}, {"a": 1, "b": 1}), FAILED),
    (AsFirst(1, IGNORED), events({"a": 1, "b": None}, {"a": 1}), FAILED),
    (AsFirst(1, IGNORED), events({}, {"a": 1}), FAILED),
    (AtMost(1), events({}), PASSED),
    (AtMost(1), events({}, {}), FAILED),
    (AtMost(2), events({}, {}), PASSED),
    (AtMost(2), events({}, {}, {"hook_event_name": None}), FAILED),
    (Without(frozenset({"x"})), events({"y": 1}, {"x": 1}), PASSED),
    *((Without(frozenset({"x"})), events({"x": value}), FAILED) for value in (None, False, "", 1)),
    (Without(frozenset({"x/y~z"})), events({"x/y~z": 0}), FAILED),
    (Without(frozenset({"toString", "constructor"})), events({}), PASSED),
    # Not what the protocol says.
    *((Is(0, "a", MISSING), value, ERROR) for value in (None, 1, "", [], {}, events(), {"events": {}})),
    *((Is(0, "a", MISSING), value, ERROR) for value in (events(None), events({}, 1), events([]), {"events": None})),
]
MATCHED: list[tuple[Matched, Any, str]] = [
    (Matched(["a", "b"]), ["a", "b"], PASSED),
    (Matched([]), [], PASSED),
    (Matched(["a", "b"], IGNORED), ["p", "a", "p", "b"], PASSED),
    *((Matched(["a", "b"]), names, FAILED) for names in (["b", "a"], ["a"], ["a", "b", "b"], ["a", "b", "p"], [])),
    (Matched([]), ["a"], FAILED),
    (Matched(["a"], IGNORED), ["A", "p"], FAILED),
    *((Matched([]), names, ERROR) for names in (None, "", {}, 1, [1], [None], MISSING)),
]
# A refusal: what the row says beside its comparisons, the capability, the answer, and what becomes of the check.
MUST, MAY, RULES = {"refuse": "must"}, {"refuse": "may"}, {"may_refuse_rules": True}
REFUSED: list[tuple[dict[str, Any], str, dict[str, Any], str]] = [
    (MUST, "event", {"code": -32001}, PASSED),
    (MAY, "event", {"code": -32001}, PASSED),
    ({}, "event", {"code": -32001}, FAILED),
    (MUST, "rules", {"code": -32001}, PASSED),
    (MUST, "event", {"code": -32002}, FAILED),
    (MAY, "event", {"code": -32002}, FAILED),
    ({}, "event", {"code": -32002}, FAILED),
    (MUST, "event", {"value": events({})}, FAILED),
    (MAY, "event", {"value": events({})}, PASSED),
    (MUST, "event", {"value": None}, FAILED),
    (RULES, "rules", {"code": -32602}, PASSED),
    ({}, "rules", {"code": -32602}, ERROR),
    (RULES, "event", {"code": -32602}, ERROR),
    (RULES, "rules", {"code": -32001}, FAILED),
    *((row, "event", {"code": code}, ERROR) for row in (MUST, MAY, {}) for code in (-32000, -32003, 0, 1)),
    *((row, "event", {"broken": "it crashed"}, ERROR) for row in (MUST, MAY, {})),
]


def rows() -> list[tuple[dict[str, Any], dict[str, Any], str]]:
    """Return an exported row, the answers to it, and the outcome of its one check, each."""
    found: list[tuple[dict[str, Any], str, dict[str, Any], dict[str, Any], str]] = []
    for comparison, value, outcome in ROWS:
        found.append(({}, "event", comparison.as_json(), {"value": value}, outcome))
    for matched, names, outcome in MATCHED:
        answer = {"value": {} if names is MISSING else {"matched_rules": names}}
        found.append(({}, "rules", matched.as_json(), answer, outcome))
    for more, capability, answer, outcome in REFUSED:
        one = Is(0, "a", MISSING) if capability == "event" else Matched([])
        message = {"message": "no"} if "code" in answer else {}
        found.append((more, capability, one.as_json(), answer | message, outcome))
    base = {"platform": PLATFORM, "version": None, "registered_event": None, "payload": "{}"}
    methods = {"event": "canonicalize", "rules": "match"}
    return [
        (
            {"id": f"row-{number}", **base, **more, "expect": {capability: [one]}},
            {"id": f"row-{number}", methods[capability]: answer},
            outcome,
        )
        for number, (more, capability, one, answer, outcome) in enumerate(found)
    ]


@pytest.mark.parametrize(("comparison", "value", "outcome"), ROWS)
def test_the_engine_compares_as_the_schema_says(comparison: Comparison, value: Any, outcome: str) -> None:
    if outcome == ERROR:
        with pytest.raises(ResponseError):
            compared([comparison], value)
        return
    assert bool(compared([comparison], value)) == (outcome == FAILED)


@pytest.mark.parametrize(("matched", "names", "outcome"), [row for row in MATCHED if row[2] != ERROR])
def test_the_engine_compares_names_of_rules_in_order(matched: Matched, names: list[str], outcome: str) -> None:
    assert bool(matched.differences(names)) == (outcome == FAILED)


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_every_package_compares_as_the_schema_says(
    name: str, package: Callable[[str], Judging], tmp_path: Path
) -> None:
    lines = [json.dumps(row) for row, _, _ in rows()]
    mine = with_cases(package(name), tmp_path / name, lines)
    given = [json.dumps(answers) for _, answers, _ in rows()]
    expected = {f"{row['id']}::{next(iter(row['expect']))}": outcome for row, _, outcome in rows()}
    assert mine.outcomes(PLATFORM, given) == expected


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_an_answer_to_no_case_is_refused(name: str, package: Callable[[str], Judging]) -> None:
    given = json.dumps({"id": "codex/no-such-case", "canonicalize": {"value": {}}, "match": {"value": {}}})
    with pytest.raises(AssertionError, match="codex/no-such-case"):
        package(name).outcomes(PLATFORM, [given])


def with_cases(judging: Judging, folder: Path, lines: list[str]) -> Judging:
    """Return a copy of a package that has these cases, built."""
    shutil.copytree(judging.folder, folder, ignore=shutil.ignore_patterns("target", "script*"))
    (packed,) = folder.rglob(f"{PLATFORM}.ndjson")
    packed.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if (judging.folder / "target").is_dir():
        # What the crate depends on is built once.
        shutil.copytree(judging.folder / "target", folder / "target")
    mine = replace(judging, folder=folder)
    build(mine)
    return mine
