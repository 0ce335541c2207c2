"""A call in which a key stands twice is refused over every wire of the server, and its file is not touched."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from agents.tool_context import ToolContext

from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools
from tool_facades.wrappers.agents_tools import tools_of
from tool_facades.wrappers.duplicate_keys import DuplicateKeyError, loaded
from tool_facades.wrappers.mcp_wire import MARK, marked, marking_app

pytestmark = pytest.mark.whole
VERSION = "2025-06-18"
INITIALIZE = json.dumps(
    {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
)
INITIALIZED = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"})
CALL = '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"Write","arguments":%s}}'
READ = '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"Read","arguments":{"file_path":"none"}}}'
# The arguments of a call, and the key that stands twice in them, None for a sound call.
ARGUMENTS = [
    ('{"file_path":"a","file_path":"b","content":"x"}', "file_path"),
    ('{"file_path":"a","content":"x","content":"x"}', "content"),
    (r'{"file_path":"a","file\u005fpath":"b","content":"x"}', "file_path"),
    ('{"file_path":"sound","content":"{\\"a\\":1,\\"a\\":2}"}', None),
    ('{"file_path":"deep","content":"x","more":[{"k":{"a":1,"a":2}}]}', "a"),
]
# A whole message: `arguments`, `params`, the name or the method stands twice.
MESSAGES = [
    '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"Write","arguments":{"file_path":"c","content":"x"},"arguments":{"file_path":"d","content":"x"}}}',
    '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"Read","name":"Write","arguments":{"file_path":"c","content":"x"}}}',
    '{"jsonrpc":"2.0","id":%d,"method":"tools/list","method":"tools/call","params":{"name":"Write","arguments":{"file_path":"c","content":"x"}}}',
    '{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{},"params":{"name":"Write","arguments":{"file_path":"c","content":"x"}}}',
]
KEYS = [*(key for _, key in ARGUMENTS), "arguments", "name", "method", "params"]

Ask = Callable[[str], dict[str, Any]]


def sent() -> list[str]:
    calls = [CALL % (number, arguments) for number, (arguments, _) in enumerate(ARGUMENTS, 1)]
    return [*calls, *(message % number for number, message in enumerate(MESSAGES, len(calls) + 1))]


def started(folder: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tool_facades.wrappers.mcp_server", str(folder), "--provider", "claude", *more]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


@pytest.fixture(params=["stdio", "http"])
def ask(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Ask]:
    if request.param == "stdio":
        yield from _over_stdio(tmp_path)
    else:
        yield from _over_http(tmp_path)


def _over_stdio(folder: Path) -> Iterator[Ask]:
    with started(folder) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        lines, written = server.stdout, server.stdin

        def answer(message: str) -> dict[str, Any]:
            written.write(f"{message}\n")
            written.flush()
            return json.loads(lines.readline())

        assert answer(INITIALIZE)["result"]
        written.write(f"{INITIALIZED}\n")
        yield answer
        written.close()
        assert server.wait(timeout=20) == 0


def _over_http(folder: Path) -> Iterator[Ask]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    head = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    def answer(message: str) -> dict[str, Any]:
        request = urllib.request.Request(f"http://127.0.0.1:{port}/mcp", message.encode(), head)
        with urllib.request.urlopen(request, timeout=20) as response:
            head["Mcp-Session-Id"] = response.headers.get("Mcp-Session-Id", head.get("Mcp-Session-Id", ""))
            text = response.read().decode()
        data = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: {")]
        return json.loads(data[-1] if data else text or "{}")

    with started(folder, "--http", str(port)) as server:
        try:
            for _ in range(300):
                try:
                    assert answer(INITIALIZE)["result"]
                    break
                except OSError:
                    time.sleep(0.1)
            answer(INITIALIZED)
            yield answer
        finally:
            server.terminate()


@pytest.mark.whole
def test_a_key_that_stands_twice_is_refused(ask: Ask, tmp_path: Path) -> None:
    results = [ask(message)["result"] for message in sent()]
    assert [result["isError"] for result in results] == [key is not None for key in KEYS]
    for key, result in zip(KEYS, results, strict=True):
        if key is not None:
            assert result["content"][0]["text"] == f"Write: {key!r} is given twice. Give each argument once."
    assert [path.name for path in tmp_path.iterdir()] == ["sound"]
    assert (tmp_path / "sound").read_text() == '{"a":1,"a":2}'


@pytest.mark.whole
def test_other_messages_go_on_as_they_are(ask: Ask) -> None:
    listed = ask('{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list","params":{}}')
    assert (listed["id"], "tools" in listed["result"]) == (2, True)
    deep = ask(
        '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"Read","arguments":{"file_path":"none"}}}'
    )
    assert deep["result"]["isError"]


SAME = [
    "",
    "no json",
    "[" * 100_000,
    "[1]",
    "null",
    '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":1,"a":2}}',
    CALL % (1, '{"file_path":"a","content":"\\ud800"}'),
    CALL % (1, '{"a":{"k":1},"b":{"k":1}}'),
]


@pytest.mark.parametrize("message", SAME, ids=range(len(SAME)))
def test_only_calls_with_a_key_twice_are_marked(message: str) -> None:
    assert marked(message) is message


@pytest.mark.parametrize(
    "params",
    ["1", "[]", '{"_meta":1}', '{"name":7}', '{"_meta":{"progressToken":4},"name":"Read"}'],
)
def test_a_marked_call_keeps_what_is_sound(params: str) -> None:
    message = '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":' + params + ',"x":1,"x":1}'
    made = json.loads(marked(message))
    assert (made["id"], made["method"], made["params"]["arguments"]) == (5, "tools/call", {})
    assert made["params"]["_meta"][MARK] == "x"
    assert made["params"]["name"] == ("Read" if "Read" in params else "")
    assert ("progressToken" in made["params"]["_meta"]) == ("progressToken" in params)


@pytest.mark.parametrize("methods", [("tools/call", "tools/list"), ("tools/list", "tools/call")])
def test_a_message_with_two_methods_is_refused_as_a_call(methods: tuple[str, str]) -> None:
    # What looked at one of them would have seen another message than the SDK carries out.
    first, last = methods
    message = f'{{"jsonrpc":"2.0","id":5,"method":"{first}","params":{{"name":"Write"}},"method":"{last}"}}'
    made = json.loads(marked(message))
    assert (made["method"], made["params"]["name"]) == ("tools/call", "Write")
    assert made["params"]["_meta"][MARK] == "method"


def test_a_body_in_parts_is_marked_and_a_long_one_passed_on() -> None:
    message = (CALL % (1, '{"a":1,"a":2}')).encode()

    async def received(parts: list[bytes]) -> bytes:
        waiting = [
            {"type": "http.request", "body": part, "more_body": number < len(parts)}
            for number, part in enumerate(parts, 1)
        ]
        found = b""

        async def app(_scope: Any, receive: Any, _send: Any) -> None:
            nonlocal found
            more = True
            while more:
                part = await receive()
                found, more = found + part["body"], part["more_body"]

        async def receive() -> Any:
            return waiting.pop(0)

        await marking_app(app)({"type": "http", "method": "POST"}, receive, lambda _: asyncio.sleep(0))
        return found

    assert MARK.encode() in asyncio.run(received([message[:20], message[20:60], message[60:]]))
    long = [message[:-1], b" " * 5_000_000, b"}"]
    assert asyncio.run(received(long)) == b"".join(long)
    assert asyncio.run(received([b"\xff", message])) == b"\xff" + message


def test_the_agents_sdk_is_told_of_a_key_that_stands_twice(tmp_path: Path) -> None:
    facades = ProviderToolRegistry().tools_for_provider("claude")
    write = next(tool for tool in tools_of(facades, BaseTools(tmp_path)).tools if tool.name == "Write")

    def told(arguments: str) -> str:
        context: Any = ToolContext(None, tool_name="Write", tool_call_id="1", tool_arguments=arguments)
        return asyncio.run(write.on_invoke_tool(context, arguments))  # type: ignore[union-attr]

    assert told('{"file_path":"a","file_path":"b","content":"x"}') == (
        "Write: 'file_path' is given twice. Give each argument once."
    )
    assert "no JSON" in told("[" * 100_000)
    assert not list(tmp_path.iterdir())
    assert told('{"file_path":"a","content":"x"}') == "Created a."


def test_json_is_loaded_with_each_key_once() -> None:
    assert loaded('{"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]}') == {"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]}
    for text in ('{"a": 1, "a": 1}', '[{"b": {"a": null, "b": 2, "a": 3}}]', r'{"a": 1, "\u0061": 2}'):
        with pytest.raises(DuplicateKeyError) as caught:
            loaded(text)
        assert caught.value.key == "a"
    with pytest.raises(ValueError, match="deep"):
        loaded("[" * 100_000)
