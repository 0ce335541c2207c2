"""The MCP server offers the tools under a provider's names, and tells what goes wrong as an error result."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import subprocess
import sys
import time
from importlib import resources
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

import hook_adapters
from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.wrappers.mcp_server import READS, server_of

pytestmark = pytest.mark.whole

CANONICAL = json.loads(resources.files("tool_facades").joinpath("canonical.json").read_text(encoding="utf-8"))
PROVIDERS = ["claude", "copilot", "gemini", "opencode"]


def facades_of(provider: str) -> list[Any]:
    return [one for one in ProviderToolRegistry().tools_for_provider(provider) if not one.free_text]


@pytest.mark.parametrize("provider", PROVIDERS)
def test_tools_are_listed_under_the_providers_names_with_its_schemas(provider: str, tmp_path: Path) -> None:
    tools = BaseTools(tmp_path)
    facades = [one for one in facades_of(provider) if one.canonical in tools.tools]

    async def listed() -> dict[str, Any]:
        async with Client(server_of(facades, tools, every=True)) as client:
            return {tool.name: tool.input_schema for tool in (await client.list_tools()).tools}

    assert asyncio.run(listed()) == {one.tool_name: one.definition("mcp")["inputSchema"] for one in facades}


@pytest.mark.parametrize("provider", PROVIDERS)
def test_calls_are_carried_out_and_what_goes_wrong_is_an_error_result(provider: str, tmp_path: Path) -> None:
    registry = ProviderToolRegistry()
    (write,) = registry.to_native(provider, "Write", {"file_path": "a.txt", "content": "one\n"}).calls
    (read,) = registry.to_native(provider, "Read", {"file_path": "a.txt"}).calls
    (outside,) = registry.to_native(provider, "Read", {"file_path": "../x"}).calls

    async def told() -> list[tuple[bool, str]]:
        async with Client(server_of(facades_of(provider), BaseTools(tmp_path))) as client:
            calls = [(one.tool, one.arguments) for one in (write, read, outside)]
            calls += [(read.tool, {"nonsense": 1}), ("no_such_tool", {})]
            results = [await client.call_tool(name, arguments) for name, arguments in calls]
            return [(bool(result.is_error), result.content[0].text) for result in results]

    found = asyncio.run(told())
    assert [error for error, _ in found] == [False, False, True, True, True]
    assert found[1][1] == "1\tone"
    assert "outside the folder" in found[2][1]
    assert "nonsense" in found[3][1]
    assert "There is no tool 'no_such_tool'" in found[4][1]
    assert (tmp_path / "a.txt").read_text() == "one\n"


def test_it_is_started_as_a_program(tmp_path: Path) -> None:
    arguments = ["-m", "tool_facades.wrappers.mcp_server", str(tmp_path), "--provider", "gemini", "--shell"]

    async def told() -> str:
        transport = stdio_client(StdioServerParameters(command=sys.executable, args=arguments))
        async with Client(transport) as client:
            result = await client.call_tool("run_shell_command", {"command": "echo hello > made; cat made"})
            return result.content[0].text

    assert asyncio.run(told()) == "hello\n"
    assert (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["{folder}"], "--provider"),
        (["{folder}", "--provider", "gemeni"], "gemini"),
        (["{folder}/missing", "--provider", "gemini"], "is no folder"),
        ([__file__, "--provider", "gemini"], "is no folder"),
        (["{folder}", "--provider", "gemini", "--http", "99999"], "from 1 to 65535, not 99999"),
        (["{folder}", "--provider", "gemini", "--http", "x"], "invalid port value"),
    ],
)
def test_wrong_use_is_told_without_a_traceback(tmp_path: Path, arguments: list[str], said: str) -> None:
    given = [argument.replace("{folder}", str(tmp_path)) for argument in arguments]
    command = [sys.executable, "-m", "tool_facades.wrappers.mcp_server", *given]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert said in done.stderr


def test_tools_that_a_vendor_defines_cannot_be_offered(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="apply_patch: it is no function"):
        server_of([ProviderToolRegistry().tool("openai-api", "apply_patch")], BaseTools(tmp_path))


# Tool → read-only, destructive, open world.
HINTS = {
    "Read": (True, False, False),
    "Grep": (True, False, False),
    "FetchURL": (True, False, True),
    "Write": (False, True, False),
    "Bash": (False, True, True),
    "TodoList": (False, False, False),
    "TaskOutput": (True, False, False),
    "TaskStop": (False, True, False),
}


def test_tools_say_whether_they_change_something(tmp_path: Path) -> None:
    tools = BaseTools(tmp_path, shell=LocalShell(), fetcher=lambda page: page.url)

    async def listed() -> tuple[str, dict[str, Any]]:
        async with Client(server_of(facades_of("kimi"), tools, every=True)) as client:
            info: Any = client.server_info
            return info.version, {tool.name: tool.annotations for tool in (await client.list_tools()).tools}

    version, hints = asyncio.run(listed())
    assert version == hook_adapters.__version__
    found = {
        name: (hints[name].read_only_hint, hints[name].destructive_hint, hints[name].open_world_hint) for name in HINTS
    }
    assert found == HINTS
    assert not READS - set(CANONICAL), "every name is a canonical tool"


def test_arguments_that_clients_add_are_left_out_and_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")

    async def told() -> tuple[bool, str]:
        async with Client(server_of(facades_of("gemini"), BaseTools(tmp_path))) as client:
            asked = {"file_path": "a.txt", "wait_for_previous": True}
            result = await client.call_tool("read_file", asked)
            return bool(result.is_error), result.content[0].text

    assert asyncio.run(told()) == (False, "1\tone\n(wait_for_previous was left out: this tool has no such argument.)")


def test_a_cancelled_call_ends_its_command(tmp_path: Path) -> None:
    async def cancelled() -> str:
        tools = BaseTools(tmp_path, shell=LocalShell())
        async with Client(server_of(facades_of("claude"), tools)) as client:
            with anyio.move_on_after(0.7):
                await client.call_tool("Bash", {"command": "sleep 3; touch late.txt"})
            return (await client.call_tool("Bash", {"command": "echo still here"})).content[0].text

    assert asyncio.run(cancelled()) == "still here\n"
    time.sleep(3)
    assert not (tmp_path / "late.txt").exists()


def started(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tool_facades.wrappers.mcp_server", *arguments]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--provider", "codex", "--shell"], ["apply_patch is a function with one argument, input."]),
        (["--provider", "codex"], ["exec_command is left out: there is no Bash behind it."]),
        (
            ["--provider", "claude", "--shell", "--narrowed"],
            [
                "WebFetch is left out: there is no WebFetch behind it.",
                "Bash is offered without dangerouslyDisableSandbox.",
            ],
        ),
        (["--provider", "opencode", "--provider", "kilo"], ["read is left out: another tool has the same name."]),
    ],
)
def test_what_the_server_leaves_out_it_says(tmp_path: Path, arguments: list[str], said: list[str]) -> None:
    with started(str(tmp_path), *arguments) as server:
        assert server.stderr is not None
        lines = server.stderr.read().split("\n")
    assert set(said) <= set(lines), lines


def test_several_providers_are_served_over_http(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    (tmp_path / "a.txt").write_text("one\n")

    async def told() -> tuple[list[str], list[str]]:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            results = [
                await client.call_tool("Read", {"file_path": "a.txt"}),
                await client.call_tool("read_file", {"file_path": "a.txt"}),
            ]
            return names, [result.content[0].text for result in results]

    server = started(str(tmp_path), "--provider", "claude", "--provider", "gemini", "--http", str(port))
    try:
        for _ in range(300):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                break
            time.sleep(0.1)
        names, texts = asyncio.run(told())
    finally:
        server.terminate()
        server.communicate(timeout=20)
    assert {"Read", "Edit", "read_file", "replace"} <= set(names)
    assert texts == ["1\tone", "1\tone"]
