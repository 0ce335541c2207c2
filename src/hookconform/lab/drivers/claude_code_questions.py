"""An MCP server with one tool that asks the user a question, to reach Claude Code's elicitation events."""

from __future__ import annotations

from mcp.server.mcpserver import Context, MCPServer
from pydantic import BaseModel


class Name(BaseModel):
    """The form that the user is shown."""

    name: str


def build() -> MCPServer:
    """Return the server `ask` with its tool `ask_name`."""
    server = MCPServer("ask", log_level="ERROR")

    @server.tool()
    async def ask_name(context: Context) -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Ask the user for a name."""
        answer = await context.elicit("Your name?", Name)
        return f"the user chose to {answer.action}"

    return server


if __name__ == "__main__":
    build().run()
