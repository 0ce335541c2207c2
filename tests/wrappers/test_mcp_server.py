"""The MCP server offers the tools under a provider's names, and tells what goes wrong as an error result."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from hook_adapters.base_tools import BaseTools
from hook_adapters.facades import FacadeError, ProviderToolRegistry
from hook_adapters.wrappers.mcp_server import server_of

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
    arguments = ["-m", "hook_adapters.wrappers.mcp_server", str(tmp_path), "--provider", "gemini", "--shell"]

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
    ],
)
def test_wrong_use_is_told_without_a_traceback(tmp_path: Path, arguments: list[str], said: str) -> None:
    given = [argument.replace("{folder}", str(tmp_path)) for argument in arguments]
    command = [sys.executable, "-m", "hook_adapters.wrappers.mcp_server", *given]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert said in done.stderr


def test_free_text_cannot_be_offered(tmp_path: Path) -> None:
    with pytest.raises(FacadeError, match="free text"):
        server_of([ProviderToolRegistry().tool("codex", "apply_patch")], BaseTools(tmp_path))
