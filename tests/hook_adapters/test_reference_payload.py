import json
from typing import Any

import pytest

import hook_adapters
from hook_adapters import InvalidPayload

CALL = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}


def nested(depth: Any) -> Any:
    return '{"hook_event_name":"Stop","x":' + "[" * depth + "]" * depth + "}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "not json",
        '{"hook_event_name":"PreToolUse","tool_na',
        "[]",
        '"text"',
        "null",
        "42",
        '{"hook_event_name":"Stop"} {"hook_event_name":"Stop"}',
        '{"hook_event_name":"Stop","n":NaN}',
        '{"hook_event_name":"Stop","n":-Infinity}',
        '{"hook_event_name":"Stop","hook_event_name":"PreToolUse"}',
        '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","command":"rm -rf /"}}',
        '{"hook_event_name":"Stop","deep":[{"a":1,"a":1}]}',
        nested(501),
        nested(100_000),
        '{"hook_event_name":"Stop","n":' + "9" * 5000 + "}",
        '{"hook_event_name":"Stop","n":1e400}',
        '{"hook_event_name":"Stop","n":[-1.5E+999]}',
        b"\xff\xfe{\x00}\x00",
        b'{"hook_event_name":"Stop","x":"\xff"}',
    ],
    ids=lambda text: repr(text[:40]),
)
def test_text_that_is_not_one_clear_json_object_is_refused(text: Any) -> None:
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize("claude-code", text)


@pytest.mark.parametrize(
    "change",
    [
        {"hook_event_name": ""},
        {"hook_event_name": None},
        {"hook_event_name": 7},
        {"tool_name": ""},
        {"tool_name": None},
        {"tool_name": ["Bash"]},
    ],
)
def test_names_are_non_empty_strings(change: Any) -> None:
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize("claude-code", json.dumps(CALL | change), "PreToolUse")


@pytest.mark.parametrize("missing", ["hook_event_name", "tool_name", "tool_input"])
def test_a_call_that_cannot_be_judged_is_refused(missing: Any) -> None:
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize(
            "claude-code", json.dumps({key: value for key, value in CALL.items() if key != missing})
        )


@pytest.mark.parametrize(
    ("platform", "payload", "registered"),
    [
        ("gemini-cli", {"hook_event_name": "AfterTool", "tool_input": {}}, None),
        ("copilot-cli", {"toolName": "bash"}, "preToolUse"),
        ("copilot-cli", {"toolName": "bash", "toolArgs": {}}, None),
        ("copilot-cli", {"toolName": "bash", "toolArgs": '{"command":"a","command":"b"}'}, "preToolUse"),
        ("copilot-cli", {"hook_event_name": 1, "toolName": "bash", "toolArgs": {}}, "preToolUse"),
        ("vscode-copilot", {"hook_event_name": "PreToolUse", "tool_name": "read_file"}, None),
        ("opencode", {"input": {"tool": "bash"}, "output": {"args": {}}}, None),
        ("opencode", {"hook": "tool.execute.before", "input": {"tool": "bash"}, "output": {}}, None),
        ("opencode", {"hook": "tool.execute.before", "input": {"tool": "bash"}, "output": None}, None),
        ("opencode", {"hook": "tool.execute.before", "input": [], "output": {"args": {}}}, None),
        ("opencode", {"hook": "event", "input": {"event": {"properties": {}}}}, None),
        ("opencode", {"hook": "event"}, None),
        ("cursor", {"hook_event_name": "beforeShellExecution", "cwd": "/p"}, None),
        ("cursor", {"hook_event_name": "beforeReadFile", "content": "x"}, None),
        ("cursor", {"hook_event_name": "beforeMCPExecution", "tool_name": "t"}, None),
    ],
)
def test_half_a_call_is_refused_on_every_platform(platform: str, payload: Any, registered: Any) -> None:
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize(platform, json.dumps(payload), registered)


@pytest.mark.parametrize(
    "text", ["\ufeff" + json.dumps(CALL), json.dumps(CALL).encode("utf-8-sig"), json.dumps(CALL) + "\r\n"]
)
def test_a_byte_order_mark_and_a_line_end_are_no_part_of_the_payload(text: Any) -> None:
    (event,) = hook_adapters.canonicalize("claude-code", text)
    assert event["tool_input"] == {"command": "ls"}


def test_nesting_within_reason_is_read() -> None:
    assert hook_adapters.canonicalize("claude-code", nested(400))[0]["tool_input"]["x"]


def test_text_beyond_ascii_and_lone_surrogates_survive() -> None:
    text = json.dumps(CALL | {"tool_input": {"command": "echo żółć 🙂"}}, ensure_ascii=False)
    assert hook_adapters.canonicalize("claude-code", text)[0]["tool_input"]["command"] == "echo żółć 🙂"
    assert hook_adapters.canonicalize("claude-code", '{"hook_event_name":"Stop","x":"\\ud800"}')[0]["tool_input"] == {
        "x": "\ud800"
    }


@pytest.mark.parametrize("platform", ["copilot-cli", "cursor"])
@pytest.mark.parametrize(
    "beside",
    ["[" * depth + "]" * depth for depth in (500, 5_000, 20_000, 200_000)]
    + ["9" * 5000, "1e400", "-1e400", "NaN", '{"a":1,"a":1}'],
    ids=lambda text: f"{text[:6]}-{len(text)}",
)
def test_encoded_arguments_that_are_too_much_for_this_reader_are_no_text(platform: str, beside: str) -> None:
    encoded = json.dumps('{"command":"rm -rf /","x":' + beside + "}")
    texts = {
        "copilot-cli": ('{"toolName":"bash","toolArgs":' + encoded + "}", "preToolUse"),
        "cursor": (
            '{"hook_event_name":"beforeMCPExecution","tool_name":"x","tool_input":' + encoded + "}",
            "beforeMCPExecution",
        ),
    }
    with pytest.raises(InvalidPayload):
        hook_adapters.canonicalize(platform, *texts[platform])


def test_encoded_arguments_that_are_broken_are_text() -> None:
    text = json.dumps({"toolName": "bash", "toolArgs": '{"command":"rm -rf'})
    (event,) = hook_adapters.canonicalize("copilot-cli", text, "preToolUse")
    assert event["tool_input"]["tool_input"] == '{"command":"rm -rf'


def test_the_largest_number_is_read() -> None:
    text = json.dumps(CALL | {"tool_input": {"command": "ls", "timeout": 1e308, "x": -1.7e308}})
    (event,) = hook_adapters.canonicalize("claude-code", text)
    assert event["tool_input"] == {"command": "ls", "timeout": 1e308, "x": -1.7e308}
