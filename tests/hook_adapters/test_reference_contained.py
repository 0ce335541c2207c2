"""Several calls, files and addresses in one payload, other units, and the way back."""

from __future__ import annotations

import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters import InvalidPayload, Unsupported
from hook_adapters.canonical.arguments import in_native_unit

PATCH = "*** Begin Patch\n*** Delete File: {}\n*** End Patch"


def batch(*calls: Any) -> str:
    record = {"hook": "tool.execute.before", "input": {"tool": "batch", "sessionID": "s"}, "directory": "/p"}
    return json.dumps({**record, "output": {"args": {"tool_calls": list(calls)}}})


def call(tool: str, **parameters: Any) -> dict[str, Any]:
    return {"tool": tool, "parameters": parameters}


def events(text: str, platform: str = "opencode") -> list[Any]:
    return hook_adapters.canonicalize(platform, text)


def vscode(tool: str, **arguments: Any) -> str:
    return json.dumps({"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": arguments, "session_id": "s"})


def test_each_call_of_a_batch_is_an_event_in_order_behind_its_own() -> None:
    own, read, shell = events(batch(call("read", filePath="a"), call("bash", command="ls")))
    assert (own["tool_name"], own["tool_kind"]) == ("batch", "other")
    assert (read["tool_name"], read["tool_input"]) == ("Read", {"file_path": "a", "platform_tool_name": "read"})
    assert (shell["tool_name"], shell["tool_kind"]) == ("Bash", "execute")
    assert {event["cwd"] for event in (own, read, shell)} == {"/p"}
    assert {event["platform_event_name"] for event in (own, read, shell)} == {"tool.execute.before"}


def test_a_batch_in_a_batch_is_opened_too() -> None:
    names = [event["tool_name"] for event in events(batch(call("batch", tool_calls=[call("bash")]), call("read")))]
    assert names == ["batch", "batch", "Bash", "Read"]


def test_a_patch_in_a_batch_is_read_as_strictly_as_any() -> None:
    assert events(batch(call("apply_patch", patchText=PATCH.format("k"))))[1]["tool_input"]["file_paths"] == ["k"]
    with pytest.raises(InvalidPayload):
        events(batch(call("apply_patch", patchText=PATCH.format("k\x1b"))))


def test_deeply_nested_batches_are_read_or_refused() -> None:
    nested: dict[str, Any] = call("bash", command="ls")
    for _ in range(120):
        nested = call("batch", tool_calls=[nested])
    assert events(batch(nested))[-1]["tool_name"] == "Bash"


def test_after_a_batch_a_call_has_no_result_of_its_own() -> None:
    record = {
        "hook": "tool.execute.after",
        "input": {"tool": "batch", "args": {"tool_calls": [call("bash", command="ls")]}},
        "output": {"output": "x", "isError": True},
        "directory": "/p",
    }
    own, failed, shell = events(json.dumps(record))
    assert [event["hook_event_name"] for event in (own, failed, shell)] == [
        "PostToolUse",
        "PostToolUseFailure",
        "PostToolUse",
    ]
    assert "tool_response" in own
    assert "tool_response" not in shell


def test_a_batch_of_an_unknown_name_is_not_opened() -> None:
    text = batch(call("bash")).replace('"batch"', '"Batch"')
    assert len(events(text)) == 1


def test_edits_of_several_files_are_one_call_a_file() -> None:
    replacements = [{"filePath": path, "oldString": "a", "newString": "b"} for path in ("x", "y", "x")]
    own, x, y = events(vscode("multi_replace_string_in_file", replacements=replacements), "vscode-copilot")
    assert own["tool_input"]["file_paths"] == ["x", "y"]
    assert (x["tool_input"]["file_path"], len(x["tool_input"]["replacements"])) == ("x", 2)
    assert (y["tool_input"]["file_path"], len(y["tool_input"]["replacements"])) == ("y", 1)


def test_a_notebook_is_a_file_like_any() -> None:
    (event,) = events(vscode("edit_notebook_file", filePath="a.ipynb"), "vscode-copilot")
    assert event["tool_input"] == {
        "notebook_path": "a.ipynb",
        "file_paths": ["a.ipynb"],
        "platform_tool_name": "edit_notebook_file",
    }


