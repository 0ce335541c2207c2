"""Arguments that are left out: what a tool does then is said, passed on, reported or refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.facade_tables import REGISTRY

from tool_facades import Assumed, Call, Difference, FacadeError, Mapped, ToolFacade


def arguments(mapped: Mapped, number: int = 0) -> Any:
    return mapped.calls[number].arguments


@pytest.mark.parametrize(
    ("provider", "tool", "given", "name", "value"),
    [
        ("gemini", "grep_search", {"pattern": "p"}, "ignore_case", True),
        ("claude", "Grep", {"pattern": "p"}, "output_mode", "files_with_matches"),
        ("grok", "spawn_subagent", {"prompt": "p", "description": "d"}, "run_in_background", True),
        ("qwen", "agent", {"prompt": "p", "description": "d"}, "run_in_background", True),
        ("kimi", "Bash", {"command": "x"}, "timeout", 60000),
        ("grok", "todo_write", {"todos": []}, "merge", True),
        ("puppy", "create_file", {"file_path": "a", "content": "b"}, "overwrite", False),
        ("copilot", "create", {"path": "a", "file_text": "b"}, "overwrite", False),
        ("vscode", "create_file", {"filePath": "a", "content": "b"}, "overwrite", False),
        ("puppy", "list_files", {}, "recursive", True),
        ("codex", "exec_command", {"cmd": "x"}, "wait", 10000),
        ("hermes", "read_file", {"path": "a"}, "limit", 500),
        ("letta", "Agent", {"description": "d", "prompt": "p", "subagent_type": "s"}, "run_in_background", True),
    ],
)
def test_what_a_tool_does_by_itself_is_inserted(provider: str, tool: str, given: Any, name: str, value: Any) -> None:
    facade = REGISTRY.tool(provider, tool)
    mapped = facade.to_canonical(given)
    assert arguments(mapped)[name] == value
    assert Assumed(0, name, value) in mapped.assumed
    assert arguments(facade.to_native(mapped)) == given


def test_an_old_version_is_not_taken_for_a_new_one() -> None:
    given = {"description": "d", "prompt": "p", "subagent_type": "s"}
    assert "run_in_background" in arguments(REGISTRY.tool("claude", "Agent").to_canonical(given))
    assert "run_in_background" not in arguments(REGISTRY.tool("claude", "Agent", version="2.1.141").to_canonical(given))


@pytest.mark.parametrize(
    ("source", "tool", "given", "target", "name", "said"),
    [
        ("gemini", "grep_search", {"pattern": "p"}, "claude", "Grep", {"-i": True, "output_mode": "content"}),
        ("claude", "Grep", {"pattern": "p"}, "gemini", "grep_search", {"names_only": True}),
        ("kimi", "Bash", {"command": "x"}, "opencode", "bash", {"timeout": 60000}),
        ("opencode", "bash", {"command": "x"}, "kimi", "Bash", {"timeout": 120}),
        ("grok", "todo_write", {"todos": []}, "hermes", "todo", {"merge": True}),
        ("opencode", "todowrite", {"todos": []}, "grok", "todo_write", {"merge": False}),
    ],
)
def test_it_is_said_where_another_tool_does_otherwise(  # noqa: PLR0913, PLR0917 (one of each row)
    source: str, tool: str, given: Any, target: str, name: str, said: dict[str, Any]
) -> None:
    mapped = REGISTRY.tool(target, name).to_native(REGISTRY.tool(source, tool).to_canonical(given))
    assert said.items() <= arguments(mapped).items()
    assert said.items() <= {item.argument: item.value for item in mapped.assumed}.items()


@pytest.mark.parametrize(
    ("source", "tool", "given", "target", "name", "argument"),
    [
        ("grok", "todo_write", {"todos": []}, "claude", "TodoWrite", "merge"),
        ("puppy", "create_file", {"file_path": "a", "content": "b"}, "claude", "Write", "overwrite"),
        ("copilot", "create", {"path": "a", "file_text": "b"}, "gemini", "write_file", "overwrite"),
        ("claude", "Grep", {"pattern": "p"}, "opencode", "grep", "output_mode"),
        ("gemini", "grep_search", {"pattern": "p"}, "opencode", "grep", "ignore_case"),
        ("puppy", "list_files", {"directory": "."}, "gemini", "list_directory", "recursive"),
        ("claude", "Agent", {"description": "d", "prompt": "p"}, "gemini", "invoke_agent", "run_in_background"),
    ],
)
def test_it_is_refused_where_another_tool_has_no_word(  # noqa: PLR0913, PLR0917 (one of each row)
    source: str, tool: str, given: Any, target: str, name: str, argument: str
) -> None:
    mapped = REGISTRY.tool(source, tool).to_canonical(given)
    with pytest.raises(FacadeError, match=argument) as caught:
        REGISTRY.tool(target, name).to_native(mapped)
    assert caught.value.code == "no-counterpart"


def test_a_limit_that_cannot_be_said_is_reported() -> None:
    mapped = REGISTRY.tool("gemini", "run_shell_command").to_native(
        REGISTRY.tool("kimi", "Bash").to_canonical({"command": "x"})
    )
    assert mapped.differences == (Difference("timeout", 60000, None),)
    created = REGISTRY.tool("copilot", "create").to_native({"file_path": "a", "content": "b"})
    assert created.differences == (Difference("overwrite", meant=True, actual=False),)
    # A caller who said it is not told of a difference, but of an error.
    with pytest.raises(FacadeError, match="timeout"):
        REGISTRY.tool("gemini", "run_shell_command").to_native({"command": "x", "timeout": 60000})


def test_a_changed_value_was_said_since() -> None:
    mapped = REGISTRY.tool("kimi", "Bash").to_canonical({"command": "x"})
    longer = mapped._replace(calls=(Call("Bash", {"command": "x", "timeout": 90000}),))
    assert arguments(REGISTRY.tool("kimi", "Bash").to_native(longer)) == {"command": "x", "timeout": 90}
    with pytest.raises(FacadeError, match="timeout"):
        REGISTRY.tool("gemini", "run_shell_command").to_native(longer)


def test_calls_of_a_list_keep_their_own_defaults() -> None:
    mapped = REGISTRY.tool("cline", "run_commands").to_canonical({"commands": ["a", "b"]})
    assert mapped.assumed == (Assumed(0, "timeout", 30000), Assumed(1, "timeout", 30000))
    assert [call.arguments for call in REGISTRY.tool("kimi", "Bash").to_native(mapped).calls] == [
        {"command": "a", "timeout": 30},
        {"command": "b", "timeout": 30},
    ]


def test_ones_own_tool_states_what_it_does() -> None:
    schema = {"properties": {"q": {"type": "string"}}, "required": ["q"]}
    row = {"arguments": {"q": "pattern"}, "absent": {"output_mode": [{"value": "count", "since": "9.9.9"}]}}
    mine = ToolFacade("mine", "find", "Grep", [schema], row)
    assert arguments(mine.to_canonical({"q": "x"})) == {"pattern": "x", "output_mode": "count"}
    assert arguments(mine.to_native({"pattern": "x", "output_mode": "count"})) == {"q": "x"}
    with pytest.raises(FacadeError, match="output_mode"):
        mine.to_native({"pattern": "x"})


def test_each_part_of_a_schema_of_ones_own_binds() -> None:
    schema = {"properties": {"q": {"type": "string", "allOf": [{"minLength": 2}, {"maxLength": 3}]}}, "required": ["q"]}
    mine = ToolFacade("mine", "find", "Grep", [schema], {"arguments": {"q": "pattern"}})
    assert arguments(mine.to_canonical({"q": "abc"})) == {"pattern": "abc"}
    for wrong in ("a", "abcd"):
        with pytest.raises(FacadeError) as caught:
            mine.to_canonical({"q": wrong})
        assert caught.value.code == "wrong-argument"


@pytest.mark.parametrize(
    ("limits", "good", "wrong"),
    [
        ({"type": "array", "uniqueItems": True}, ["a", "b"], ["a", "a"]),
        ({"type": "array", "uniqueItems": True}, [1, True], [1, 1.0]),
        ({"type": "number", "multipleOf": 5}, 10, 12),
        ({"type": "object", "minProperties": 1}, {"a": 1}, {}),
        ({"type": "object", "maxProperties": 1}, {"a": 1}, {"a": 1, "b": 2}),
    ],
)
def test_limits_of_ones_own_bind_that_no_program_declares(limits: dict[str, Any], good: Any, wrong: Any) -> None:
    schema = {"properties": {"q": {"type": "string"}, "x": limits}, "required": ["q"]}
    mine = ToolFacade("mine", "find", "Grep", [schema], {"arguments": {"q": "pattern"}})
    assert arguments(mine.to_canonical({"q": "abc", "x": good})) == {"pattern": "abc"}
    with pytest.raises(FacadeError) as caught:
        mine.to_canonical({"q": "abc", "x": wrong})
    assert caught.value.code == "wrong-argument"


@pytest.mark.parametrize("calls", [7, None, object(), [7], [Call("Read", {})], Call("Read", {}), (), []])
def test_what_is_no_call_is_named_for_what_it_is(calls: Any) -> None:
    for to_native in (REGISTRY.tool("claude", "Bash").to_native, lambda one: REGISTRY.to_native("claude", one)):
        with pytest.raises(FacadeError) as caught:
            to_native(calls)
        assert "number" not in caught.value.what or isinstance(calls, list), caught.value


def test_the_registry_takes_a_mapping_as_it_is() -> None:
    mapped = REGISTRY.tool("gemini", "run_shell_command").to_canonical({"command": "make", "dir_path": "src"})
    for asked in (mapped, mapped.calls, mapped.calls[0]):
        assert arguments(REGISTRY.to_native("opencode", asked)) == {"command": "make", "workdir": "src"}
    assert arguments(REGISTRY.to_native("opencode", "Bash", {"command": "make"})) == {"command": "make"}


def test_own_arguments_of_a_mapping_are_not_forgotten() -> None:
    mapped = REGISTRY.tool("claude", "Bash").to_canonical({"command": "ls", "dangerouslyDisableSandbox": True})
    with pytest.raises(FacadeError, match="dangerouslyDisableSandbox"):
        REGISTRY.to_native("opencode", mapped)


def test_own_arguments_go_back_to_the_tool_that_they_came_from() -> None:
    mapped = REGISTRY.tool("claude", "PowerShell").to_canonical({"command": "ls", "dangerouslyDisableSandbox": True})
    assert [call.tool for call in REGISTRY.to_native("claude", mapped).calls] == ["PowerShell"]


def test_a_time_to_wait_that_nobody_said_means_nothing_in_the_background() -> None:
    bash = REGISTRY.tool("copilot", "bash")
    waits = bash.to_canonical({"command": "make", "description": "d"})
    assert waits.calls[0].arguments == {"command": "make", "description": "d", "wait": 30000}
    away = bash.to_canonical({"command": "make", "description": "d", "mode": "async"})
    assert (away.assumed, "wait" in away.calls[0].arguments) == ((), False)
    there = REGISTRY.to_native("copilot", "Bash", {"command": "make", "run_in_background": True})
    assert there.differences == ()


def test_a_time_to_wait_that_nobody_said_is_a_difference_where_it_has_no_effect() -> None:
    mapped = REGISTRY.tool("copilot", "bash").to_canonical({"command": "make", "description": "d"})
    native = REGISTRY.to_native("gemini", mapped)
    assert native.calls[0].arguments == {"command": "make", "description": "d"}
    assert [(one.argument, one.meant, one.actual) for one in native.differences] == [("wait", 30000, None)]
    with pytest.raises(FacadeError):
        REGISTRY.to_native("gemini", "Bash", {"command": "make", "wait": 30000})
