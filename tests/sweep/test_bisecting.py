"""Bisection: which releases it looks at, and what it says where some show nothing."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform_lab.sweep.bisecting import Bisection, Step

RELEASES = [f"1.0.{number}" for number in range(40)]


def bisection(values: dict[int, Any], silent: set[int] = frozenset()) -> Bisection:  # type: ignore[assignment]
    """Values hold from a release on; those in `silent` show nothing."""

    def look(version: str) -> Step:
        number = int(version.rpartition(".")[2])
        if number in silent:
            return Step(None, "does-not-start: it needs a newer system")
        rows: dict[str, Any] = {}
        for first, found in sorted(values.items()):
            rows |= found if first <= number else {}
        return Step(rows)

    return Bisection(RELEASES, look)


@pytest.mark.parametrize("first", [1, 2, 17, 38, 39])
def test_a_change_is_found_between_two_neighbours(first: int) -> None:
    steps = bisection({0: {"exit2": "ran"}, first: {"exit2": "stopped"}})
    (change,) = steps.changes(["1.0.0", "1.0.39"])
    assert (change.older, change.newer) == (f"1.0.{first - 1}", f"1.0.{first}")
    assert change.is_exact
    assert (change.before, change.after) == ({"exit2": "ran"}, {"exit2": "stopped"})
    # The two ends, and a sixth of forty.
    assert steps.looked_at <= 2 + 6


def test_nothing_is_looked_at_where_both_ends_agree() -> None:
    steps = bisection({0: {"exit2": "ran"}})
    assert steps.changes(["1.0.0", "1.0.39"]) == []
    assert steps.looked_at == 2


def test_rows_that_change_at_different_releases_are_all_found() -> None:
    steps = bisection({0: {"a": 1, "b": 1, "c": 1}, 5: {"a": 2}, 21: {"b": 2}, 22: {"c": 2}})
    found = [(change.older, change.newer, change.names) for change in steps.changes(["1.0.0", "1.0.39"])]
    assert found == [("1.0.4", "1.0.5", ("a",)), ("1.0.20", "1.0.21", ("b",)), ("1.0.21", "1.0.22", ("c",))]


def test_a_third_value_between_makes_two_changes() -> None:
    steps = bisection({0: {"a": 1}, 10: {"a": 2}, 30: {"a": 3}})
    assert [change.newer for change in steps.changes(["1.0.0", "1.0.39"])] == ["1.0.10", "1.0.30"]


def test_releases_that_show_nothing_are_named_with_their_reasons() -> None:
    steps = bisection({0: {"a": 1}, 20: {"a": 2}}, silent={18, 19, 20})
    (change,) = steps.changes(["1.0.0", "1.0.39"])
    assert (change.older, change.newer, change.is_exact) == ("1.0.17", "1.0.21", False)
    assert [version for version, _ in change.between] == ["1.0.18", "1.0.19", "1.0.20"]
    assert all(why.startswith("does-not-start") for _, why in change.between)


def test_silent_releases_elsewhere_do_not_matter() -> None:
    silent = set(range(8, 31)) - {19, 20}
    (change,) = bisection({0: {"a": 1}, 20: {"a": 2}}, silent=silent).changes(["1.0.0", "1.0.39"])
    assert (change.older, change.newer, change.is_exact) == ("1.0.19", "1.0.20", True)


def test_known_versions_narrow_the_search() -> None:
    steps = bisection({0: {"a": 1}, 12: {"a": 2}})
    (change,) = steps.changes(["1.0.0", "1.0.11", "1.0.13", "1.0.39"])
    assert change.newer == "1.0.12"
    assert steps.looked_at == 5


def test_what_only_one_of_two_was_asked_is_no_change() -> None:
    steps = bisection({0: {"a": 1}, 20: {"b": 1}})
    assert steps.changes(["1.0.0", "1.0.39"]) == []
