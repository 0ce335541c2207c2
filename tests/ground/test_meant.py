"""The name that was meant, for messages about unknown names."""

from __future__ import annotations

import pytest

from hookconform.ground.meant import meant, nearest

PLATFORMS = ["gemini-cli", "codex", "claude-code"]


@pytest.mark.parametrize(
    ("name", "near"),
    [("gemini", "gemini-cli"), ("CODEX", "codex"), ("claude", "claude-code"), ("emacs", None), ("", None), ("c", None)],
)
def test_the_nearest_name_is_found_in_any_case_and_none_is_made_up(name: str, near: str | None) -> None:
    assert nearest(name, PLATFORMS) == near
    assert meant(name, PLATFORMS) == (f"Did you mean {near}?" if near else "Known: claude-code, codex, gemini-cli.")


def test_a_name_that_begins_another_is_nearer_than_one_that_resembles_it() -> None:
    names = ["codex", "vscode-chat-copilot", "vscode-copilot"]
    for name in ("vscode", "vs-code", "VS Code"):
        assert nearest(name, names) == "vscode-copilot"
    assert nearest("codex", names) == "codex"


def test_several_names_in_one_are_told_apart() -> None:
    assert meant("codex, gemini-cli", PLATFORMS) == "Give each by itself: codex gemini-cli."
    assert meant("codex,emacs", PLATFORMS) == "Did you mean codex?"
    assert meant(",", PLATFORMS).startswith("Known: ")


def test_of_many_known_names_some_are_listed_and_the_rest_is_counted() -> None:
    names = [f"name{number:02}" for number in range(20)]
    assert meant("?", names).endswith("name14, name15 and 4 more.")
    assert meant("?", names[:16]).endswith("name14, name15.")
    assert meant("?", names[:17]).endswith("name15, name16.")


def test_of_many_names_those_are_told_that_are_like_it_and_not_the_first() -> None:
    names = [f"a{number:02}" for number in range(30)]
    assert meant("foo", [*names, "fond"]) == "Nearest of 31 known: fond."
    assert meant("foo", [*names, *(f"b{number:02}" for number in range(40))]) == "None of 70 known names is like it."


def test_a_name_with_only_single_letters_in_common_is_not_like_one() -> None:
    names = [f"n{number:02}" for number in range(70)]
    assert meant("mcp", [*names, "team_cleanup", "pi"]) == "None of 72 known names is like it."
    assert meant("list_thing", [*names, "tracker_list_it"]) == "Nearest of 71 known: tracker_list_it."


def test_where_nothing_is_known_no_empty_list_is_shown() -> None:
    assert meant("anything", []) == "None is known."
