"""The OpenAI Agents SDK over both of its wires, with patches as free text where there is such a thing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from agents import Agent, FunctionTool, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI
from tests.wrappers.scripted_model import REGISTRY, Breaking, Model, model_of, native

from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply
from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.wrappers.agents_tools import tools_of

pytestmark = pytest.mark.whole

set_tracing_disabled(disabled=True)
WIRES = {"responses": OpenAIResponsesModel, "chat": OpenAIChatCompletionsModel}
PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-{}\n+two\n*** End Patch\n"
CUSTOM = [Reply(calls=(Scripted("apply_patch", custom=PATCH.format(line)),)) for line in ("nine", "one")]


def _ran(wire: str, model: Model, facades: Any, tools: Any, **options: Any) -> str:
    client = AsyncOpenAI(base_url=f"{model.address}/v1", api_key="dummy")
    agent = Agent("a", tools=tools_of(facades, tools, **options).tools, model=WIRES[wire]("m", client))
    return Runner.run_sync(agent, "go", max_turns=20).final_output


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("provider", ["claude", "gemini", "opencode"])
def test_calls_are_carried_out_and_what_goes_wrong_is_told(tmp_path: Path, wire: str, provider: str) -> None:
    facades = REGISTRY.tools_for_provider(provider)
    tools = Breaking(tmp_path / "folder")
    write = native(provider, "Write", {"file_path": "a.txt", "content": "one\n"})
    replies = [
        write,
        native(provider, "Edit", {"file_path": "a.txt", "old_string": "one", "new_string": "two"}),
        native(provider, "Read", {"file_path": "../x"}),
        native(provider, "WebSearch", {"query": "qu"}),
        Reply(calls=(Scripted(write.calls[0].name, {"nonsense": 1}),)),
        Reply(calls=(Scripted(write.calls[0].name, raw="{no json"),)),
    ]
    with model_of(tmp_path, *replies) as model:
        assert _ran(wire, model, facades, tools, free_text=False) == "all done"
        told, schemas = model.told, model.schemas
    assert (tmp_path / "folder" / "a.txt").read_text() == "two\n"
    expected = ["Created a.txt.", "Edited a.txt.", "leads outside", "no web today", "nonsense", "no JSON"]
    assert all(part in text for part, text in zip(expected, told, strict=True)), told
    names = {one.tool_name: one for one in facades}
    assert schemas == {name: names[name].definition("responses")["parameters"] for name in schemas}
    assert len(schemas) >= 5


@pytest.mark.parametrize("provider", ["codex", "copilot"])
def test_a_patch_in_free_text_reaches_the_files(tmp_path: Path, provider: str) -> None:
    facades = REGISTRY.tools_for_provider(provider, "gpt-5.5")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.txt").write_text("one\n")
    with model_of(tmp_path, *CUSTOM) as model:
        assert _ran("responses", model, facades, BaseTools(tmp_path / "folder")) == "all done"
        told, declared = model.told, model.requests[0]["body"]["tools"]
    assert "These lines are not in a.txt" in told[0]
    assert told[1] == "Applied the patch:\nM a.txt"
    assert (tmp_path / "folder" / "a.txt").read_text() == "two\n"
    patch = next(one for one in facades if one.tool_name == "apply_patch")
    assert patch.definition("responses") in declared


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    made = tools_of(REGISTRY.tools_for_provider("codex"), BaseTools(tmp_path), free_text=False)
    assert made.left_out["exec_command"] == "there is no Bash behind it"
    assert {"apply_patch": FunctionTool} == {tool.name: type(tool) for tool in made.tools if tool.name == "apply_patch"}


def test_tools_that_a_vendor_defines_are_left_out(tmp_path: Path) -> None:
    tools = BaseTools(tmp_path, shell=LocalShell())
    facades = [*REGISTRY.tools_for_provider("openai-api"), *REGISTRY.tools_for_provider("opencode")]
    made = tools_of(facades, tools)
    assert "it is no function" in made.left_out["shell"]
    assert {"shell", "read"} & {tool.name for tool in made.tools} == {"read"}


def test_a_cancelled_call_ends_its_command(tmp_path: Path) -> None:
    tools = BaseTools(tmp_path, shell=LocalShell())
    (bash, *_) = [tool for tool in tools_of(REGISTRY.tools_for_provider("claude"), tools).tools if tool.name == "Bash"]
    assert isinstance(bash, FunctionTool)

    async def cancelled() -> None:
        command = '{"command": "sleep 3; touch late.txt"}'
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(bash.on_invoke_tool(None, command), 0.5)  # type: ignore[arg-type]

    asyncio.run(cancelled())
    time.sleep(3)
    assert not (tmp_path / "late.txt").exists()
