"""What a recording lacks is gone only where a scenario ran that would have shown it."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.explain.contract import offered
from hookconform.explain.contract.offered import offered_steps

Tools = dict[str, dict[str, Any]]
# The name stands in no table of the platform.
NAME = "lab_tool"


def tool(*scenarios: str, **keys: tuple[str, ...]) -> dict[str, Any]:
    """Return a tool that is declared in scenarios; `keys` are what it takes in some of them, else nothing."""
    forms = [{"properties": {key: {} for key in keys.get(one, ())}} for one in scenarios]
    return {
        "declared_in": list(scenarios),
        "parameters": forms,
        "variants": [{"declared_in": [one]} for one in scenarios],
    }


def steps(monkeypatch: pytest.MonkeyPatch, *recordings: Tools) -> list[tuple[str, str, str]]:
    versions = {f"{number}.0.0": tools for number, tools in enumerate(recordings, 1)}
    monkeypatch.setattr(offered, "declared_versions", lambda *_: list(versions))
    monkeypatch.setattr(offered, "declared_tools", lambda _, version, __: versions[version])
    found = offered_steps(load_platform("gemini-cli"), ())
    return [(step.after[0], step.since[0], " ".join((step.text, *step.items))) for step in found]


OTHER = {"other": tool("usual", "long")}
USUAL = {"other": tool("usual")}
CAME, WENT = f"the model is now offered `{NAME}`", f"the model is no longer offered `{NAME}`"


def with_tool(*scenarios: str, **keys: tuple[str, ...]) -> Tools:
    return {**OTHER, NAME: tool(*scenarios, **keys)}


def test_a_tool_comes_and_goes_where_both_recordings_ran_its_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps(monkeypatch, OTHER, with_tool("long"), OTHER) == [("1", "2", CAME), ("2", "3", WENT)]
    assert steps(monkeypatch, with_tool("long"), OTHER, with_tool("usual")) == [("1", "2", WENT), ("2", "3", CAME)]


def test_a_recording_that_ran_less_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps(monkeypatch, USUAL, with_tool("long"), USUAL, with_tool("long"), USUAL) == []
    # The change lies between the recordings that could show it.
    assert steps(monkeypatch, with_tool("long"), USUAL, OTHER, USUAL) == [("1", "3", WENT)]
    assert steps(monkeypatch, OTHER, USUAL, with_tool("long")) == [("1", "3", CAME)]


def test_a_tool_that_moved_to_another_scenario_was_there_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"other": tool("usual")}
    moved = {"other": tool("usual"), NAME: tool("usual")}
    assert steps(monkeypatch, with_tool("long"), other, moved) == []


def test_an_argument_is_compared_within_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    def of(text: str) -> str:
        return f"`{NAME}` {text}"

    one, both = with_tool("usual", usual=("a",)), with_tool("usual", "long", usual=("a",), long=("a", "b"))
    assert steps(monkeypatch, one, both, one, both) == []
    more = with_tool("usual", "long", usual=("a", "c"), long=("a",))
    assert steps(monkeypatch, both, more) == [("1", "2", of("takes `c`")), ("1", "2", of("no longer takes `b`"))]
    # The scenario was not run in between.
    assert steps(monkeypatch, both, one, more) == [("2", "3", of("takes `c`")), ("1", "3", of("no longer takes `b`"))]
    # What one scenario no longer shows, another still does.
    less = with_tool("usual", "long", usual=(), long=("a", "b"))
    assert steps(monkeypatch, both, less) == []
