"""Identifiers and times around a call: which change, in which form, and what stays."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hookconform.run.perturb.envelope import renewed
from hookconform.run.perturb.words import Words

SESSION = "ses_a1b2c3"
DAY = 86_400_000


def changed(value: Any, seed: int = 4) -> Any:
    random = Random(seed)
    words = Words(random, frozenset(), session=SESSION, excluded=[])
    return renewed(value, words, random)


@pytest.mark.parametrize("key", ["id", "session_id", "sessionId", "toolCallID", "tool_use_id", "turn_id", "parentId"])
def test_what_is_called_an_identifier_and_looks_made_changes(key: str) -> None:
    for value in ("call_7f3a91", "toolu_01A2b3", "a-b-c-1"):
        new = changed({key: value})[key]
        assert new != value
        assert [(char.isdigit(), char.isalpha()) for char in new] == [
            (char.isdigit(), char.isalpha()) for char in value
        ]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("model_id", "gpt-5.1-mini"),
        ("modelID", "claude4"),
        ("provider_id", "azure-2024"),
        ("providerID", "vertex1"),
        ("id", "reader"),
        ("id", "a1b2c"),
        ("id", "with blanks 1"),
        ("idea", "call_7f3a91"),
        ("identity", "call_7f3a91"),
        ("name", "call_7f3a91"),
        ("valid", "call_7f3a91"),
        ("id", ""),
    ],
)
def test_names_and_what_is_no_identifier_stay(key: str, value: str) -> None:
    assert changed({key: value}) == {key: value}


def test_the_same_identifier_is_the_same_wherever_it_stands() -> None:
    new = changed(
        {"call_id": "call_7f3a91", "items": [{"id": "call_7f3a91"}, {"id": "call_7f3a92"}], "session_id": SESSION}
    )
    assert new["call_id"] == new["items"][0]["id"] != new["items"][1]["id"]
    assert new["session_id"] != SESSION
    assert changed({"log": f"/tmp/{SESSION}.log"})["log"] != f"/tmp/{SESSION}.log"


@pytest.mark.parametrize("key", ["timestamp", "time", "start", "end", "created", "updated"])
def test_a_time_in_milliseconds_is_another_of_the_day_before(key: str) -> None:
    now = 1_790_000_000_000
    for seed in range(5):
        new = changed({key: now}, seed)[key]
        assert now - DAY < new <= now
    assert changed({key: now}) != {key: now}
    assert changed({key: [now]})[key] != [now]
    # Seconds, counts and the like are no such times.
    for small in (0, 7, DAY):
        assert changed({key: small}) == {key: small}
    assert changed({key: DAY + 1})[key] <= DAY + 1
    assert changed({"other": now}) == {"other": now}


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-23T08:15:30Z",
        "2026-11-23T08:15:30.123Z",
        "2026-11-23T08:15:30.123456+00:00",
        "2026-11-23T08:15",
        "rollout-2026-11-23T08-15-30.jsonl",
    ],
)
def test_a_time_of_day_is_another_and_written_in_the_same_way(text: str) -> None:
    news = {changed({"at": text}, seed)["at"] for seed in range(6)}
    assert len(news - {text}) >= 5
    for new in news:
        assert len(new) == len(text)
        assert [char if not char.isdigit() else "0" for char in new] == [
            char if not char.isdigit() else "0" for char in text
        ]
        before, _, clock = new.partition("T")
        assert before == text.partition("T")[0]
        hours, minutes = int(clock[:2]), int(clock[3:5])
        assert hours < 24
        assert minutes < 60
        assert int(clock[6:8] or 0) < 60 if clock[5:6] in {":", "-"} else True
        assert new.rpartition("+")[2] == text.rpartition("+")[2] or "+" not in text


@pytest.mark.parametrize("text", ["08:15:30", "T08:15", "at 08:15", "2026-11-23", "2026-11-23T08", "xT08:15:30"])
def test_what_is_no_time_of_a_day_stays(text: str) -> None:
    assert changed({"at": text}) == {"at": text}


def test_everything_else_stays() -> None:
    value = {
        "flag": True,
        "none": None,
        "number": 7.5,
        "text": "some words 12",
        "list": ["x", {"y": False}],
        "start": True,
    }
    assert changed(value) == value
