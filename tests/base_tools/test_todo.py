"""The list of steps that a model keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.base_tools.conftest import Call
from tool_facades.base_tools import BaseTools
from tool_facades.base_tools.todo import MOST_STEPS


def test_a_list_is_kept_and_told(folder: Path) -> None:
    tools = BaseTools(folder)
    steps = [{"content": "a", "status": "completed"}, {"content": "b", "status": "in_progress", "id": "7"}]
    assert tools.run(Call("TodoWrite", {"todos": steps})).text == "[x] a\n[>] b"
    assert list(tools.todos) == steps
    assert tools.run(Call("TodoWrite", {"todos": []})).text == "(No steps.)"
    assert tools.todos == ()


def test_merging_changes_some_steps_and_keeps_the_others(folder: Path) -> None:
    tools = BaseTools(folder)
    first = [{"id": "1", "content": "a", "status": "pending"}, {"content": "b", "status": "pending"}]
    tools.run(Call("TodoWrite", {"todos": first}))
    change = [{"id": "1", "status": "completed"}, {"content": "b", "status": "cancelled"}, {"content": "c"}]
    assert tools.run(Call("TodoWrite", {"todos": change, "merge": True})).text == "[x] a\n[-] b\n[ ] c"


@pytest.mark.parametrize(
    "todos",
    [
        [{"content": " "}],
        [{"status": "pending"}],
        ["a"],
        [{"content": 1}],
        [{"content": "a", "status": "soon"}],
        [{"content": str(number)} for number in range(MOST_STEPS + 1)],
    ],
)
def test_a_wrong_list_leaves_the_old_one(folder: Path, todos: list[object]) -> None:
    tools = BaseTools(folder)
    tools.run(Call("TodoWrite", {"todos": [{"content": "kept"}]}))
    for merge in (False, True):
        assert tools.run(Call("TodoWrite", {"todos": todos, "merge": merge})).outcome == "invalid"
    assert [step["content"] for step in tools.todos] == ["kept"]
