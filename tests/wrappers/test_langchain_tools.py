"""LangChain's agent over all four wires: schemas unchanged, calls arrive, and whatever goes wrong is told."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_google_genai import ChatGoogleGenerativeAI
from langchain_openai import ChatOpenAI
from pydantic import SecretStr
from tests.wrappers.scripted_model import REGISTRY, Breaking, model_of, native

from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply
from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.wrappers.langchain_tools import tools_of

pytestmark = pytest.mark.whole

KEY = SecretStr("dummy")
# Wire → the provider whose tools it carries, and the model.
WIRES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "messages": (
        "claude",
        lambda address: ChatAnthropic(model_name="m", api_key=KEY, base_url=address, timeout=20, stop=None),
    ),
    "responses": (
        "opencode",
        lambda address: ChatOpenAI(model="m", api_key=KEY, base_url=f"{address}/v1", use_responses_api=True),
    ),
    "chat": ("copilot", lambda address: ChatOpenAI(model="m", api_key=KEY, base_url=f"{address}/v1")),
    "gemini": ("gemini", lambda address: ChatGoogleGenerativeAI(model="m", api_key=KEY, base_url=address)),
}


@pytest.mark.parametrize("wire", WIRES)
def test_calls_are_carried_out_and_what_goes_wrong_is_told(tmp_path: Path, wire: str) -> None:
    provider, model_at = WIRES[wire]
    facades = REGISTRY.tools_for_provider(provider)
    tools = tools_of(facades, Breaking(tmp_path / "folder")).tools
    write = native(provider, "Write", {"file_path": "a.txt", "content": "one\n"})
    replies = [
        write,
        native(provider, "Edit", {"file_path": "a.txt", "old_string": "one", "new_string": "two"}),
        native(provider, "Read", {"file_path": "../x"}),
        Reply(calls=(Scripted(write.calls[0].name, {"nonsense": 1}),)),
        native(provider, "Bash", {"command": "cat a.txt"}),
    ]
    with model_of(tmp_path, *replies) as model:
        said = create_agent(model_at(model.address), tools).invoke({"messages": [("user", "go")]})
        told = model.told
        sent = model.schemas
    assert said["messages"][-1].text == "all done"
    expected = ["Created a.txt.", "Edited a.txt.", "leads outside", "nonsense", "two"]
    assert all(part in text for part, text in zip(expected, told, strict=True)), told
    names = {one.tool_name: one for one in facades}
    assert {tool.name: tool.args_schema for tool in tools} == {
        tool.name: names[tool.name].definition("messages")["input_schema"] for tool in tools
    }
    if wire != "gemini":
        assert {name: _plain(schema) for name, schema in sent.items()} == {
            tool.name: _plain(tool.args_schema) for tool in tools
        }


def _plain(schema: Any) -> Any:
    """Return a schema without what LangChain adds to every one."""
    return {key: value for key, value in schema.items() if key not in {"title", "description", "$schema"}}


def test_an_exception_in_a_tool_is_told(tmp_path: Path) -> None:
    facades = REGISTRY.tools_for_provider("claude")
    (search,) = [tool for tool in tools_of(facades, Breaking(tmp_path / "folder")).tools if tool.name == "WebSearch"]
    assert "no web today" in search.invoke({"query": "query"})


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    made = tools_of(REGISTRY.tools_for_provider("codex"), BaseTools(tmp_path))
    assert made.left_out["exec_command"] == "there is no Bash behind it"


def test_a_cancelled_call_ends_its_command(tmp_path: Path) -> None:
    tools = tools_of(REGISTRY.tools_for_provider("claude"), BaseTools(tmp_path, shell=LocalShell())).tools
    (bash,) = [tool for tool in tools if tool.name == "Bash"]

    async def cancelled() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(bash.ainvoke({"command": "sleep 3; touch late.txt"}), 0.5)

    asyncio.run(cancelled())
    time.sleep(3)
    assert not (tmp_path / "late.txt").exists()
