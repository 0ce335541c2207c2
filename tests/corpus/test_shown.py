"""What is missing from a recording is missing only if a scenario ran that would show it."""

from __future__ import annotations

import pytest

from hookconform.corpus.shown import Shown

# 1 and 5 ran both scenarios, the others one. `moved` is shown by `short` first, and by `long` from 4 on.
SHOWN = Shown(
    {"1": {"short", "long"}, "2": {"short"}, "3": {"long"}, "4": {"long"}, "5": {"short", "long"}},
    {
        "always": {"1": {"short", "long"}, "2": {"short"}, "3": {"long"}, "4": {"long"}, "5": {"short", "long"}},
        "moved": {"1": {"short"}, "4": {"long"}, "5": {"long"}},
        "old": {"1": {"long"}},
        "new": {"5": {"short"}},
        "renamed": {"2": {"short"}},
        "both": {"1": {"short", "long"}},
        "later": {"3": {"long"}, "5": {"short"}},
    },
)


@pytest.mark.parametrize(
    ("version", "name", "lacking"),
    [
        ("1", "always", False),
        # The older recording shows it in a scenario that ran, the newer in one that did not; then the other way round.
        ("2", "moved", False),
        ("3", "moved", False),
        ("2", "old", False),
        ("3", "old", True),
        ("4", "new", False),
        ("2", "new", True),
        ("1", "new", True),
        ("2", "nothing", True),
        # One of the scenarios that show it is enough.
        ("2", "both", True),
        ("2", "later", False),
        # Nobody looked.
        ("6", "old", False),
        ("6", "nothing", False),
    ],
)
def test_a_name_is_missing_where_it_would_show(version: str, name: str, *, lacking: bool) -> None:
    assert SHOWN.lacks(version, name) is lacking


def test_names_of_one_tool_count_as_one() -> None:
    assert SHOWN.lacks("2", "old", "renamed") is False
    assert SHOWN.lacks("3", "renamed") is False
    assert SHOWN.lacks("3", "old", "renamed") is False  # `short` shows it nearest, and did not run
    assert SHOWN.lacks("5", "old", "renamed") is True
    two = Shown({"1": {"short", "long"}, "2": {"short"}}, {"a": {"1": {"short"}}, "b": {"1": {"long"}}})
    assert two.lacks("2", "a", "b") is two.lacks("2", "b", "a") is True


def test_the_version_itself_is_not_beside_it() -> None:
    """A fresh run of a recorded version is compared with its neighbours, not with that recording."""
    assert SHOWN.would_show("2", {"long"}, "renamed") is True


def test_a_version_is_whole_if_it_says_of_every_name_whether_it_has_it() -> None:
    assert [version for version in ("1", "2", "3", "4", "5", "6") if SHOWN.is_whole(version)] == ["1", "5"]
    assert not Shown({}, {}).is_whole("1")


def test_versions_are_ordered_as_versions() -> None:
    shown = Shown({"1.9.0": {"a"}, "1.10.0": {"b"}, "1.11.0": {"a"}}, {"x": {"1.9.0": {"a"}, "1.11.0": {"b"}}})
    assert shown.lacks("1.10.0", "x") is False
    assert shown.would_show("1.10.0", {"a", "b"}, "x") is True
