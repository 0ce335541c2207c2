"""The HTTP side of the scripted model: loopback only, one thread a connection."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import ModuleType
from typing import Any

from hookconform_lab.lab.model_server import chat_completions, gemini, messages
from hookconform_lab.lab.model_server import responses_api as responses
from hookconform_lab.lab.model_server.engine import Engine

LOOPBACK = "127.0.0.1"
PAGE = b"<!doctype html><html><head><title>Lab page</title></head><body><h1>Lab page</h1></body></html>"
_SHAPES: tuple[Any, ...] = (gemini, chat_completions, responses, messages)


class ModelServer(ThreadingHTTPServer):
    """A server on a loopback port that answers from an engine; `served` is what it knows besides (`Driver.served`)."""

    daemon_threads = True

    def __init__(self, port: int, engine: Engine, served: Mapping[str, Any]) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.engine = engine
        self.served = served


@contextmanager
def serving(port: int, engine: Engine, served: Mapping[str, Any] | None = None) -> Generator[ModelServer]:
    """Serve on a port, 0 for any free one, while the context is entered."""
    server = ModelServer(port, engine, served or {})
    # A short poll, since leaving the context waits for it.
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """Routes a path to its wire shape; anything unknown is 404, so that programs go on without it."""

    protocol_version = "HTTP/1.1"
    server: ModelServer  # pyright: ignore[reportIncompatibleVariableOverride] (the only server there is)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (http.server's name)
        """Print nothing: the engine keeps the log."""

    def do_HEAD(self) -> None:
        """Answer a reachability probe."""
        self._send(200, "application/json", b"")

    def do_GET(self) -> None:
        """Serve the page that fetch tools are pointed at."""
        if self.path.split("?")[0] == "/page":
            self._send(200, "text/html; charset=utf-8", PAGE)
        else:
            self._other()

    def do_POST(self) -> None:
        """Answer a model request."""
        path = self.path.split("?")[0]
        try:
            body = json.loads(self._body() or b"{}")
        except ValueError:
            self._json(400, {"error": {"message": "not JSON"}})
            return
        if path.endswith(gemini.COUNT_PATH):
            self._json(200, {"totalTokens": 1000})
        elif path.endswith(messages.COUNT_PATH):
            self._json(200, {"input_tokens": 1000})
        elif path.endswith(responses.COMPACT_PATH):
            self._json(200, responses.compacted())
        else:
            self._model(path, body)

    def _model(self, path: str, body: dict[str, Any]) -> None:
        shape = shape_of(path)
        if shape is None:
            self._other()
            return
        request = shape.parse(body, path)
        reply, number = self.server.engine.answer(path, request)
        if reply.delay:
            time.sleep(reply.delay)
        if reply.http_error is not None:
            self._json(reply.http_error, shape.error(reply.http_error))
        else:
            self._send(200, *shape.answer(reply, request, number))

    def _other(self) -> None:
        """Answer what is no model request."""
        known = served_at(f"{self.command} {self.path.split('?')[0]}", self.server.served)
        if known is None:
            self._json(404, {"error": {"message": "not found"}})
        else:
            self._json(200, self.server.served[known])

    def _body(self) -> bytes:
        length = self.headers.get("content-length")
        if length is not None:
            return self.rfile.read(int(length))
        data = b""
        while size := int(self.rfile.readline().split(b";")[0].strip() or b"0", 16):
            data += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return data

    def _json(self, status: int, value: Any) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _send(self, status: int, content_type: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)


def served_at(asked: str, served: Mapping[str, Any]) -> str | None:
    """Return the key of `served` (`Driver.served`) that fits `METHOD /path` best, None if none does."""
    if asked in served:
        return asked
    fitting = [key for key in served if key.endswith("*") and asked.startswith(key[:-1])]
    return max(fitting, key=len, default=None)


def shape_of(path: str) -> ModuleType | None:
    """Return the module of the wire shape a request path belongs to, None for an unknown path."""
    return next((shape for shape in _SHAPES if path.endswith(shape.PATHS)), None)