@pytest.mark.parametrize("replacements", [None, 7, "x", {}, [], [7], [{"filePath": None}], [{"filePath": ["x"]}]])
def test_what_names_no_file_adds_none(replacements: Any) -> None:
    (event,) = events(vscode("multi_replace_string_in_file", replacements=replacements), "vscode-copilot")
    assert "file_paths" not in event["tool_input"]


@pytest.mark.parametrize(
    ("native", "ours"), [(0, 1), (3, 4), (-1, 0), (1.5, 2.5), (True, True), ("3", "3"), (None, None)]
)
def test_a_count_from_zero_becomes_one_from_one(native: Any, ours: Any) -> None:
    payload = {"hook_event_name": "BeforeTool", "tool_name": "read_file", "tool_input": {"offset": native}}
    (event,) = events(json.dumps(payload), "gemini-cli")
    assert event["tool_input"]["offset"] == ours
    assert type(event["tool_input"]["offset"]) is type(ours)


@pytest.mark.parametrize(
    ("native", "ours"),
    [("5", 5000), ("0.25", 250), ("-1", -1000), ("1e306", 1e306), ("-1e307", -1e307), ("1" + "0" * 400, 10**403)],
)
def test_a_number_of_seconds_that_no_number_of_milliseconds_can_be_stays(native: str, ours: Any) -> None:
    text = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"timeout":' + native + "}}"
    (event,) = events(text, "kimi-code")
    assert event["tool_input"]["timeout"] == ours


@pytest.mark.parametrize(("ours", "native"), [(5000, 5), (250, 0.25), (10**403, 10**400)])
def test_milliseconds_become_seconds_however_many(ours: Any, native: Any) -> None:
    assert in_native_unit(ours, "seconds") == native


def changed(platform: str, tool: str, arguments: dict[str, Any], update: dict[str, Any]) -> Any:
    event = "BeforeTool" if platform == "gemini-cli" else "PreToolUse"
    payload = json.dumps({"hook_event_name": event, "tool_name": tool, "tool_input": arguments})
    answer = hook_adapters.respond(platform, payload, {"decision": "allow", "updated_input": update})
    output = json.loads(answer["stdout"])["hookSpecificOutput"]
    return output.get("tool_input") or output.get("updatedInput")


def test_a_changed_argument_goes_back_in_the_platforms_unit() -> None:
    assert changed("gemini-cli", "read_file", {"file_path": "a", "start_line": 3}, {"offset": 10}) == {
        "file_path": "a",
        "start_line": 10,
    }
    assert changed("gemini-cli", "read_file", {"file_path": "a", "offset": 3}, {"offset": 10}) == {
        "file_path": "a",
        "offset": 9,
    }


def test_an_unchanged_argument_stays_as_it_was() -> None:
    assert changed("gemini-cli", "read_file", {"file_path": "a", "offset": 3}, {"offset": 4, "limit": 2}) == {
        "file_path": "a",
        "offset": 3,
        "limit": 2,
    }


@pytest.mark.parametrize(
    ("platform", "tool", "arguments", "update"),
    [
        ("claude-code", "NotebookEdit", {"notebook_path": "a"}, {"file_paths": ["b"]}),
        ("gemini-cli", "web_fetch", {"prompt": "https://a"}, {"urls": ["https://b"]}),
        ("vscode-copilot", "fetch_webpage", {"urls": ["https://a"]}, {"url": "https://b"}),
    ],
)
def test_what_follows_from_other_arguments_cannot_be_changed(
    platform: str, tool: str, arguments: Any, update: Any
) -> None:
    with pytest.raises(Unsupported, match="follows from its other arguments"):
        changed(platform, tool, arguments, update)


def test_addresses_of_a_list_can_be_changed_in_the_list() -> None:
    new = ["https://b"]
    assert changed("vscode-copilot", "fetch_webpage", {"urls": ["https://a"]}, {"urls": new}) == {"urls": new}


@pytest.mark.parametrize(
    ("platform", "text", "name"),
    [
        ("opencode", batch(call("bash", command="ls")), "command"),
        ("vscode-copilot", vscode("multi_replace_string_in_file", replacements=[{"filePath": "x"}]), "file_path"),
    ],
)
def test_what_only_a_call_within_has_cannot_be_changed_beside_it(platform: str, text: str, name: str) -> None:
    with pytest.raises(Unsupported, match=name):
        hook_adapters.respond(platform, text, {"decision": "allow", "updated_input": {name: "new"}})
