"""Facades as tools of the OpenAI Agents SDK; extra `openai-agents`.

    agent = Agent("coder", tools=tools_of(registry.tools_for_provider("codex"), BaseTools(folder)).tools)

Tools of free text, such as `apply_patch`, are the SDK's `CustomTool`, which only models over the Responses API call:
give `free_text=False` for chat completions, and they are functions with one argument, `input`. Whatever goes wrong in
a call is told to the model. A name that is no tool ends the run: so does the SDK.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tool_facades.wrappers.duplicate_keys import DuplicateKeyError, loaded
from tool_facades.wrappers.offered import Facade, Offered, Tools, why_no_function
from tool_facades.wrappers.threads import carried_out

try:
    from agents import CustomTool, FunctionTool, Tool
except ImportError as error:
    raise ImportError(
        "tool_facades.wrappers.agents_tools needs the OpenAI Agents SDK: pip install 'tool-facades[openai-agents]'"
    ) from error


@dataclass(frozen=True, slots=True)
class AgentsTools:
    """`tools` for an agent of the SDK, and why a facade is not among them, by its name."""

    tools: list[Tool]
    left_out: Mapping[str, str]


def tools_of(
    facades: Iterable[Facade], tools: Tools, *, every: bool = False, narrowed: bool = False, free_text: bool = True
) -> AgentsTools:
    """Return the tools of facades, whose calls `tools` carries out; the rest as for `Offered`, which raises."""
    known = list(facades)
    why = {facade.tool_name: why_no_function(facade) for facade in known if not getattr(facade, "free_text", False)}
    usable = [facade for facade in known if not why.get(facade.tool_name)]
    offered = Offered(usable, tools, every=every, narrowed=narrowed, free_text=free_text)
    left_out = {name: reason for name, reason in why.items() if reason} | dict(offered.left_out)
    return AgentsTools([_tool(offered, name) for name in offered.facades], left_out)


def _tool(offered: Offered, name: str) -> Tool:
    definition = offered.definition(name, "responses")
    description: str = definition.get("description", "")
    if definition["type"] == "custom":
        return CustomTool(name, description, _telling(offered, name, _as_it_is), definition["format"])
    return FunctionTool(
        name, description, definition["parameters"], _telling(offered, name, loaded), strict_json_schema=False
    )


def _telling(offered: Offered, name: str, read: Callable[[str], Any]) -> Callable[[Any, str], Awaitable[str]]:
    async def invoke(_context: Any, given: str) -> str:
        try:
            arguments = read(given) if given else {}
        except DuplicateKeyError as error:
            return f"{name}: {error}"
        except ValueError as error:
            return f"{name}: the arguments are no JSON: {error}."
        return (await carried_out(offered, name, arguments)).text

    return invoke


def _as_it_is(text: str) -> str:
    return text
