"""What a narrowed definition lacks has no effect behind it, and what it keeps has one."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from tool_facades import Call, ProviderToolRegistry
from tool_facades.base_tools import BaseTools, Command, Ended, LocalShell, Result
from tool_facades.wrappers import Offered
from tool_facades.wrappers.narrowing import Narrowing
from tool_facades.wrappers.offered import why_no_function

REGISTRY = ProviderToolRegistry()
APIS = ["messages", "responses", "chat", "gemini", "mcp"]


def waiting(command: Command) -> Ended:
    return Ended("", 0)


def narrowed(provider: str, tools: Any, model: str | None = None) -> Offered:
    return Offered(REGISTRY.tools_for_provider(provider, model), tools, narrowed=True)


def test_parameters_without_effect_are_left_out_and_named(tmp_path: Path) -> None:
    offered = narrowed("claude", BaseTools(tmp_path, shell=LocalShell()))
    assert offered.narrowings["Bash"] == Narrowing(("dangerouslyDisableSandbox",))
    assert "pages" in offered.narrowings["Read"].parameters
    for api in APIS:
        text = str(offered.definition("Bash", api))
        assert "dangerouslyDisableSandbox" not in text
        assert "run_in_background" in text
    assert "dangerouslyDisableSandbox" in str(offered.facades["Bash"].definition("messages")), "the facade is unchanged"


def test_background_is_offered_only_with_a_shell_that_has_it(tmp_path: Path) -> None:
    offered = narrowed("claude", BaseTools(tmp_path, shell=waiting))
    assert {"run_in_background", "dangerouslyDisableSandbox"} == set(offered.narrowings["Bash"].parameters)
    assert "mode" in narrowed("copilot", BaseTools(tmp_path, shell=waiting)).narrowings["bash"].parameters
    assert (
        "yield_time_ms" in narrowed("codex", BaseTools(tmp_path, shell=waiting)).narrowings["exec_command"].parameters
    )


def test_a_tool_of_ones_own_says_what_it_knows(tmp_path: Path) -> None:
    class Shell:
        tools = ("Bash",)
        arguments = MappingProxyType({"Bash": ("command",)})

        def run(self, call: Call) -> Result:
            return Result(ok=True, outcome="ok", text=call.arguments["command"])

    offered = narrowed("opencode", Shell())
    (definition,) = (offered.definition(name, "mcp") for name in offered.facades)
    assert set(definition["inputSchema"]["properties"]) == {"command"}


@pytest.mark.parametrize("provider", sorted(REGISTRY.providers()))
def test_no_required_parameter_is_left_out(tmp_path: Path, provider: str) -> None:
    tools = BaseTools(tmp_path, shell=waiting, fetcher=lambda page: page.url, searcher=lambda asked: asked.query)
    offered = Offered(REGISTRY.tools_for_provider(provider), tools, every=True, narrowed=True, free_text=True)
    for name, facade in offered.facades.items():
        if facade.parameters and not why_no_function(facade):
            definition = offered.definition(name, "messages")["input_schema"]
            assert set(definition.get("required", ())) <= set(definition["properties"])
            one = offered.narrowings.get(name, Narrowing())
            assert set(definition["properties"]) == set(facade.parameters[0]["properties"]) - set(one.parameters)


def test_parameters_that_count_in_some_calls_stay(tmp_path: Path) -> None:
    for provider, tool, name in (("copilot", "view", "view_range"), ("gemini", "run_shell_command", "delay_ms")):
        offered = narrowed(provider, BaseTools(tmp_path, shell=LocalShell()))
        assert name in offered.definition(tool, "mcp")["inputSchema"]["properties"]


def test_without_narrowing_definitions_are_the_facades(tmp_path: Path) -> None:
    offered = Offered(REGISTRY.tools_for_provider("claude"), BaseTools(tmp_path))
    assert offered.definition("Read", "mcp") == offered.facades["Read"].definition("mcp")
    assert not offered.narrowings
