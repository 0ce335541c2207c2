"""The toolset over all four wires: schemas arrive unchanged, calls arrive, and whatever goes wrong is told."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.google import GoogleModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.google import GoogleProvider
from pydantic_ai.providers.openai import OpenAIProvider

from hookconform_lab.lab.model_server.engine import Engine
from hookconform_lab.lab.model_server.listener import serving
from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply, Script
from tool_facades import Call, ProviderToolRegistry
from tool_facades.base_tools import BaseTools, LocalShell, Result
from tool_facades.wrappers import Offered
from tool_facades.wrappers.pydantic_toolset import UNCHANGED, FacadeToolset

pytestmark = pytest.mark.whole


def _openai(address: str) -> OpenAIProvider:
    return OpenAIProvider(base_url=f"{address}/v1", api_key="dummy")


# Wire → the provider whose tools it carries, and the model.
WIRES: dict[str, tuple[str, Callable[[str], Model]]] = {
    "messages": (
        "claude",
        lambda address: AnthropicModel("m", provider=AnthropicProvider(base_url=address, api_key="dummy")),
    ),
    "responses": (
        "opencode",
        lambda address: OpenAIResponsesModel("m", provider=_openai(address), profile=UNCHANGED),
    ),
    "chat": (
        "copilot",
        lambda address: OpenAIChatModel("m", provider=_openai(address), profile=UNCHANGED),
    ),
    "gemini": (
        "gemini",
        lambda address: GoogleModel("m", provider=GoogleProvider(base_url=address, api_key="dummy")),
    ),
}


class Breaking:
    """Base tools of which one raises."""

    def __init__(self, folder: Path) -> None:
        self._tools = BaseTools(folder)
        self.tools = (*self._tools.tools, "WebSearch", "Bash")
        self.calls: list[Call] = []

    def run(self, call: Call) -> Result:
        self.calls.append(call)
        if call.tool == "Bash":
            raise RuntimeError("no shell today")
        return self._tools.run(call)


class Ran:
    """One run of an agent: what was sent to the model, what it was told, and what it said in the end."""

    def __init__(self, wire: str, top: Path, replies: tuple[Reply, ...]) -> None:
        folder, log = top / "folder", top / "log"
        folder.mkdir()
        provider, model = WIRES[wire]
        facades = [one for one in ProviderToolRegistry().tools_for_provider(provider) if not one.free_text]
        self.tools = Breaking(folder)
        self.facades = Offered(facades, self.tools).facades
        with serving(0, Engine(Script({"main": (*replies, Reply("all done"))}), log)) as server:
            address = f"http://127.0.0.1:{server.server_address[1]}"
            agent = Agent(model(address), toolsets=[FacadeToolset(facades, self.tools)], retries=3)
            self.said = agent.run_sync("go").output
        self.requests = [json.loads(line) for line in log.read_text().splitlines()]

    @property
    def told(self) -> list[str]:
        return [result["text"] for result in self.requests[-1]["results"]]


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> str:
    return request.param


def _native(wire: str, canonical: str, arguments: dict[str, Any]) -> Reply:
    (call,) = ProviderToolRegistry().to_native(WIRES[wire][0], canonical, arguments).calls
    assert isinstance(call.arguments, dict)
    return Reply(calls=(Scripted(call.tool, call.arguments),))


def _schemas(body: dict[str, Any]) -> dict[str, Any]:
    """Return name → schema of every tool that a request declares, on any wire."""
    found: dict[str, Any] = {}
    for item in body["tools"]:
        for tool in item.get("functionDeclarations", [item.get("function", item)]):
            keys = ("input_schema", "parameters", "parameters_json_schema", "parametersJsonSchema")
            found[tool["name"]] = next(tool[key] for key in keys if key in tool)
    return found


def test_schemas_arrive_as_the_facades_have_them(wire: str, tmp_path: Path) -> None:
    ran = Ran(wire, tmp_path, ())
    sent = _schemas(ran.requests[0]["body"])
    assert sent == {name: one.definition("messages")["input_schema"] for name, one in ran.facades.items()}
    assert len(sent) >= 5


def test_a_call_reaches_the_tool_and_its_result_the_model(wire: str, tmp_path: Path) -> None:
    replies = (
        _native(wire, "Write", {"file_path": "a.txt", "content": "one\n"}),
        _native(wire, "Edit", {"file_path": "a.txt", "old_string": "one", "new_string": "two"}),
        _native(wire, "Read", {"file_path": "a.txt"}),
    )
    ran = Ran(wire, tmp_path, replies)
    assert [call.tool for call in ran.tools.calls] == ["Write", "Edit", "Read"]
    assert (tmp_path / "folder" / "a.txt").read_text() == "two\n"
    assert "two" in ran.told[-1]
    assert ran.said == "all done"


def test_wrong_arguments_are_told_and_the_run_goes_on(wire: str, tmp_path: Path) -> None:
    (write,) = _native(wire, "Write", {"file_path": "a.txt", "content": ""}).calls
    wrong = Reply(calls=(Scripted(write.name, {"nonsense": 1}),))
    ran = Ran(wire, tmp_path, (wrong, wrong, wrong, wrong))
    assert len(ran.told) == 4
    assert all("nonsense" in text for text in ran.told)
    assert (ran.tools.calls, ran.said) == ([], "all done")


def test_a_refusal_is_told_and_the_run_goes_on(wire: str, tmp_path: Path) -> None:
    ran = Ran(wire, tmp_path, (_native(wire, "Read", {"file_path": "../x"}),))
    assert "leads outside the folder" in ran.told[0]
    assert ran.said == "all done"


def test_an_exception_in_a_tool_is_told_and_the_run_goes_on(wire: str, tmp_path: Path) -> None:
    call = _native(wire, "Bash", {"command": "true"})
    ran = Ran(wire, tmp_path, (call, call, call, call))
    assert len(ran.told) == 4
    assert all("Bash failed: no shell today" in text for text in ran.told)
    assert ran.said == "all done"


def test_an_unknown_tool_is_told_and_the_run_goes_on(wire: str, tmp_path: Path) -> None:
    unknown = Reply(calls=(Scripted("no_such_tool", {}),))
    ran = Ran(wire, tmp_path, (unknown, unknown))
    assert len(ran.told) == 2
    assert all("no_such_tool" in text for text in ran.told)
    assert (ran.tools.calls, ran.said) == ([], "all done")


def test_a_tool_of_free_text_is_a_function(tmp_path: Path) -> None:
    toolset = FacadeToolset(ProviderToolRegistry().tools_for_provider("codex"), BaseTools(tmp_path))
    context: Any = None
    schema = asyncio.run(toolset.get_tools(context))["apply_patch"].tool_def.parameters_json_schema
    assert (list(schema["properties"]), schema["required"]) == (["input"], ["input"])
    assert toolset.left_out["exec_command"] == "there is no Bash behind it"


def test_a_cancelled_run_ends_its_command(tmp_path: Path) -> None:
    tools = BaseTools(tmp_path, shell=LocalShell())
    toolset = FacadeToolset(ProviderToolRegistry().tools_for_provider("claude"), tools)

    async def cancelled() -> None:
        context: Any = None
        bash = (await toolset.get_tools(context))["Bash"]
        call = toolset.call_tool("Bash", {"command": "sleep 3; touch late.txt"}, context, bash)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(call, 0.5)

    asyncio.run(cancelled())
    time.sleep(3)
    assert not (tmp_path / "late.txt").exists()


def test_a_narrowed_toolset_offers_what_has_an_effect(tmp_path: Path) -> None:
    facades = ProviderToolRegistry().tools_for_provider("claude")
    toolset = FacadeToolset(facades, BaseTools(tmp_path, shell=LocalShell()), narrowed=True)
    context: Any = None
    tools = asyncio.run(toolset.get_tools(context))
    assert "dangerouslyDisableSandbox" not in tools["Bash"].tool_def.parameters_json_schema["properties"]


def test_facades_without_a_tool_behind_them_are_refused(tmp_path: Path) -> None:
    shell = ProviderToolRegistry().tool("gemini", "run_shell_command")
    with pytest.raises(ValueError, match="None of these facades"):
        FacadeToolset([shell], BaseTools(tmp_path))
