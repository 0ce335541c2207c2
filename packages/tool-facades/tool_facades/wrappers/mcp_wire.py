"""Messages of MCP clients before the SDK reads them: a call in which a key stands twice is marked, and then refused.

The SDK lets the last value count. What looked at the first one, such as a hook or a log, would have seen another call.
"""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable, Generator, MutableMapping
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any, BinaryIO

from tool_facades.wrappers.duplicate_keys import loaded_with_duplicates

# Where a marked call names the key.
MARK = "tool-facades/duplicate-key"
_CALL = "tools/call"
# The SDK refuses longer bodies: they are passed on as they come.
_MOST_BYTES = 4 * 1024 * 1024
_STDIN = 0

_Message = MutableMapping[str, Any]
_Receive = Callable[[], Awaitable[_Message]]
_Send = Callable[[_Message], Awaitable[None]]
_App = Callable[[_Message, _Receive, _Send], Awaitable[None]]


def marked(message: str) -> str:
    """Return a message as it is, or for a call in which a key stands twice one without arguments that says so."""
    try:
        value, twice = loaded_with_duplicates(message)
    except ValueError:
        return message
    # Of several methods the last one counts, which may be none that calls.
    if not twice or not isinstance(value, dict) or not ("method" in twice or value.get("method") == _CALL):
        return message
    params = value.get("params")
    params = params if isinstance(params, dict) else {}
    meta = params.get("_meta")
    meta = {**(meta if isinstance(meta, dict) else {}), MARK: twice[0]}
    name = params.get("name")
    params = {**params, "name": name if isinstance(name, str) else "", "arguments": {}, "_meta": meta}
    return json.dumps({**value, "method": _CALL, "params": params})


class MarkingLines(TextIOWrapper):
    """Lines of a client, each as `marked` returns it."""

    def readline(self, size: int = -1, /) -> str:
        """Return the next line."""
        line = super().readline(size)
        changed = marked(line) if line else line
        return line if changed is line else f"{changed}\n"


@contextmanager
def standard_input() -> Generator[MarkingLines]:
    """Give the lines of standard input, which is empty meanwhile for everything else that this program starts."""
    wire = os.dup(_STDIN)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, _STDIN)
    os.close(nothing)
    try:
        # A thread may still wait for a line at the end: the descriptor is not closed.
        file: BinaryIO = os.fdopen(wire, "rb", closefd=False)
        yield MarkingLines(file, encoding="utf-8", errors="replace")
    finally:
        os.dup2(wire, _STDIN)


def marking_app(app: _App) -> _App:
    """Return an ASGI application that gets the body of each request as `marked` returns it."""

    async def asgi(scope: _Message, receive: _Receive, send: _Send) -> None:
        await app(scope, _Body(receive) if scope["type"] == "http" and scope["method"] == "POST" else receive, send)

    return asgi


class _Body:
    """Receives the messages of one request: the whole body as one, unless it is too long."""

    def __init__(self, receive: _Receive) -> None:
        self._receive = receive
        self._is_read = False

    async def __call__(self) -> _Message:
        if self._is_read:
            return await self._receive()
        self._is_read = True
        body = b""
        while True:
            message = await self._receive()
            if message["type"] != "http.request":
                return message
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if not more or len(body) > _MOST_BYTES:
                return {"type": "http.request", "body": body if more else _marked_body(body), "more_body": more}


def _marked_body(body: bytes) -> bytes:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return body
    changed = marked(text)
    return body if changed is text else changed.encode()
