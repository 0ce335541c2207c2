"""The table of answers: each does what it says at every version of its range, by the models of the platforms."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest

from hookconform.effects import effects_near, modelled_platforms
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_versions
from hookconform.effects.verdicts import ALLOW, CONTEXT, VERDICTS, honoured, shortfall
from hookconform.export import answers
from hookconform.export.answers import TEXT, answer_rows
from hookconform.export.packaging import answer_table
from hookconform.export.request import Request
from hookconform.ground.versions import at_least, in_order

TABLED = [verdict for verdict in VERDICTS if verdict != "input"]


def versions_to_ask(platform: str) -> list[str]:
    """Return the measured versions, and one between each two of them."""
    measured = measured_versions(platform)
    between = [f"{version}.0.1" for version in measured[:-1]]
    return in_order([*measured, *between])


def answer_at(ranges: list[dict[str, Any]], version: str) -> dict[str, Any] | None:
    found = None
    for row in ranges:
        start = row.get("since", row.get("after"))
        if start is None or (at_least(version, start) and not ("after" in row and at_least(start, version))):
            found = row["answer"]
    return found


def as_answer(said: dict[str, Any]) -> Answer:
    stdout = json.dumps(said["json"]) if "json" in said else said.get("stdout", "")
    return Answer(said["exit_code"], stdout, said.get("stderr", ""))


def ranges_of(platform: str) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    found = defaultdict[tuple[str, str, str], list[dict[str, Any]]](list)
    for row in answer_rows(Request((platform,))):
        found[row["event"], row["registered_event"], row["verdict"]].append(row)
    return found


@pytest.mark.whole
@pytest.mark.parametrize("platform", modelled_platforms())
def test_each_answer_does_what_it_says(platform: str) -> None:
    ranges = ranges_of(platform)
    for version in versions_to_ask(platform):
        for (event, registered, verdict), rows in ranges.items():
            said = answer_at(rows, version)
            if said is None:
                continue
            near = effects_near(platform, version, event, registered, as_answer(said))
            words = TEXT if verdict == CONTEXT else ""
            assert [shortfall(verdict, event, one, words=words) for one in near.values()] == [""] * len(near)


@pytest.mark.whole
@pytest.mark.parametrize("platform", modelled_platforms())
def test_nothing_that_can_be_answered_is_left_out(platform: str) -> None:
    ranges = ranges_of(platform)
    events = {(event, registered) for event, registered, _ in ranges}
    for version in measured_versions(platform):
        for event, registered in events:
            possible = honoured(platform, version, registered)
            answered = {name for name in TABLED if answer_at(ranges.get((event, registered, name), []), version)}
            assert answered | {ALLOW} >= possible - {"input"}, (version, registered)


def test_an_answer_that_stopped_working_ends_its_range() -> None:
    """Where neither neighbour's answer holds at both ends, the gap between them has none."""
    older, newer = ({f'{{"exit_code":{code}}}': answers._Shown(silent=False, row=f"row-{code}")} for code in (1, 2))
    slots = [
        answers._Slot("1.0.0", after=False, holding=older),
        answers._Slot("1.0.0", after=True, holding={}),
        answers._Slot("2.0.0", after=False, holding=newer),
    ]
    rows = list(answers._ranges("any", "PreToolUse", "preToolUse", "deny", slots))
    assert [(row.get("since"), row.get("after"), row["answer"]) for row in rows] == [
        (None, None, {"exit_code": 1}),
        (None, "1.0.0", None),
        ("2.0.0", None, {"exit_code": 2}),
    ]


@pytest.mark.whole
def test_a_release_asked_about_one_change_ends_no_range() -> None:
    """Copilot CLI 1.0.49 was asked about answers after a tool: a deny before one holds from 0.0.399 to the newest."""
    rows = ranges_of("copilot-cli")["PreToolUse", "preToolUse", "deny"]
    assert [(row.get("since"), row["answer"] is None) for row in rows] == [(None, True), ("0.0.399", False)]


@pytest.mark.whole
def test_the_table_that_a_guard_carries_is_small_and_says_the_same() -> None:
    table = answer_table(Request())
    assert len(json.dumps(table)) < 20_000
    for platform, events in table["platforms"].items():
        rows = answer_rows(Request((platform,)))
        said = [
            (event, verdict, start, after, None if number is None else table["answers"][number])
            for event, verdicts in events.items()
            for verdict, ranges in verdicts.items()
            for start, after, number in ranges
        ]
        expected = [
            (
                row["registered_event"],
                row["verdict"],
                row.get("after", row.get("since", "")),
                "after" in row,
                row["answer"],
            )
            for row in rows
        ]
        assert sorted(said, key=str) == sorted(expected, key=str)
