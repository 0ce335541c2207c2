"""The scripted model over real HTTP: each shape is read and answered as its programs expect."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.lab.model_server import chat_completions, gemini, messages
from hookconform_lab.lab.model_server import responses_api as responses
from hookconform_lab.lab.model_server.engine import Engine
from hookconform_lab.lab.model_server.listener import serving
from hookconform_lab.lab.script import Call, Reply, Script

SCRIPT = Script(
    {
        "main": (
            Reply("look", (Call("glob", {"pattern": "*"}), Call("patch", custom="*** Begin", args={"p": 1}))),
            Reply(http_error=400),
            Reply("bye", total_tokens=90000),
        )
    }
)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with serving(0, Engine(SCRIPT, tmp_path / "log")) as server:
        yield f"http://127.0.0.1:{server.server_address[1]}"


SERVED = {
    "GET /models": {"data": [1]},
    "GET /account/*": {"who": "dev"},
    "GET /account/plan/*": ["free"],
    "POST /telemetry": {},
    "GET /page": {"not": "the page"},
}


@pytest.mark.parametrize(
    ("asked", "status", "answer"),
    [
        ("GET /models?limit=1", 200, {"data": [1]}),
        ("GET /account/me", 200, {"who": "dev"}),
        ("GET /account/plan/now", 200, ["free"]),
        ("POST /telemetry", 200, {}),
        ("POST /models", 404, {"error": {"message": "not found"}}),
        ("GET /model", 404, {"error": {"message": "not found"}}),
        ("GET /models/one", 404, {"error": {"message": "not found"}}),
    ],
)
def test_what_a_driver_has_served_is_answered_and_nothing_else(
    tmp_path: Path, asked: str, status: int, answer: object
) -> None:
    log = tmp_path / "log"
    with serving(0, Engine(SCRIPT, log), SERVED) as server:
        method, path = asked.split(" ")
        url = f"http://127.0.0.1:{server.server_address[1]}{path}"
        said, _, text = _post(url, {}) if method == "POST" else _get(url)
    assert (said, json.loads(text)) == (status, answer)
    assert not log.exists()


def test_the_page_and_model_requests_come_before_what_is_served(tmp_path: Path) -> None:
    with serving(0, Engine(SCRIPT, tmp_path / "log"), SERVED | {"POST /*": {}}) as server:
        url = f"http://127.0.0.1:{server.server_address[1]}"
        assert "Lab page" in _get(f"{url}/page")[2]
        assert _post(f"{url}/chat/completions", {"messages": [], "tools": [{"type": "x"}]})[2] != "{}"


def _get(url: str) -> tuple[int, str, str]:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            return answer.status, answer.headers["content-type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["content-type"], error.read().decode()


def _post(url: str, body: dict[str, Any]) -> tuple[int, str, str]:
    asked = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return answer.status, answer.headers["content-type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers["content-type"], error.read().decode()


def _events(stream: str) -> list[Any]:
    lines = [line.removeprefix("data: ") for line in stream.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def test_gemini_streams_one_event_with_the_calls(address: str) -> None:
    body = {"contents": [], "tools": [{"functionDeclarations": [{"name": "glob", "parametersJsonSchema": {}}]}]}
    url = f"{address}/v1beta/models/m:streamGenerateContent?alt=sse"
    status, kind, stream = _post(url, body)
    (event,) = _events(stream)
    assert (status, kind) == (200, "text/event-stream")
    assert event["candidates"][0]["content"]["parts"][:2] == [
        {"text": "look"},
        {"functionCall": {"name": "glob", "args": {"pattern": "*"}}},
    ]
    assert _post(url, body)[0] == 400
    _, kind, whole = _post(url.replace("streamGenerateContent", "generateContent"), body)
    assert kind == "application/json"
    assert json.loads(whole)["usageMetadata"]["totalTokenCount"] == 90000
    assert json.loads(_post(f"{address}/v1beta/models/m:countTokens", {})[2]) == {"totalTokens": 1000}


def test_chat_completions_streams_calls_usage_and_the_end_mark(address: str) -> None:
    body = {"stream": True, "messages": [], "tools": [{"type": "function", "function": {"name": "glob"}}]}
    _, _, stream = _post(f"{address}/v1/chat/completions", body)
    events = _events(stream)
    assert stream.endswith("data: [DONE]\n\n")
    assert events[1]["choices"][0]["delta"]["tool_calls"][0]["function"] == {
        "name": "glob",
        "arguments": '{"pattern": "*"}',
    }
    assert events[-2]["choices"][0]["finish_reason"] == "tool_calls"
    assert events[-1]["usage"]["total_tokens"] == 1010


def test_responses_stream_function_and_custom_calls(address: str) -> None:
    body = {"stream": True, "input": "go", "tools": [{"type": "custom", "name": "patch"}]}
    _, _, stream = _post(f"{address}/v1/responses", body)
    events = _events(stream)
    assert [event["sequence_number"] for event in events] == list(range(len(events)))
    done = [event["item"] for event in events if event["type"] == "response.output_item.done"]
    assert [item["type"] for item in done] == ["message", "function_call", "custom_tool_call"]
    assert done[2]["input"] == "*** Begin"
    assert events[-1]["response"]["output"] == done
    assert _post(f"{address}/v1/responses/compact", {})[0] == 200


def test_messages_stream_blocks_with_whole_arguments(address: str) -> None:
    body = {"stream": True, "messages": [], "tools": [{"name": "glob", "input_schema": {}}]}
    _, _, stream = _post(f"{address}/v1/messages?beta=true", body)
    events = _events(stream)
    assert events[0]["message"]["content"] == []
    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert deltas[1] == {"type": "input_json_delta", "partial_json": '{"pattern": "*"}'}
    assert events[-2]["delta"]["stop_reason"] == "tool_use"


def test_what_is_unknown_is_not_found_and_what_is_broken_is_refused(address: str) -> None:
    assert _post(f"{address}/v1/models", {})[0] == 404
    broken = urllib.request.Request(f"{address}/v1/messages", b"{", {"content-type": "application/json"})
    with pytest.raises(urllib.error.HTTPError, match="400"):
        urllib.request.urlopen(broken, timeout=10)
    with urllib.request.urlopen(f"{address}/page", timeout=10) as page:
        assert b"<h1>" in page.read()


def test_gemini_says_what_the_model_was_told() -> None:
    told = {"functionResponse": {"id": "1", "name": "glob", "response": {"error": "denied"}}}
    request = gemini.parse({"contents": [{"role": "user", "parts": [{"text": "hi"}, told]}]}, ":generateContent")
    assert request.prompts == ("hi",)
    assert [(r.name, r.text, r.is_error) for r in request.results] == [("glob", "denied", True)]


def test_chat_completions_say_what_the_model_was_told() -> None:
    called = {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "bash"}}]}
    told = {"role": "tool", "tool_call_id": "c1", "content": "denied"}
    request = chat_completions.parse({"messages": [{"role": "user", "content": "hi"}, called, told]}, "")
    assert [(r.name, r.text) for r in request.results] == [("bash", "denied")]


def test_responses_say_what_the_model_was_told_and_find_late_declarations() -> None:
    items = [
        {
            "type": "additional_tools",
            "tools": [{"type": "namespace", "name": "mcp", "tools": [{"type": "custom", "name": "x"}]}],
        },
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]},
        {"type": "custom_tool_call", "call_id": "c1", "name": "apply_patch", "input": ""},
        {"type": "custom_tool_call_output", "call_id": "c1", "output": "denied"},
    ]
    request = responses.parse({"input": items}, "")
    assert request.tools == {"mcp.x": None}
    assert request.prompts == ("hi",)
    assert [(r.name, r.text) for r in request.results] == [("apply_patch", "denied")]


def test_messages_say_what_the_model_was_told() -> None:
    called = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "Bash", "input": {}}]}
    result = {"type": "tool_result", "tool_use_id": "t1", "is_error": True, "content": [{"type": "text", "text": "no"}]}
    asked = {"role": "user", "content": [{"type": "text", "text": "hi"}, result]}
    request = messages.parse({"messages": [called, asked], "tools": [{"type": "web_search_1", "name": "w"}]}, "")
    assert request.tools == {}
    assert request.prompts == ("hi",)
    assert [(r.name, r.text, r.is_error) for r in request.results] == [("Bash", "no", True)]
