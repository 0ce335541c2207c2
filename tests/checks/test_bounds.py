"""One check says enough to act on and no more, whatever an adapter answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.checks.bounds import MAX_DIFFERENCES, MAX_MESSAGE, MAX_VALUE, bounded
from hookconform.checks.compare import differences
from hookconform.checks.outcome import Difference, Judgement, Outcome
from hookconform.ground.pointers import MISSING
from hookconform.ground.printable import printable_json

ROOM = 50


def failed(*found: Difference, message: str = "") -> Judgement:
    return bounded(Judgement(Outcome.FAILED, message, found))


def test_of_many_differences_the_first_are_shown_and_the_rest_is_said() -> None:
    found = [Difference(f"/{number}", 1, 2) for number in range(MAX_DIFFERENCES + 1)]
    judgement = failed(*found)
    assert list(judgement.differences) == found[:MAX_DIFFERENCES]
    assert "more differences than the 50 shown" in judgement.message
    assert not failed(*found[:MAX_DIFFERENCES]).message


def test_messages_values_and_pointers_keep_their_ends() -> None:
    judgement = failed(Difference("/" + "k" * 9000, "x" * 9000, ["y" * 9000]), message="m" * 9000)
    assert len(judgement.message) <= MAX_MESSAGE + ROOM
    (difference,) = judgement.differences
    assert all(len(text) <= MAX_VALUE + ROOM for text in (difference.pointer, difference.expected, difference.got))
    assert difference.got.startswith('["yyy')


def test_a_value_that_is_short_but_deep_does_not_swell_when_it_is_indented() -> None:
    value: Any = "x"
    for _ in range(400):
        value = [value]
    (difference,) = failed(Difference("/a", 1, value)).differences
    assert len(printable_json(difference.as_json(), indent=2)) < 3 * MAX_VALUE


@pytest.mark.parametrize(("depth", "stays"), [(28, True), (29, False)])
def test_a_value_is_cut_where_it_would_be_four_times_as_long_indented(depth: int, stays: bool) -> None:
    value: Any = [0] * (MAX_VALUE // 20)
    for _ in range(depth):
        value = [value]
    assert (len(printable_json(value, indent=2)) <= 4 * MAX_VALUE) == stays
    (difference,) = failed(Difference("/a", 1, value)).differences
    assert (difference.got == value) == stays


@pytest.mark.parametrize(("length", "stays"), [(MAX_VALUE, True), (MAX_VALUE + 1, False)])
def test_a_value_is_cut_behind_its_bound(length: int, stays: bool) -> None:
    for value in ("x" * (length - 2), ["x" * (length - 4)]):
        (difference,) = failed(Difference("/a", 1, value)).differences
        assert (difference.got == value) == stays


def test_what_fits_stays_what_it_is() -> None:
    difference = Difference("/a", {"b": [1]}, MISSING)
    assert failed(difference, message="why") == Judgement(Outcome.FAILED, "why", (difference,))


@pytest.mark.parametrize("got", [{f"key {number}": 0 for number in range(100_000)}, {"k" * 1_000_000: 0}])
def test_a_comparison_ends_early_and_its_pointers_stay_short(got: dict[str, int]) -> None:
    found = differences({}, got, "/x")
    assert len(found) <= MAX_DIFFERENCES + 1
    assert all(len(difference.pointer) < 200 for difference in found)


def test_values_are_compared_however_deeply_they_are_nested() -> None:
    def nested(leaf: int, depth: int = 10_000) -> Any:
        value: Any = leaf
        for _ in range(depth):
            value = [value]
        return value

    one, other = nested(1), nested(2)
    assert [item.got for item in differences(one, other, "")] == [2]
    assert differences(one, one, "") == []
    assert json.loads(printable_json(nested(1, 400)))
