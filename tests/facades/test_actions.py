"""One tool with several actions, and tools that a vendor's interface defines."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.facade_tables import REGISTRY

from tool_facades import Call, FacadeError, ToolFacade
from tool_facades.suite import Facades

SEARCH: ToolFacade = REGISTRY.tool("openai-api", "web_search")
EDITOR: ToolFacade = REGISTRY.tool("anthropic-api", "str_replace_based_edit_tool")
PAGE = "https://example.com/a"
PATCH = "*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b\n*** Update File: c\n@@\n-x\n+y\n*** End Patch\n"


@pytest.mark.parametrize(
    ("action", "canonical", "tool", "gemini"),
    [
        ({"type": "search", "query": "q"}, Call("WebSearch", {"query": "q"}), "google_web_search", {"query": "q"}),
        ({"type": "open_page", "url": PAGE}, Call("WebFetch", {"url": PAGE}), "web_fetch", {"prompt": PAGE}),
        (
            {"type": "find_in_page", "url": PAGE, "pattern": "x"},
            Call("WebFetch", {"url": PAGE, "prompt": "x"}),
            "web_fetch",
            {"prompt": f"{PAGE} x"},
        ),
    ],
)
def test_actions_of_one_tool_are_several_canonical_tools(action: Any, canonical: Call, tool: str, gemini: Any) -> None:
    mapped = SEARCH.to_canonical({"action": action})
    assert mapped.calls == (canonical,)
    assert SEARCH.to_native(mapped).calls == (Call("web_search", {"action": action}),)
    there = REGISTRY.to_native("gemini", mapped)
    assert there.calls == (Call(tool, gemini),)
    assert there.dropped == (("type",) if action["type"] == "find_in_page" else ())


def test_several_tools_become_actions_of_one() -> None:
    gemini = {"google_web_search": {"query": "q"}, "web_fetch": {"prompt": f"What does {PAGE} say?"}}
    found = [
        REGISTRY.to_native("openai-api", REGISTRY.tool("gemini", name).to_canonical(given))
        for name, given in gemini.items()
    ]
    assert [one.calls[0].arguments for one in found] == [
        {"action": {"type": "search", "query": "q"}},
        {"action": {"type": "open_page", "url": PAGE}},
    ]
    assert [one.dropped for one in found] == [(), ("prompt",)]


EDITS = [
    ({"command": "view", "path": "a", "view_range": [2, -1]}, "Read", {"filePath": "a", "offset": 2}),
    ({"command": "view", "path": "a"}, "Read", {"filePath": "a"}),
    ({"command": "create", "path": "a", "file_text": "x"}, "Write", {"filePath": "a", "content": "x"}),
    (
        {"command": "str_replace", "path": "a", "old_str": "x", "new_str": "y"},
        "Edit",
        {"filePath": "a", "oldString": "x", "newString": "y"},
    ),
]


@pytest.mark.parametrize(("given", "tool", "opencode"), EDITS)
def test_commands_of_an_editor_go_both_ways(given: Any, tool: str, opencode: Any) -> None:
    mapped = EDITOR.to_canonical(given)
    assert mapped.calls[0].tool == tool
    assert EDITOR.to_native(mapped).calls[0].arguments == given
    there = REGISTRY.to_native("opencode", mapped)
    assert there.calls[0].arguments == opencode
    back = REGISTRY.to_native("anthropic-api", REGISTRY.tool("opencode", there.calls[0].tool).to_canonical(opencode))
    assert back.calls[0].arguments == given


def test_an_insertion_is_the_editors_own() -> None:
    given = {"command": "insert", "path": "a", "insert_line": 2, "insert_text": "x"}
    mapped = EDITOR.to_canonical(given)
    assert EDITOR.to_native(mapped).calls[0].arguments == given
    with pytest.raises(FacadeError, match="insert_line is an argument of anthropic-api"):
        REGISTRY.to_native("opencode", mapped)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        ({}, "missing-argument", "command must be one of view, create, str_replace, insert"),
        ({"command": "undo_edit", "path": "a"}, "wrong-argument", "not 'undo_edit'"),
        ({"command": "creat", "path": "a"}, "wrong-argument", "'create' was perhaps meant"),
        ({"command": "view"}, "missing-argument", "path"),
        ({"command": "view", "path": "a", "file_text": "x"}, "unknown-argument", "file_text"),
        ([], "wrong-argument", "named arguments"),
    ],
)
def test_a_call_without_a_known_action_is_refused(arguments: Any, code: str, words: str) -> None:
    with pytest.raises(FacadeError, match=words) as caught:
        EDITOR.to_canonical(arguments)
    assert caught.value.code == code


@pytest.mark.parametrize("arguments", [{}, {"action": 1}, {"action": {"type": "search", "query": "q"}, "more": 1}])
def test_actions_stand_alone_in_their_object(arguments: Any) -> None:
    with pytest.raises(FacadeError):
        SEARCH.to_canonical(arguments)


@pytest.mark.parametrize(
    ("provider", "api", "types"),
    [
        ("anthropic-api", "messages", ["text_editor_20250728", "bash_20250124", "memory_20250818"]),
        ("openai-api", "responses", ["apply_patch", "shell", "web_search"]),
    ],
)
def test_the_definition_is_the_type(provider: str, api: str, types: list[str]) -> None:
    facades = REGISTRY.tools_for_provider(provider)
    assert [facade.definition(api)["type"] for facade in facades] == types
    for facade in facades:
        with pytest.raises(FacadeError) as caught:
            facade.definition("gemini")
        assert caught.value.code == "unknown-api"


def test_a_shell_of_the_interface_is_on_ones_own_machine() -> None:
    assert REGISTRY.tool("openai-api", "shell").definition("responses")["environment"] == {"type": "local"}


@pytest.mark.parametrize("provider", ["anthropic-api", "openai-api"])
def test_tools_that_a_vendor_defines_have_no_schema(provider: str) -> None:
    tools = Facades().tools(provider, "any", "own")["tools"]
    assert [tool["parameters"] for tool in tools] == [None] * 3


def test_commands_of_a_shell_call_are_a_call_each() -> None:
    shell = REGISTRY.tool("openai-api", "shell")
    given = {"action": {"commands": ["a", "b"], "timeout_ms": 1000}}
    mapped = shell.to_canonical(given)
    assert [call.arguments for call in mapped.calls] == [
        {"timeout": 1000, "command": "a"},
        {"timeout": 1000, "command": "b"},
    ]
    assert shell.to_native(mapped).calls[0].arguments == given
    bash = REGISTRY.tool("anthropic-api", "bash")
    assert bash.to_canonical({"command": "ls"}).calls == (Call("Bash", {"command": "ls"}),)
    with pytest.raises(FacadeError, match="restart"):
        REGISTRY.to_native("opencode", bash.to_canonical({"restart": True}))
    # No other tool restarts anything either.
    told = REGISTRY.to_native("opencode", bash.to_canonical({"command": "ls", "restart": False}))
    assert told.dropped == ()


def test_a_patch_is_an_operation_for_each_file() -> None:
    patch = REGISTRY.tool("openai-api", "apply_patch")
    found = patch.to_native({"patch": PATCH})
    assert [call.arguments for call in found.calls] == [
        {"operation": {"type": "create_file", "path": "a", "diff": "+x\n"}},
        {"operation": {"type": "delete_file", "path": "b"}},
        {"operation": {"type": "update_file", "path": "c", "diff": "@@\n-x\n+y\n"}},
    ]
    back = [patch.to_canonical(call.arguments).calls[0] for call in found.calls]
    whole = "".join(str(call.arguments["patch"]) for call in back if isinstance(call.arguments, dict))
    assert whole.replace("*** End Patch\n*** Begin Patch\n", "") == PATCH
    assert REGISTRY.to_native("opencode", back[0], model="gpt").calls[0].tool == "apply_patch"


@pytest.mark.parametrize(
    "operation",
    [
        {"type": "move_file", "path": "a"},
        {"type": "create_file", "path": "a"},
        {"type": "delete_file", "path": "a", "diff": "-x"},
        {"type": "update_file", "path": "a\n*** Delete File: b", "diff": "@@\n"},
        {"type": "update_file", "path": "a", "diff": "@@\n-x\n+y\n*** Delete File: b\n"},
    ],
)
def test_an_operation_is_about_one_file(operation: Any) -> None:
    with pytest.raises(FacadeError):
        REGISTRY.tool("openai-api", "apply_patch").to_canonical({"operation": operation})


@pytest.mark.parametrize(
    "canonical",
    [
        {"file_path": "a", "old_string": "x", "new_string": "y"},
        {"patch": "*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch\n"},
        {"patch": "no patch"},
        {"patch": "*** Begin Patch\n*** End Patch"},
        {"patch": "*** Begin Patch\n+x\n*** End Patch"},
    ],
)
def test_what_is_no_operation_is_refused(canonical: Any) -> None:
    with pytest.raises(FacadeError):
        REGISTRY.tool("openai-api", "apply_patch").to_native(canonical)


def test_refused_arguments_are_named_in_the_order_of_the_call() -> None:
    facade = REGISTRY.tool("openai-api", "apply_patch")
    for edit in ({"file_path": "a", "new_string": "b"}, {"new_string": "b", "file_path": "a"}):
        with pytest.raises(FacadeError) as caught:
            facade.to_native(edit | {"old_string": "c"})
        assert caught.value.what.startswith(f"{next(iter(edit))} has no counterpart")
