"""Facades as a toolset of pydantic-ai; extra `pydantic-ai`.

    agent = Agent(model, toolsets=[FacadeToolset(registry.tools_for_provider("claude"), BaseTools(folder))])

Schemas go to the model as the facade has them if the model has `profile=UNCHANGED`: pydantic-ai changes those for
OpenAI's and Google's models otherwise. Whatever goes wrong in a call is told to the model, and the run goes on. The
framework itself tells of a name that is no tool, as often as `Agent(retries=…)` says. It drops calls of tools that take
free text: those are offered as functions with one argument, `input`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tool_facades.base_tools.outcome import Result
from tool_facades.wrappers.offered import Facade, Offered, Tools
from tool_facades.wrappers.threads import carried_out

try:
    from pydantic_ai import RunContext, ToolDefinition
    from pydantic_ai.exceptions import ToolFailed
    from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
    from pydantic_core import SchemaValidator, core_schema
except ImportError as error:
    raise ImportError(
        "tool_facades.wrappers.pydantic_toolset needs pydantic-ai: pip install 'tool-facades[pydantic-ai]'"
    ) from error

# The profile of a model that leaves schemas as they are.
UNCHANGED: dict[str, Any] = {"json_schema_transformer": None}
# Facades check their arguments themselves, and say what was meant.
_ANYTHING = SchemaValidator(core_schema.any_schema())


class FacadeToolset(AbstractToolset[Any]):
    """Offers facades to a model and carries their calls out with `tools`; `every` and `narrowed` as for `Offered`.

    `left_out` says why a facade is not offered, by its name. `observe` is told each call's result. A run that is
    cancelled ends its command. Raises `ValueError` where no facade is left.
    """

    def __init__(  # noqa: PLR0913 (what a toolset is)
        self,
        facades: Iterable[Facade],
        tools: Tools,
        *,
        every: bool = False,
        narrowed: bool = False,
        id: str | None = None,  # noqa: A002
        observe: Callable[[Result], None] | None = None,
    ) -> None:
        self._offered = Offered(facades, tools, every=every, narrowed=narrowed, free_text=False)
        self._id = id
        self._observe = observe
        self._definitions = {name: self._definition(name) for name in self._offered.facades}

    @property
    def id(self) -> str | None:
        """Return the name of the toolset, if it was given one."""
        return self._id

    @property
    def left_out(self) -> Mapping[str, str]:
        """Return why a facade is not offered, by its name."""
        return self._offered.left_out

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
        result = await carried_out(self._offered, name, tool_args)
        if self._observe is not None:
            self._observe(result)
        if not result.ok:
            raise ToolFailed(result.text)
        return result.text

    def _definition(self, name: str) -> ToolDefinition:
        definition = self._offered.definition(name, "messages")
        return ToolDefinition(
            name=name,
            description=definition.get("description"),
            parameters_json_schema=json.loads(json.dumps(definition["input_schema"])),
        )
