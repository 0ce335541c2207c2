"""A minimal MCP server over stdio, from the official SDK: one tool that succeeds, one that fails.

Where the file exists that its argument names, it also asks the program that uses it: three more tools, and a prompt.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from mcp.server.mcpserver import AcceptedElicitation, Context, Elicit, ElicitationResult, MCPServer, Resolve, Sample
from mcp.types import CreateMessageResult, SamplingMessage, TextContent
from pydantic import BaseModel

from hookconform_lab.lab import mcp_asking as asking

SERVER_NAME = "lab"


class Server(MCPServer):
    """A server that knows whether its prompts were listed."""

    has_listed = False

    async def list_prompts(self):  # noqa: ANN201 (as the one that it stands for)
        """Return the prompts."""
        self.has_listed = True
        return await super().list_prompts()


class Answer(BaseModel):
    """What a user is asked for."""

    word: str


def build(*, asks: bool = False) -> MCPServer:
    """Return the server: tools `echo_text` and `fail_tool`, resources `lab://note` and `lab://echo/WORD`.

    One that asks also has the tools `ask_model`, `ask_person` and `ask_prompts` and the prompt `lab_prompt`.
    """
    server = Server(SERVER_NAME, log_level="ERROR")

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

    if asks:
        _ask(server)
    return server


def _ask(server: Server) -> None:
    @server.tool()
    def ask_model(text: str, answer: Annotated[CreateMessageResult, Resolve(_of_model)]) -> str:  # noqa: ARG001  # pyright: ignore[reportUnusedFunction]
        """Ask the model of the program."""
        return answer.content.text if isinstance(answer.content, TextContent) else answer.content.type

    @server.tool()
    def ask_person(text: str, answer: Annotated[ElicitationResult[Answer], Resolve(_of_user)]) -> str:  # noqa: ARG001  # pyright: ignore[reportUnusedFunction]
        """Ask the user of the program."""
        if isinstance(answer, AcceptedElicitation) and answer.data.word == asking.NO_ELICITATION:
            return asking.NO_ELICITATION
        return f"{asking.ANSWERED}{answer.action}"

    @server.tool()
    def ask_prompts(text: str) -> str:  # noqa: ARG001  # pyright: ignore[reportUnusedFunction]
        """Tell whether prompts were listed."""
        return asking.LISTED if server.has_listed else asking.NO_PROMPTS

    @server.prompt()
    def lab_prompt() -> str:  # pyright: ignore[reportUnusedFunction] (registered)
        """Return a word."""
        return asking.PROMPTED


def _of_model(ctx: Context) -> Sample | CreateMessageResult:
    """Ask, or answer in the place of a program that cannot be asked."""
    offered = ctx.client_capabilities
    if offered is None or offered.sampling is None:
        return CreateMessageResult(
            role="assistant", content=TextContent(type="text", text=asking.NO_SAMPLING), model="none"
        )
    return Sample([SamplingMessage(role="user", content=TextContent(type="text", text=asking.SAMPLED))], max_tokens=100)


def _of_user(ctx: Context) -> Elicit[Answer] | Answer:
    """Ask, or answer in the place of a program that cannot be asked."""
    offered = ctx.client_capabilities
    if offered is None or offered.elicitation is None:
        return Answer(word=asking.NO_ELICITATION)
    return Elicit(asking.ELICITED, Answer)


if __name__ == "__main__":
    build(asks=any(Path(name).exists() for name in sys.argv[1:])).run()
