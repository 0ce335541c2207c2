"""Models of every family edit a file through every wrapper, by the call that their own program's models make."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from agents import Agent as SdkAgent
from agents import OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, set_tracing_disabled
from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from openai import AsyncOpenAI
from pydantic import SecretStr
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.openai import OpenAIResponsesModel as PydanticResponses
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider
from tests.wrappers.scripted_model import REGISTRY, model_of

from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply
from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.wrappers import agents_tools, langchain_tools
from tool_facades.wrappers.pydantic_toolset import UNCHANGED, FacadeToolset

pytestmark = pytest.mark.whole

set_tracing_disabled(disabled=True)
KEY = SecretStr("dummy")
PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-one\n+two\n*** End Patch\n"
_STRINGS = {"old_string": "one", "new_string": "two"}
# Family → provider, model, wire that its vendor has, and the edit as its models call it.
FAMILIES: dict[str, tuple[str, str, str, str, dict[str, Any]]] = {
    "claude": ("claude", "claude-sonnet-4-5", "messages", "Edit", {"file_path": "a.txt", **_STRINGS}),
    "gemini": (
        "gemini",
        "gemini-3.1-pro-preview",
        "gemini",
        "replace",
        {"file_path": "a.txt", "instruction": "change", **_STRINGS},
    ),
    "gpt": ("codex", "gpt-5.5", "responses", "apply_patch", {"input": PATCH}),
    "gpt-chat": ("copilot", "gpt-5.5", "chat", "apply_patch", {"input": PATCH}),
    "grok": ("grok", "grok-4.6", "responses", "search_replace", {"file_path": "a.txt", **_STRINGS}),
    "kimi": ("kimi", "kimi-k2", "chat", "Edit", {"path": "a.txt", **_STRINGS}),
    "qwen": ("qwen", "qwen3-coder", "chat", "edit", {"file_path": "a.txt", **_STRINGS}),
}
PYDANTIC: dict[str, Callable[[str], Any]] = {
    "messages": lambda at: AnthropicModel("m", provider=AnthropicProvider(base_url=at, api_key="dummy")),
    "gemini": lambda at: GoogleModel("m", provider=GoogleProvider(base_url=at, api_key="dummy")),
    "responses": lambda at: PydanticResponses("m", provider=_openai(at), profile=UNCHANGED),
    "chat": lambda at: OpenAIChatModel("m", provider=_openai(at), profile=UNCHANGED),
}
LANGCHAIN: dict[str, Callable[[str], Any]] = {
    "messages": lambda at: ChatAnthropic(model_name="m", api_key=KEY, base_url=at, timeout=20, stop=None),
    "gemini": lambda at: ChatGoogleGenerativeAI(model="m", api_key=KEY, base_url=at),
    "responses": lambda at: ChatOpenAI(model="m", api_key=KEY, base_url=f"{at}/v1", use_responses_api=True),
    "chat": lambda at: ChatOpenAI(model="m", api_key=KEY, base_url=f"{at}/v1"),
}


def _openai(address: str) -> OpenAIProvider:
    return OpenAIProvider(base_url=f"{address}/v1", api_key="dummy")


def _by_pydantic(wire: str, at: str, facades: Sequence[Any], tools: BaseTools) -> str:
    return Agent(PYDANTIC[wire](at), toolsets=[FacadeToolset(facades, tools)]).run_sync("go").output


def _by_langchain(wire: str, at: str, facades: Sequence[Any], tools: BaseTools) -> str:
    made = langchain_tools.tools_of(facades, tools).tools
    return create_agent(LANGCHAIN[wire](at), made).invoke({"messages": [("user", "go")]})["messages"][-1].text


def _by_agents(wire: str, at: str, facades: Sequence[Any], tools: BaseTools) -> str:
    """Run an agent of OpenAI's SDK, which reaches other vendors' models by their chat completions."""
    client = AsyncOpenAI(base_url=f"{at}/v1", api_key="dummy")
    kind = OpenAIResponsesModel if wire == "responses" else OpenAIChatCompletionsModel
    made = agents_tools.tools_of(facades, tools, free_text=False).tools
    return Runner.run_sync(SdkAgent("a", tools=made, model=kind("m", client)), "go").final_output


FRAMEWORKS = {"pydantic-ai": _by_pydantic, "langchain": _by_langchain, "openai-agents": _by_agents}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_text("one\n", encoding="utf-8")
    return tmp_path / "folder"


@pytest.mark.parametrize("framework", FRAMEWORKS)
@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_edits_a_file_in_every_framework(
    family: str, framework: str, folder: Path, tmp_path: Path
) -> None:
    provider, model_id, wire, tool, arguments = FAMILIES[family]
    facades = REGISTRY.tools_for_provider(provider, model_id)
    with (
        BaseTools(folder, shell=LocalShell()) as tools,
        model_of(tmp_path, Reply(calls=(Scripted(tool, arguments),))) as model,
    ):
        assert FRAMEWORKS[framework](wire, model.address, facades, tools) == "all done"
        told, schemas = model.told, model.schemas
    assert (folder / "a.txt").read_text(encoding="utf-8") == "two\n", told
    assert tool in schemas


def _served(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tool_facades.wrappers.mcp_server", *arguments]


async def _edited(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[bool, str]:
    async with client:
        assert tool in {one.name for one in (await client.list_tools()).tools}
        result: Any = await client.call_tool(tool, arguments)
        return not result.is_error, result.content[0].text


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_edits_a_file_over_stdio(family: str, folder: Path) -> None:
    provider, model_id, _, tool, arguments = FAMILIES[family]
    command = _served(str(folder), "--provider", provider, "--model", model_id)
    server = StdioServerParameters(command=command[0], args=command[1:])
    assert asyncio.run(_edited(Client(stdio_client(server)), tool, arguments))[0]
    assert (folder / "a.txt").read_text(encoding="utf-8") == "two\n"


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_edits_a_file_over_http(family: str, folder: Path) -> None:
    provider, model_id, _, tool, arguments = FAMILIES[family]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    command = _served(str(folder), "--provider", provider, "--model", model_id, "--http", str(port))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.1):
                    break
                time.sleep(0.1)
            assert asyncio.run(_edited(Client(f"http://127.0.0.1:{port}/mcp"), tool, arguments))[0]
        finally:
            server.terminate()
    assert (folder / "a.txt").read_text(encoding="utf-8") == "two\n"
