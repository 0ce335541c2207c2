"""A minimal MCP server over stdio, from the official SDK: one tool that succeeds, one that fails."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

SERVER_NAME = "lab"


def build() -> MCPServer:
    """Return the server: tools `echo_text` and `fail_tool`, resources `lab://note` and `lab://echo/WORD`."""
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

    # Of a template, so that it is in no list of resources.
    @server.resource("lab://echo/{word}", name="echo", mime_type="text/plain")
    def echo(word: str) -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Return the word."""
        return f"echo: {word}"

    return server


if __name__ == "__main__":
    build().run()
