"""A scripted model on loopback, and what it was sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform_lab.lab.model_server.engine import Engine
from hookconform_lab.lab.model_server.listener import serving
from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply, Script
from tool_facades import Call, ProviderToolRegistry
from tool_facades.base_tools import BaseTools, LocalShell, Result, Stop

REGISTRY = ProviderToolRegistry()
DONE = Reply("all done")


@dataclass(frozen=True)
class Model:
    """A model that answers with replies, then is done; `address` is its server's."""

    address: str
    log: Path

    @property
    def requests(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    @property
    def told(self) -> list[str]:
        """Return the results of calls that the last request holds."""
        return [result["text"] for result in self.requests[-1]["results"]]

    @property
    def schemas(self) -> dict[str, Any]:
        """Return name → schema of every function that the first request declares, on any wire."""
        found: dict[str, Any] = {}
        for item in self.requests[0]["body"]["tools"]:
            for tool in item.get("functionDeclarations", [item.get("function", item)]):
                keys = ("input_schema", "parameters", "parameters_json_schema", "parametersJsonSchema")
                found.update((tool["name"], tool[key]) for key in keys if key in tool)
        return found


@contextmanager
def model_of(top: Path, *replies: Reply) -> Iterator[Model]:
    with serving(0, Engine(Script({"main": (*replies, DONE)}), top / "log")) as server:
        yield Model(f"http://127.0.0.1:{server.server_address[1]}", top / "log")


def native(provider: str, canonical: str, arguments: dict[str, Any], model: str | None = None) -> Reply:
    """Return a reply that makes a canonical call under a provider's name."""
    (call,) = REGISTRY.to_native(provider, canonical, arguments, model=model).calls
    if isinstance(call.arguments, str):
        return Reply(calls=(Scripted(call.tool, custom=call.arguments),))
    return Reply(calls=(Scripted(call.tool, call.arguments),))


class Breaking:
    """Base tools of which the web search raises."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._tools = BaseTools(folder, shell=LocalShell())
        self.tools = (*self._tools.tools, "WebSearch")
        self.calls: list[Call] = []

    def run(self, call: Call, stop: Stop | None = None) -> Result:
        self.calls.append(call)
        if call.tool == "WebSearch":
            raise RuntimeError("no web today")
        return self._tools.run(call, stop)
