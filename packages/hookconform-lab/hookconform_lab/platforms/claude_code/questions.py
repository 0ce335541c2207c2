"""An MCP server with one tool that asks the user a question, to reach Claude Code's elicitation events."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import Elicit, ElicitationResult, MCPServer, Resolve
from pydantic import BaseModel


class Name(BaseModel):
    """The form that the user is shown."""

    name: str


def ask() -> Elicit[Name]:
    """Return the question."""
    return Elicit("Your name?", Name)


def build() -> MCPServer:
    """Return the server `ask` with its tool `ask_name`."""
    server = MCPServer("ask", log_level="ERROR")

    @server.tool()
    def ask_name(answer: Annotated[ElicitationResult[Name], Resolve(ask)]) -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Ask the user for a name."""
        return f"the user chose to {answer.action}"

    return server


if __name__ == "__main__":
    build().run()
