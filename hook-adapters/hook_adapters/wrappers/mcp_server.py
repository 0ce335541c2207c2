"""Facades as a server of the Model Context Protocol, by its official SDK; extra `mcp`.

    python -m hook_adapters.wrappers.mcp_server FOLDER --provider claude [--model ID] [--read-first] [--shell]

The server speaks over standard input and output. It offers the tools under the provider's names to clients that show
them as they are; Claude Code, Codex, Copilot CLI, Gemini CLI and OpenCode put the server's name before each.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from typing import Any

from hook_adapters.base_tools import BaseTools, LocalShell
from hook_adapters.wrappers.offered import Facade, Offered, Tools

try:
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
except ImportError as error:
    raise ImportError(
        "hook_adapters.wrappers.mcp_server needs the MCP SDK: pip install 'hook-adapters[mcp]'"
    ) from error

NAME = "hook-adapters"


def server_of(facades: Sequence[Facade], tools: Tools, *, every: bool = False, name: str = NAME) -> Server[Any]:
    """Return a server that offers facades and carries their calls out with `tools`; raises as `Offered`.

    A tool of free text cannot be offered over MCP: its facade raises `FacadeError`.
    """
    offered = Offered(facades, tools, every=every)
    listed = types.ListToolsResult(
        tools=[types.Tool.model_validate(facade.definition("mcp")) for facade in offered.facades.values()]
    )

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return listed

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        result = await asyncio.to_thread(offered.run, params.name, params.arguments or {})
        return types.CallToolResult(content=[types.TextContent(type="text", text=result.text)], is_error=not result.ok)

    return Server(name, on_list_tools=list_tools, on_call_tool=call_tool)


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a server over standard input and output until the client goes away."""
    from hook_adapters.facades import FacadeError, ProviderToolRegistry  # noqa: PLC0415 (only where a registry is read)

    parser = argparse.ArgumentParser("python -m hook_adapters.wrappers.mcp_server", description=__doc__)
    parser.add_argument("folder", help="the folder that the tools work in")
    parser.add_argument("--provider", required=True, help="whose names and schemas the tools have")
    parser.add_argument("--model", help="id or family of the model, where a provider's tools depend on it")
    parser.add_argument("--read-first", action="store_true", help="change a file only after it was read")
    parser.add_argument("--shell", action="store_true", help="offer a shell, which is not confined to the folder")
    given = parser.parse_args(arguments)
    try:
        tools = BaseTools(given.folder, read_first=given.read_first, shell=LocalShell() if given.shell else None)
        facades = ProviderToolRegistry().tools_for_provider(given.provider, given.model)
        server = server_of([facade for facade in facades if not facade.free_text], tools)
    except (FacadeError, ValueError) as error:
        parser.error(str(error))
    asyncio.run(_serve(server))


if __name__ == "__main__":
    main()
