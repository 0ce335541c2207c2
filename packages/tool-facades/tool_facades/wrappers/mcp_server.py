"""Facades as a server of the Model Context Protocol, by its official SDK; extra `mcp`.

    tool-facades-mcp FOLDER --provider claude [--provider gemini] [--model ID] [--shell]
                            [--read-first] [--narrowed] [--http PORT]

The server speaks over standard input and output, or with `--http` over streamable HTTP on this machine only. It offers
the tools under the provider's names to clients that show them as they are; Claude Code, Codex, Copilot CLI, Gemini CLI
and OpenCode put the server's name before each. A call in which a key stands twice is refused. Which tools it leaves
out, and why, it says on standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any

import tool_facades
from tool_facades.base_tools import BaseTools, LocalShell
from tool_facades.wrappers.duplicate_keys import DuplicateKeyError
from tool_facades.wrappers.mcp_wire import MARK, marking_app, standard_input
from tool_facades.wrappers.offered import TEXT_ARGUMENT, Facade, Offered, Tools
from tool_facades.wrappers.programs import ways_of
from tool_facades.wrappers.threads import carried_out

try:
    import anyio
    import mcp_types as types
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server
except ImportError as error:
    raise ImportError("tool_facades.wrappers.mcp_server needs the MCP SDK: pip install 'tool-facades[mcp]'") from error

NAME = "tool-facades"
LOCAL = "127.0.0.1"
# Canonical tools that change nothing, those that only add to what is there, and those that reach beyond this machine.
READS = frozenset({"Read", "Glob", "Grep", "LS", "WebFetch", "WebSearch", "BashOutput", "ReadMcpResource"})
_ADDS = frozenset({"TodoWrite", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "Skill"})
_OPEN = frozenset({"Bash", "BashInput", "Task", "WebFetch", "WebSearch", "SendMessage"})


def server_of(
    facades: Sequence[Facade], tools: Tools, *, every: bool = False, narrowed: bool = False, name: str = NAME
) -> Server[Any]:
    """Return a server that offers facades and carries their calls out with `tools`; raises as `Offered`.

    Tools of free text are functions with one argument, `input`. A call that the client cancels ends its command.
    """
    return _server(Offered(facades, tools, every=every, narrowed=narrowed, free_text=False), name)


def _server(offered: Offered, name: str) -> Server[Any]:
    listed = types.ListToolsResult(tools=[_tool(offered, tool) for tool in offered.facades])

    async def list_tools(_context: Any, _params: Any) -> types.ListToolsResult:
        return listed

    async def call_tool(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        twice = (params.meta or {}).get(MARK)
        if twice is not None:
            return _told(f"{params.name}: {DuplicateKeyError(str(twice))}", is_error=True)
        result = await carried_out(offered, params.name, params.arguments or {})
        return _told(result.text, is_error=not result.ok)

    return Server(name, version=tool_facades.__version__, on_list_tools=list_tools, on_call_tool=call_tool)


def _told(text: str, *, is_error: bool) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)], is_error=is_error)


def _tool(offered: Offered, name: str) -> types.Tool:
    canonical = offered.facades[name].canonical
    reads = canonical in READS
    hints = types.ToolAnnotations(
        read_only_hint=reads,
        destructive_hint=not reads and canonical not in _ADDS,
        open_world_hint=canonical in _OPEN,
    )
    return types.Tool.model_validate({**offered.definition(name, "mcp"), "annotations": hints})


async def _serve(server: Server[Any]) -> None:
    with standard_input() as lines:
        async with stdio_server(stdin=anyio.wrap_file(lines)) as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())


def _serve_http(server: Server[Any], port: int) -> None:
    import uvicorn

    uvicorn.run(marking_app(server.streamable_http_app(host=LOCAL)), host=LOCAL, port=port, log_level="warning")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a server until the client goes away, or over HTTP until it is ended."""
    from tool_facades import FacadeError, ProviderToolRegistry

    parser = argparse.ArgumentParser("tool-facades-mcp", description=__doc__)
    parser.add_argument("folder", help="the folder that the tools work in")
    parser.add_argument(
        "--provider", required=True, action="append", help="whose names and schemas the tools have; may be repeated"
    )
    parser.add_argument("--model", help="id or family of the model, where a provider's tools depend on it")
    parser.add_argument("--read-first", action="store_true", help="change a file only after it was read")
    parser.add_argument("--shell", action="store_true", help="offer a shell, which is not confined to the folder")
    parser.add_argument("--narrowed", action="store_true", help="leave out parameters that have no effect here")
    parser.add_argument("--http", type=port, metavar="PORT", help="serve streamable HTTP on this port of this machine")
    given = parser.parse_args(arguments)
    providers: list[str] = given.provider
    try:
        registry = ProviderToolRegistry()
        # With several providers the tools cannot be like one program.
        ways = ways_of(providers[0]) if len(providers) == 1 else None
        shell = LocalShell() if given.shell else None
        tools = BaseTools(given.folder, read_first=given.read_first, ways=ways, shell=shell)
        each = [
            Offered(registry.tools_for_provider(provider, given.model), tools, free_text=False)
            for provider in providers
        ]
        facades = [facade for one in each for facade in one.facades.values()]
        offered = Offered(facades, tools, every=True, narrowed=given.narrowed, free_text=False)
    except (FacadeError, ValueError) as error:
        parser.error(str(error))
    functions = [f"{name} is a function with one argument, {TEXT_ARGUMENT}." for name in offered.as_functions]
    for line in (*(line for one in each for line in _said(one)), *_said(offered), *functions):
        sys.stderr.write(f"{line}\n")
    with tools:
        if given.http is None:
            asyncio.run(_serve(_server(offered, NAME)))
        else:
            _serve_http(_server(offered, NAME), given.http)


def port(text: str) -> int:
    """Return the number of a port; its errors name what is wrong."""
    number = int(text)
    if number not in range(1, 1 << 16):
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not {number}")
    return number


def _said(offered: Offered) -> list[str]:
    """Return a line for each tool that is left out, and for each that lacks parameters."""
    said = [f"{name} is left out: {why}." for name, why in offered.left_out.items()]
    for name, one in offered.narrowings.items():
        values = [f"{parameter} {', '.join(map(repr, without))}" for parameter, without in one.values]
        said.append(f"{name} is offered without {', '.join([*one.parameters, *values])}.")
    return said


if __name__ == "__main__":
    main()
