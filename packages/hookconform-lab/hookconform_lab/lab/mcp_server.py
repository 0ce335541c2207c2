"""A minimal MCP server over stdio, from the official SDK: one tool that succeeds, one that fails."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

SERVER_NAME = "lab"


def build() -> MCPServer:
    """Return the server: tools `echo_text` and `fail_tool`, resource `lab://note`."""
    server = MCPServer(SERVER_NAME, log_level="ERROR")

    @server.tool()
    def echo_text(text: str) -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Return the text."""
        return f"echo: {text}"

    @server.tool()
    def fail_tool() -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Fail always."""
        message = "this tool always fails"
        raise RuntimeError(message)

    @server.resource("lab://note", name="note", mime_type="text/plain")
    def note() -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Return a line of text."""
        return "a note"

    return server


if __name__ == "__main__":
    build().run()
