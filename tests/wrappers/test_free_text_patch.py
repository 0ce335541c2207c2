"""Codex's `apply_patch`, which takes free text, given to a model by the OpenAI Agents SDK."""

from __future__ import annotations

import json
from pathlib import Path

from agents import Agent, CustomTool, OpenAIResponsesModel, Runner, set_tracing_disabled
from openai import AsyncOpenAI

from hook_adapters.base_tools import BaseTools
from hook_adapters.facades import ProviderToolRegistry
from hook_adapters.wrappers import Offered
from hookconform.lab.model_server.engine import Engine
from hookconform.lab.model_server.listener import serving
from hookconform.lab.script import Call, Reply, Script

PATCH = "*** Begin Patch\n*** Update File: a.txt\n@@\n-{}\n+two\n*** End Patch\n"


def test_a_patch_in_free_text_reaches_the_files(tmp_path: Path) -> None:
    set_tracing_disabled(disabled=True)
    (tmp_path / "a.txt").write_text("one\n")
    facade = ProviderToolRegistry().tool("codex", "apply_patch")
    offered = Offered([facade], BaseTools(tmp_path))
    definition = facade.definition("responses")

    async def invoke(_context: object, text: str) -> str:
        return offered.run("apply_patch", text).text

    tool = CustomTool(
        name=definition["name"],
        description=definition["description"],
        on_invoke_tool=invoke,
        format=definition["format"],
    )
    replies = [Reply(calls=(Call("apply_patch", custom=PATCH.format(line)),)) for line in ("nine", "one")]
    log = tmp_path / "log"
    with serving(0, Engine(Script({"main": (*replies, Reply("all done"))}), log)) as server:
        client = AsyncOpenAI(base_url=f"http://127.0.0.1:{server.server_address[1]}/v1", api_key="dummy")
        agent = Agent("patcher", tools=[tool], model=OpenAIResponsesModel("m", client))
        result = Runner.run_sync(agent, "go")
    requests = [json.loads(line) for line in log.read_text().splitlines()]
    assert requests[0]["body"]["tools"] == [definition]
    told = [item["text"] for item in requests[-1]["results"]]
    assert "These lines are not in a.txt" in told[0]
    assert told[1] == "Applied the patch:\nM a.txt"
    assert ((tmp_path / "a.txt").read_text(), result.final_output) == ("two\n", "all done")
