"""What a model attempts: which calls it can make, how sub-agents come to theirs, and what proves a call."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.attempted_calls import CALLS
from hookconform_lab.lab.attempts import Attempt, left_out, rounds
from hookconform_lab.lab.script import Reply, call
from hookconform_lab.lab.turn import Started, Turn, load_turn

EDITED = Attempt("edit", "a.env", "some-rule", edit="a.env", words="after")
TWO = Attempt("two", "a", "some-rule", patch="…", beside="b")


def refused(method: Any, *arguments: Any) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        method(*arguments)
    return caught.value


class _Bare(Turn):
    """A platform of which only the two calls that every turn has are known."""

    def start(self, *, granted: bool) -> Started:
        return Started(("agent",))

    def shell_call(self, command: str) -> Reply:
        return call("shell", cmd=command)

    def write_call(self, path: str, text: str) -> Reply:
        return call("write", path=path, text=text)


def test_a_turn_that_knows_two_calls_makes_those() -> None:
    turn = _Bare("1.0")
    (only,) = rounds(turn, CALLS)
    assert {one.kind for one in only.calls} == {"command", "path"}
    assert {why for one, why in left_out(turn, CALLS) if not one.is_decoyed} == {
        "no tool for patches",
        "no tool that edits a file",
        "no tool that reads a text file",
        "no MCP server",
        "no sub-agent",
    }
    assert refused(turn.edit_call, "a", "b", "c").code == "lab.turn"
    assert refused(turn.read_call, "a").code == "lab.turn"
    assert refused(turn.mcp_call, {}).code == "lab.turn"
    assert refused(turn.delegation, "sub").code == "lab.turn"


def test_a_sub_agent_makes_its_own_call() -> None:
    gemini = load_turn("gemini-cli", "0.61.0")
    parts = [part for part in rounds(gemini, CALLS) if any(call.is_delegated for call in part.calls)]
    script = parts[0].script(gemini)
    assert set(script.conversations) == {"main", "ran-sub-delete", "ran-sub-list"}
    assert script.conversations["ran-sub-delete"][0].calls[0].args["command"].startswith("rm -r build;")
    assert "rm -r" not in str(script.conversations["main"])
    assert [route.conversation for route in script.routes] == ["ran-sub-delete", "ran-sub-list"]


def test_a_file_that_was_there_counts_as_edited_by_its_words(tmp_path: Path) -> None:
    (tmp_path / "a.env").write_text("before\n")
    assert not EDITED.ran(tmp_path, "after")
    (tmp_path / "a.env").write_text("after\n")
    assert EDITED.ran(tmp_path, "")


def test_half_a_patch_is_a_patch_that_was_not_stopped_and_none_that_ran(tmp_path: Path) -> None:
    may = replace(TWO, rule=None)
    assert not TWO.ran(tmp_path, "")
    (tmp_path / "b").write_text("")
    assert TWO.ran(tmp_path, "")
    assert not may.ran(tmp_path, "")
    (tmp_path / "a").write_text("")
    assert may.ran(tmp_path, "")


def test_what_a_model_says_itself_is_no_result_of_an_mcp_call(tmp_path: Path) -> None:
    asked = Attempt("mcp", "", None, mcp="a.txt", words="mcp-word")
    assert not asked.ran(tmp_path, '{"text": "mcp-word"}')
    assert asked.ran(tmp_path, "echo: mcp-word")
