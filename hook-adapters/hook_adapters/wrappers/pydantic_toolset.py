"""Facades as a toolset of pydantic-ai; extra `pydantic-ai`.

    agent = Agent(model, toolsets=[FacadeToolset(registry.tools_for_provider("claude"), BaseTools(folder))])

Schemas go to the model as the facade has them; for OpenAI's models give `profile=UNCHANGED` to the model. Whatever goes
wrong in a call is told to the model, and the run goes on. The framework itself tells of a name that is no tool, as
often as `Agent(retries=…)` says. It drops calls of tools that take free text: those facades are refused here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from hook_adapters.wrappers.offered import Facade, Offered, Tools

try:
    from pydantic_ai import RunContext, ToolDefinition
    from pydantic_ai.exceptions import ToolFailed
    from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
    from pydantic_core import SchemaValidator, core_schema
except ImportError as error:
    raise ImportError(
        "hook_adapters.wrappers.pydantic_toolset needs pydantic-ai: pip install 'hook-adapters[pydantic-ai]'"
    ) from error

# The profile of a model that leaves schemas as they are; else pydantic-ai adds to those for OpenAI's models.
UNCHANGED: dict[str, Any] = {"json_schema_transformer": None}
# Facades check their arguments themselves, and say what was meant.
_ANYTHING = SchemaValidator(core_schema.any_schema())


class FacadeToolset(AbstractToolset[Any]):
    """Offers facades to a model and carries their calls out with `tools`; `every` as for `Offered`.

    Raises `ValueError` for facades of tools that take free text, and where no facade has a tool behind it.
    """

    def __init__(
        self,
        facades: Iterable[Facade],
        tools: Tools,
        *,
        every: bool = False,
        id: str | None = None,  # noqa: A002
    ) -> None:
        self._offered = Offered(facades, tools, every=every)
        self._id = id
        self._definitions = {name: _definition(facade) for name, facade in self._offered.facades.items()}

    @property
    def id(self) -> str | None:
        """Return the name of the toolset, if it was given one."""
        return self._id

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:  # noqa: ARG002 (always the same)
        """Return all tools by name."""
        return {
            name: ToolsetTool(toolset=self, tool_def=definition, max_retries=0, args_validator=_ANYTHING)
            for name, definition in self._definitions.items()
        }

    async def call_tool(
        self,
        name: str,
        tool_args: dict[str, Any],
        ctx: RunContext[Any],  # noqa: ARG002 (nothing of the run matters)
        tool: ToolsetTool[Any],  # noqa: ARG002 (known by its name)
    ) -> str:
        """Carry out a call in a thread; raises `ToolFailed`, which is told to the model."""
        result = await asyncio.to_thread(self._offered.run, name, tool_args)
        if not result.ok:
            raise ToolFailed(result.text)
        return result.text


def _definition(facade: Facade) -> ToolDefinition:
    offered = facade.definition("messages")
    return ToolDefinition(
        name=facade.tool_name,
        description=offered.get("description"),
        parameters_json_schema=json.loads(json.dumps(offered["input_schema"])),
    )
