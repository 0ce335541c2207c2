"""A native value that fits its declaration and no canonical argument is the tool's own, and comes back as it was."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.facade_tables import REGISTRY, all_facades, named

from hookconform.corpus.declared_calls import calls_of
from tool_facades import FacadeError, ToolFacade
from tool_facades.validation import same

# Provider, tool, arguments, and the name of what has no canonical counterpart.
BEYOND: list[tuple[str, str, dict[str, Any], str]] = [
    ("claude", "Bash", {"command": "x", "timeout": -1}, "timeout"),
    ("claude", "Bash", {"command": "x", "timeout": 0}, "timeout"),
    ("claude", "Read", {"file_path": "a", "offset": 0}, "offset"),
    ("copilot", "bash", {"command": "x", "description": "x", "initial_wait": -1}, "initial_wait"),
    ("copilot", "grep", {"pattern": "x", "paths": []}, "paths"),
    ("copilot", "view", {"path": "a", "view_range": [1]}, "view_range"),
    ("codex", "write_stdin", {"session_id": 1.5}, "session_id"),
    ("letta", "Read", {"file_path": "a", "offset": 0.5}, "offset"),
    ("claude", "SendMessage", {"to": "a", "message": {"type": "shutdown_request"}}, "message"),
    # A list of which each item is a call of its own, without items.
    ("cline", "run_commands", {"commands": []}, "commands"),
    ("hermes", "web_extract", {"urls": []}, "urls"),
    ("pi", "edit", {"path": "a", "edits": []}, "edits"),
]


def back(facade: ToolFacade, arguments: dict[str, Any]) -> dict[str, Any]:
    mapped = facade.to_canonical(arguments)
    (call,) = facade.to_native(mapped).calls
    assert isinstance(call.arguments, dict)
    return call.arguments


@pytest.mark.parametrize(("provider", "tool", "arguments", "own"), BEYOND)
def test_what_is_beyond_the_canonical_argument_is_the_tools_own(
    provider: str, tool: str, arguments: dict[str, Any], own: str
) -> None:
    facade = REGISTRY.tool(provider, tool)
    mapped = facade.to_canonical(arguments)
    assert mapped.native_only == {own: arguments[own]}
    assert len(mapped.calls) == 1
    assert back(facade, arguments) == arguments


@pytest.mark.parametrize("facade", list(all_facades(newest=True)), ids=named)
def test_every_call_that_a_declaration_allows_comes_back(facade: ToolFacade) -> None:
    for schema in facade.parameters:
        for arguments in calls_of(schema):
            assert same(back(facade, arguments), arguments), arguments


def test_a_list_that_is_not_required_may_be_missing() -> None:
    output = REGISTRY.tool("grok", "get_command_or_subagent_output")
    assert back(output, {"timeout_ms": 5}) == {"timeout_ms": 5}
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool("cline", "run_commands").to_native({"run_in_background": False})
    assert caught.value.code == "no-counterpart"


def test_of_several_declarations_the_one_that_says_it_all_counts() -> None:
    task = {"description": "a", "prompt": "b", "subagent_type": "c", "background": False}
    assert back(REGISTRY.tool("opencode", "task"), task) == task


def test_a_value_that_a_tool_has_anyway_may_stand_beside_an_item() -> None:
    edit = {"file_path": "a", "old_string": "b", "new_string": "c", "replace_all": False}
    (call,) = REGISTRY.tool("puppy", "replace_in_file", version="0.0.600").to_native(edit).calls
    assert call.arguments == {"file_path": "a", "replacements": [{"old_str": "b", "new_str": "c"}]}


def test_no_call_is_not_one_call() -> None:
    for calls in ([], ()):
        with pytest.raises(FacadeError) as caught:
            REGISTRY.tool("claude", "Bash").to_native(calls, {"dangerouslyDisableSandbox": True})
        assert (caught.value.code, caught.value.where) == ("missing-argument", "claude Bash")


@pytest.mark.parametrize("own", [{1: 2}, {None: 1}, {"command/x": 1}, {"command/0": 1}, {"": 1}, {"/": 1}])
def test_own_arguments_without_a_place_are_refused(own: dict[Any, Any]) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool("claude", "Bash").to_native({"command": "ls"}, own)
    assert caught.value.code == "native-only"


@pytest.mark.parametrize("place", ["todos/0", "todos/x/content", "todos/-1/tag", "todos/²/tag", "todos/9/tag"])
def test_an_own_argument_stands_in_an_object_that_is_there(place: str) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool("claude", "TodoWrite").to_native({"todos": [{"content": "a", "status": "pending"}]}, {place: 1})
    assert caught.value.code == "native-only"


def test_an_own_argument_does_not_take_the_place_of_what_the_call_says() -> None:
    bash = REGISTRY.tool("claude", "Bash")
    with pytest.raises(FacadeError) as caught:
        bash.to_native({"command": "ls"}, {"command": "rm -rf /"})
    assert (caught.value.code, caught.value.where) == ("native-only", "claude Bash command")
    assert bash.to_native({"command": "ls"}, {"command": "ls"}).calls[0].arguments == {"command": "ls"}


@pytest.mark.parametrize(
    "row",
    [
        {"arguments": {"cmd": "comand"}},
        {"arguments": {"cmd": {"to": "todos", "items": {}}}},
        {"single": {"to": "questions", "items": {}}},
        {"groups": [{"form": "lines", "start": "a", "end": "b"}]},
    ],
)
def test_a_row_of_ones_own_names_canonical_arguments(row: dict[str, Any]) -> None:
    mine = ToolFacade("mine", "sh", "Bash", [{"properties": {"cmd": {}}}], row)
    for way in (mine.to_canonical, mine.to_native):
        with pytest.raises(FacadeError) as caught:
            way({"cmd": "ls"} if way == mine.to_canonical else {"command": "ls"})
        assert caught.value.code == "unknown-argument"
