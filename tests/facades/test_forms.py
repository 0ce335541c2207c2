"""The forms that providers have for the same thing: what one says and what the others make of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.facade_tables import REGISTRY

from tool_facades import FacadeError, Filled, Mapped

LINES = st.integers(1, 10**6)
# Four ways to say which lines: a start and how many, first and last, a pair, and a start that counts from 0.
READERS = {
    "claude": ("Read", None, "newest"),
    "opencode": ("read", None, "newest"),
    "gemini": ("read_file", None, "newest"),
    "copilot": ("view", None, "newest"),
    "old gemini": ("read_file", None, "0.29.0"),
    "qwen": ("read_file", None, "newest"),
    "kimi": ("Read", None, "newest"),
}


def reader(name: str) -> Any:
    tool, model, version = READERS[name]
    return REGISTRY.tool(name.rsplit(maxsplit=1)[-1], tool, model, version)


def said(provider: str, canonical: dict[str, Any]) -> dict[str, Any]:
    (call,) = reader(provider).to_native({"file_path": "a", **canonical}).calls
    assert isinstance(call.arguments, dict)
    return {name: value for name, value in call.arguments.items() if value != "a"}


def one(mapped: Mapped) -> dict[str, Any]:
    (call,) = mapped.calls
    assert isinstance(call.arguments, dict)
    return call.arguments


def unassumed(mapped: Mapped, number: int = 0) -> dict[str, Any]:
    """Return the arguments of a call without those that nobody said."""
    unsaid = {item.argument for item in mapped.assumed if item.call == number}
    arguments = mapped.calls[number].arguments
    assert isinstance(arguments, dict)
    return {name: value for name, value in arguments.items() if name not in unsaid}


@pytest.mark.parametrize(
    ("canonical", "claude", "gemini", "copilot", "old"),
    [
        ({}, {}, {}, {}, {}),
        ({"offset": 1}, {"offset": 1}, {"start_line": 1}, {"view_range": [1, -1]}, {"offset": 0}),
        ({"offset": 5}, {"offset": 5}, {"start_line": 5}, {"view_range": [5, -1]}, {"offset": 4}),
        ({"limit": 3}, {"limit": 3}, {"end_line": 3}, {"view_range": [1, 3]}, {"limit": 3}),
        (
            {"offset": 5, "limit": 3},
            {"offset": 5, "limit": 3},
            {"start_line": 5, "end_line": 7},
            {"view_range": [5, 7]},
            {"offset": 4, "limit": 3},
        ),
        (
            {"offset": 2, "limit": 1},
            {"offset": 2, "limit": 1},
            {"start_line": 2, "end_line": 2},
            {"view_range": [2, 2]},
            {"offset": 1, "limit": 1},
        ),
    ],
)
def test_which_lines(canonical: Any, claude: Any, gemini: Any, copilot: Any, old: Any) -> None:
    assert said("claude", canonical) == said("opencode", canonical) == claude
    assert said("gemini", canonical) == gemini
    assert said("copilot", canonical) == copilot
    assert said("old gemini", canonical) == said("qwen", canonical) == old


@given(st.sampled_from(sorted(READERS)), st.sampled_from(sorted(READERS)), st.none() | LINES, st.none() | LINES)
@settings(deadline=None)
def test_the_same_lines_whoever_says_them(first: str, second: str, offset: int | None, limit: int | None) -> None:
    wanted = {name: value for name, value in (("offset", offset), ("limit", limit)) if value is not None}
    once = reader(first).to_canonical(one(reader(first).to_native({"file_path": "a", **wanted})))
    again = one(reader(second).to_canonical(one(reader(second).to_native(once))))
    start, count = again.get("offset", 1), again.get("limit")
    # Where nobody says how many, a tool that shows fewer than others is told to show as many.
    assert (start, count) == (offset or 1, limit) or (limit is None and count in (None, 500, 1000, 2000))


@pytest.mark.parametrize(
    ("provider", "arguments", "own"),
    [
        ("claude", {"file_path": "a", "offset": 0}, {"offset": 0}),
        ("gemini", {"file_path": "a", "start_line": 9, "end_line": 3}, {"start_line": 9, "end_line": 3}),
        ("copilot", {"path": "a", "view_range": [9, 3]}, {"view_range": [9, 3]}),
        ("copilot", {"path": "a", "view_range": [1]}, {"view_range": [1]}),
        ("old gemini", {"file_path": "a", "offset": -1}, {"offset": -1}),
        ("kimi", {"path": "a", "line_offset": -20}, {"line_offset": -20}),
        ("qwen", {"file_path": "a", "offset": None}, {"offset": None}),
    ],
)
def test_lines_that_mean_something_to_one_program_alone(provider: str, arguments: Any, own: Any) -> None:
    facade = reader(provider)
    found = facade.to_canonical(arguments)
    assert (unassumed(found), found.native_only) == ({"file_path": "a"}, own)
    assert one(facade.to_native(found)) == arguments
    other = reader("opencode")
    if None in own.values():
        assert one(other.to_native(one(found), found.native_only)) == {"filePath": "a"}
    else:
        with pytest.raises(FacadeError) as caught:
            other.to_native(one(found), found.native_only)
        assert caught.value.code == "native-only"


@pytest.mark.parametrize(
    ("provider", "tool", "native", "canonical"),
    [
        ("claude", "Bash", {"command": "a", "timeout": 1500}, {"command": "a", "timeout": 1500}),
        ("opencode", "bash", {"command": "a", "timeout": 1500}, {"command": "a", "timeout": 1500}),
        ("kimi", "Bash", {"command": "a", "timeout": 3}, {"command": "a", "timeout": 3000}),
        ("pi", "bash", {"command": "a", "timeout": 1.5}, {"command": "a", "timeout": 1500}),
        ("codex", "exec_command", {"cmd": "a", "yield_time_ms": 250}, {"command": "a", "wait": 250}),
        (
            "copilot",
            "bash",
            {"command": "a", "description": "b", "initial_wait": 2},
            {"command": "a", "description": "b", "wait": 2000},
        ),
    ],
)
def test_times_are_milliseconds(provider: str, tool: str, native: Any, canonical: Any) -> None:
    facade = REGISTRY.tool(provider, tool)
    assert one(facade.to_canonical(native)) == canonical
    assert one(facade.to_native(canonical)) == native


def test_options_of_a_search_are_no_pattern() -> None:
    grep = REGISTRY.tool("puppy", "grep")
    found = grep.to_canonical({"search_string": "-i FOO", "directory": "src"})
    assert (unassumed(found), found.native_only) == ({"path": "src"}, {"search_string": "-i FOO"})
    assert one(grep.to_native(found)) == {"search_string": "-i FOO", "directory": "src"}
    assert one(grep.to_native({"pattern": "a-i"})) == {"search_string": "a-i"}
    with pytest.raises(FacadeError, match="means something else there"):
        grep.to_native({"pattern": "-i"})


def test_waiting_is_no_time_limit() -> None:
    waiting = one(REGISTRY.tool("codex", "exec_command").to_canonical({"cmd": "a", "yield_time_ms": 250}))
    for provider, tool in (("claude", "Bash"), ("opencode", "bash")):
        with pytest.raises(FacadeError) as caught:
            REGISTRY.tool(provider, tool).to_native(waiting)
        assert caught.value.where == f"{provider} {tool} wait"


FETCH = REGISTRY.tool("gemini", "web_fetch")


def test_addresses_stand_in_the_prompt() -> None:
    text = "Compare http://a.test/1 with http://b.test and http://a.test/1"
    mapped = FETCH.to_canonical({"prompt": text})
    assert one(mapped) == {"prompt": text, "url": "http://a.test/1", "urls": ["http://a.test/1", "http://b.test"]}
    assert one(FETCH.to_native(one(mapped))) == {"prompt": text}
    calls = REGISTRY.tool("claude", "WebFetch").to_native(one(mapped)).calls
    assert [call.arguments for call in calls] == [
        {"url": "http://a.test/1", "prompt": text},
        {"url": "http://b.test", "prompt": text},
    ]
    cline = REGISTRY.tool("cline", "fetch_web_content").to_native(one(mapped))
    assert one(cline) == {"requests": [call.arguments for call in calls]}
    pages = REGISTRY.tool("kimi", "FetchURL").to_native(one(mapped))
    assert [call.arguments for call in pages.calls] == [{"url": "http://a.test/1"}, {"url": "http://b.test"}]
    assert pages.dropped == ("prompt", "prompt")


def test_an_address_beside_the_prompt_is_put_in_front() -> None:
    assert one(FETCH.to_native({"url": "http://a.test", "prompt": "the title"})) == {
        "prompt": "http://a.test the title"
    }
    assert one(FETCH.to_native({"url": "http://a.test"})) == {"prompt": "http://a.test"}
    for wrong in (
        {"url": "a.test"},
        {"url": "http://a.test/b c"},
        {"url": "http://a.test", "prompt": "not http://b.test"},
    ):
        with pytest.raises(FacadeError) as caught:
            FETCH.to_native(wrong)
        assert caught.value.code == "no-counterpart"


@given(st.lists(st.sampled_from(["http://a.test", "https://b.test/x?y", "see", "(http://c.test)", "\n"]), max_size=6))
@settings(deadline=None)
def test_a_prompt_comes_back_word_for_word(words: list[str]) -> None:
    prompt = " ".join(words)
    assert one(FETCH.to_native(one(FETCH.to_canonical({"prompt": prompt})))) == {"prompt": prompt}


STEPS = [{"content": "one", "status": "completed"}, {"content": "two", "status": "pending"}]


@pytest.mark.parametrize(
    ("provider", "tool", "native", "filled"),
    [
        (
            "gemini",
            "write_todos",
            {"todos": [{"description": "one", "status": "completed"}, {"description": "two", "status": "pending"}]},
            (),
        ),
        (
            "codex",
            "update_plan",
            {"plan": [{"step": "one", "status": "completed"}, {"step": "two", "status": "pending"}]},
            (),
        ),
        (
            "kimi",
            "TodoList",
            {"todos": [{"title": "one", "status": "done"}, {"title": "two", "status": "pending"}]},
            (),
        ),
        (
            "claude",
            "TodoWrite",
            {"todos": [{**STEPS[0], "activeForm": "one"}, {**STEPS[1], "activeForm": "two"}]},
            ("todos/0/activeForm", "todos/1/activeForm"),
        ),
        (
            "opencode",
            "todowrite",
            {"todos": [{**STEPS[0], "priority": "medium"}, {**STEPS[1], "priority": "medium"}]},
            ("todos/0/priority", "todos/1/priority"),
        ),
        (
            "vscode",
            "manage_todo_list",
            {
                "todoList": [
                    {"id": 1, "title": "one", "status": "completed"},
                    {"id": 2, "title": "two", "status": "not-started"},
                ]
            },
            ("todoList/0/id", "todoList/1/id"),
        ),
        (
            "qwen",
            "todo_write",
            {"todos": [{**STEPS[0], "id": "1"}, {**STEPS[1], "id": "2"}]},
            ("todos/0/id", "todos/1/id"),
        ),
    ],
)
def test_steps(provider: str, tool: str, native: Any, filled: tuple[str, ...]) -> None:
    facade = REGISTRY.tool(provider, tool)
    mapped = facade.to_native({"todos": STEPS})
    assert one(mapped) == native
    assert tuple(item.argument for item in mapped.filled) == filled
    back = one(facade.to_canonical(native))["todos"]
    assert [{name: step[name] for name in ("content", "status")} for step in back] == STEPS


def test_a_status_that_a_tool_does_not_have_is_refused() -> None:
    for provider, tool in (("kimi", "TodoList"), ("claude", "TodoWrite")):
        with pytest.raises(FacadeError):
            REGISTRY.tool(provider, tool).to_native({"todos": [{"content": "a", "status": "cancelled"}]})


def test_questions() -> None:
    asked = {"questions": [{"question": "Which colour shall it be?", "options": [{"label": "red"}, {"label": "blue"}]}]}
    mapped = REGISTRY.tool("copilot", "ask_user").to_native(asked)
    assert one(mapped) == {"question": "Which colour shall it be?", "choices": ["red", "blue"]}
    assert one(REGISTRY.tool("copilot", "ask_user").to_canonical(one(mapped))) == asked
    claude = REGISTRY.tool("claude", "AskUserQuestion").to_native(asked)
    assert claude.filled == (
        Filled("questions/0/options/0/description", "red", "copy of label"),
        Filled("questions/0/options/1/description", "blue", "copy of label"),
        Filled("questions/0/header", "Which colour", "first-line of question"),
        Filled("questions/0/multiSelect", value=False, derivation="constant"),
    )
    codex = one(REGISTRY.tool("codex", "request_user_input").to_native(asked))
    assert codex["questions"][0]["id"] == "question_1"
    gemini = REGISTRY.tool("gemini", "ask_user")
    assert one(gemini.to_native(asked))["questions"][0]["type"] == "choice"
    assert one(gemini.to_native({"questions": [{"question": "q?"}]}))["questions"][0]["type"] == "text"
    with pytest.raises(FacadeError, match="one item there is room for"):
        REGISTRY.tool("copilot", "ask_user").to_native({"questions": asked["questions"] * 2})
    with pytest.raises(FacadeError, match="multiSelect"):
        REGISTRY.tool("copilot", "ask_user").to_native({"questions": [{**asked["questions"][0], "multiSelect": True}]})
    with_header = {"questions": [{**asked["questions"][0], "header": "Colour"}]}
    assert REGISTRY.tool("copilot", "ask_user").to_native(with_header).dropped == ("questions/0/header",)


def test_a_list_is_a_call_each_and_one_call_again() -> None:
    shell = REGISTRY.tool("cline", "run_commands")
    mapped = shell.to_canonical({"commands": ["make", "make test"]})
    assert [unassumed(mapped, number) for number in range(2)] == [{"command": "make"}, {"command": "make test"}]
    assert one(shell.to_native(mapped)) == {"commands": ["make", "make test"]}
    files = REGISTRY.tool("cline", "read_files")
    listed = {
        "files": [{"path": "a"}, {"path": "b", "start_line": 2, "end_line": 4}, {"path": "c", "start_line": None}]
    }
    mapped = files.to_canonical(listed)
    calls: list[Any] = [call.arguments for call in mapped.calls]
    assert calls == [{"file_path": "a"}, {"file_path": "b", "offset": 2, "limit": 3}, {"file_path": "c"}]
    assert mapped.native_only == {"files/2/start_line": None}
    assert one(files.to_native(calls, mapped.native_only)) == listed
    other = REGISTRY.tool("claude", "Read").to_native(calls, mapped.native_only)
    assert [call.arguments for call in other.calls] == calls


def test_edits_of_one_file_are_one_call_where_there_is_a_list() -> None:
    edits = [
        {"file_path": "a", "old_string": "1", "new_string": "2"},
        {"file_path": "a", "old_string": "3", "new_string": "4"},
    ]
    pi = REGISTRY.tool("pi", "edit")
    mapped = pi.to_native(edits)
    assert one(mapped) == {"path": "a", "edits": [{"oldText": "1", "newText": "2"}, {"oldText": "3", "newText": "4"}]}
    assert [call.arguments for call in pi.to_canonical(one(mapped)).calls] == edits
    other = {"file_path": "b", "old_string": "5", "new_string": "6"}
    assert [
        len(call.arguments["edits"]) for call in pi.to_native([*edits, other]).calls if isinstance(call.arguments, dict)
    ] == [2, 1]
    code = one(REGISTRY.tool("vscode", "multi_replace_string_in_file", "claude").to_native([*edits, other]))
    assert [change["filePath"] for change in code["replacements"]] == ["a", "a", "b"]
    assert len(REGISTRY.tool("claude", "Edit").to_native(edits).calls) == 2


def test_several_folders() -> None:
    copilot = REGISTRY.tool("copilot", "grep")
    several = {"pattern": "x", "paths": ["a", "b"]}
    assert unassumed(copilot.to_canonical({"pattern": "x", "paths": ["a", "b"]})) == several
    assert unassumed(copilot.to_canonical({"pattern": "x", "paths": "a"})) == {"pattern": "x", "path": "a"}
    assert unassumed(copilot.to_native(several)) == {"pattern": "x", "paths": ["a", "b"]}
    calls = REGISTRY.tool("opencode", "grep").to_native(several).calls
    assert [call.arguments for call in calls] == [{"pattern": "x", "path": "a"}, {"pattern": "x", "path": "b"}]
    before = REGISTRY.tool("copilot", "grep", version="1.0.34").to_native(several)
    assert [unassumed(before, number) for number in range(2)] == [
        {"pattern": "x", "path": "a"},
        {"pattern": "x", "path": "b"},
    ]


def test_what_is_required_and_has_no_counterpart_is_filled_and_said() -> None:
    copilot = REGISTRY.tool("copilot", "bash").to_native({"command": "\n  make all  \nmake test"})
    assert copilot.filled == (Filled("description", "make all", "first-line of command"),)
    gemini = REGISTRY.tool("gemini", "replace")
    edit = {"file_path": "a", "old_string": "x", "new_string": "y"}
    assert gemini.to_native(edit).filled == (Filled("instruction", "Replace the text.", "constant"),)
    assert gemini.to_native({**edit, "description": "because"}).filled == ()
    task = REGISTRY.tool("copilot", "task").to_native({"prompt": "Find the Bug!\nNow.", "subagent_type": "explore"})
    assert task.filled == (
        Filled("description", "Find the Bug!", "first-line of prompt"),
        Filled("name", "find-the-bug-now", "slug of prompt"),
    )


def test_a_patch_is_text_or_an_argument() -> None:
    text = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"
    free = REGISTRY.tool("codex", "apply_patch")
    assert one(free.to_canonical(text)) == {"patch": text}
    assert free.to_native({"patch": text}).calls[0].arguments == text
    named = REGISTRY.tool("opencode", "apply_patch", "gpt")
    assert one(named.to_native({"patch": text})) == {"patchText": text}
    assert REGISTRY.to_native("opencode", "Edit", {"patch": text}, model="gpt").calls[0].tool == "apply_patch"
    with pytest.raises(FacadeError):
        REGISTRY.to_native("opencode", "Edit", {"patch": text})
