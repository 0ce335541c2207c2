"""Facades as tools of LangChain and LangGraph; extra `langchain`.

    agent = create_agent(model, tools_of(registry.tools_for_provider("claude"), BaseTools(folder)).tools)

Whatever goes wrong in a call is told to the model as an error. LangChain's tools take named arguments: tools of free
text are functions with one argument, `input`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tool_facades.base_tools.outcome import Result
from tool_facades.wrappers.offered import Facade, Offered, Tools
from tool_facades.wrappers.threads import carried_out

try:
    from langchain_core.tools import BaseTool, ToolException
    from pydantic import PrivateAttr
except ImportError as error:
    raise ImportError(
        "tool_facades.wrappers.langchain_tools needs LangChain: pip install 'tool-facades[langchain]'"
    ) from error


@dataclass(frozen=True, slots=True)
class LangChainTools:
    """`tools` for an agent, and why a facade is not among them, by its name."""

    tools: list[BaseTool]
    left_out: Mapping[str, str]


class FacadeTool(BaseTool):
    """One facade as a tool; its arguments are checked by the facade, which says what was meant."""

    _offered: Offered = PrivateAttr()

    @classmethod
    def of(cls, offered: Offered, name: str) -> FacadeTool:
        """Return the tool of an offered facade."""
        definition = offered.definition(name, "messages")
        tool = cls(
            name=name,
            description=definition.get("description", ""),
            args_schema=definition["input_schema"],
            handle_tool_error=True,
        )
        tool._offered = offered
        return tool

    def _run(self, **arguments: Any) -> str:
        return _text(self._offered.run(self.name, arguments))

    async def _arun(self, **arguments: Any) -> str:
        return _text(await carried_out(self._offered, self.name, arguments))


def tools_of(facades: Iterable[Facade], tools: Tools, *, every: bool = False, narrowed: bool = False) -> LangChainTools:
    """Return the tools of facades, whose calls `tools` carries out; the rest as for `Offered`, which raises."""
    offered = Offered(facades, tools, every=every, narrowed=narrowed, free_text=False)
    return LangChainTools([FacadeTool.of(offered, name) for name in offered.facades], offered.left_out)


def _text(result: Result) -> str:
    if not result.ok:
        raise ToolException(result.text)
    return result.text
