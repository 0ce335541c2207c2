"""The name that was meant: near ones in any case, none for what is far, and no cost for a name of any length."""

from __future__ import annotations

import cProfile

import pytest

from hook_adapters import UnsupportedPlatform, canonicalize
from hook_adapters.canonical.meant import meant, nearest

KNOWN = ("gemini-cli", "claude-code", "PreToolUse")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("gemni-cli", "gemini-cli"),
        ("GEMINI-CLI", "gemini-cli"),
        ("pretooluse", "PreToolUse"),
        ("pre_tool_use", "PreToolUse"),
        ("zzz", None),
        ("", None),
        (7, None),
        ("gemini-cli" * 4, None),
    ],
)
def test_the_nearest_name(wrong: object, right: str | None) -> None:
    assert nearest(wrong, KNOWN) == right


def test_of_names_that_differ_in_case_alone_the_first_is_meant() -> None:
    assert nearest("BASH", ["bash", "Bash"]) == "bash"


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert nearest("any", ()) is None


def test_all_names_are_told_where_none_is_near() -> None:
    assert meant("zzz", KNOWN) == "; there are: gemini-cli, claude-code, PreToolUse"
    assert meant("claud-code", KNOWN) == "; did you mean claude-code?"


def test_a_long_name_costs_no_more_than_a_short_one() -> None:
    def calls(name: str) -> int:
        with pytest.raises(UnsupportedPlatform):
            canonicalize(name, "{}")
        profile = cProfile.Profile()
        profile.enable()
        with pytest.raises(UnsupportedPlatform):
            canonicalize(name, "{}")
        profile.disable()
        return sum(entry.callcount for entry in profile.getstats())

    assert calls("x" * 100_000) <= calls("x" * 100)
