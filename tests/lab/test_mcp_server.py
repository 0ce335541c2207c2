"""The lab's MCP server as an ordinary client sees it, and what it says of clients that offer less."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client, types

from hookconform_lab.lab import mcp_asking as asking

pytestmark = pytest.mark.whole
Asked = list[str]


async def _session(asks: Path, calls: list[str], *, first: str = "", **callbacks: Any) -> list[str]:
    """Return the text that each tool gives, or with `first` the names of what is listed."""
    parameters = StdioServerParameters(command=sys.executable, args=["-m", "hookconform_lab.lab.mcp_server", str(asks)])
    async with stdio_client(parameters) as streams, ClientSession(*streams, **callbacks) as session:
        await session.initialize()
        if first == "tools":
            return sorted(tool.name for tool in (await session.list_tools()).tools)
        if first == "prompts":
            await session.list_prompts()
        results = [await session.call_tool(name, {"text": "said"}) for name in calls]
    return [part.text for result in results for part in result.content if isinstance(part, types.TextContent)]


def told(asks: Path, *calls: str, **more: Any) -> list[str]:
    return asyncio.run(_session(asks, list(calls), **more))


@pytest.fixture
def asks(tmp_path: Path) -> Path:
    (tmp_path / "asks").touch()
    return tmp_path / "asks"


def test_it_asks_only_where_the_file_is(asks: Path, tmp_path: Path) -> None:
    usual = ["echo_text", "fail_tool"]
    assert told(tmp_path / "none", first="tools") == usual
    assert told(asks, first="tools") == ["ask_model", "ask_person", "ask_prompts", *usual]
    assert told(tmp_path / "none", "echo_text") == ["echo: said"]


def test_of_a_client_that_offers_nothing_it_says_so(asks: Path) -> None:
    assert told(asks, "ask_model", "ask_person", "ask_prompts") == [
        asking.NO_SAMPLING,
        asking.NO_ELICITATION,
        asking.NO_PROMPTS,
    ]
    assert told(asks, "ask_prompts", first="prompts") == [asking.LISTED]


def test_the_model_of_a_client_is_asked(asks: Path) -> None:
    seen: Asked = []

    async def sample(_: Any, params: types.CreateMessageRequestParams) -> types.CreateMessageResult:
        seen.extend(str(message.content) for message in params.messages)
        content = types.TextContent(type="text", text="an answer")
        return types.CreateMessageResult(role="assistant", content=content, model="a-model")

    assert told(asks, "ask_model", sampling_callback=sample) == ["an answer"]
    assert len(seen) == 1
    assert asking.SAMPLED in seen[0]


@pytest.mark.parametrize("action", ["accept", "decline", "cancel"])
def test_the_user_of_a_client_is_asked(asks: Path, action: str) -> None:
    seen: Asked = []

    async def elicit(_: Any, params: Any) -> types.ElicitResult:
        seen.append(params.message)
        return types.ElicitResult(action=action, content={"word": "a word"} if action == "accept" else None)

    assert told(asks, "ask_person", elicitation_callback=elicit) == [f"{asking.ANSWERED}{action}"]
    assert seen == [asking.ELICITED]
