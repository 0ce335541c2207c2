"""The serve loop of a hookconform adapter in Python 3.8 or newer: JSON-RPC 2.0, one message a line, no dependency.

`hookconform serve-loop` writes this file. Keep it as it is, beside an adapter that says what it is and can do:

    serve(identity, canonicalize=canonicalize)

Methods take the protocol's parameters by name (`platform, payload, registered_event=None, **_`) and return its
results. They refuse by raising InvalidPayloadError, UnsupportedPlatformError or UnsupportedVerdictError; anything
else they raise is answered as error -32603, and the loop goes on. What they print, or programs that they start,
goes to standard error, and nobody but the loop reads its requests.
"""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from typing import Any

_LONGEST_MESSAGE = 2000


class AdapterError(Exception):
    """An error answer; raise a subclass. The text is the answer's message."""

    code = -32603


class InvalidPayloadError(AdapterError):
    """The payload cannot be judged: no JSON object, no event, a tool call without a name or arguments."""

    code = -32001


class UnsupportedPlatformError(AdapterError):
    """The platform is not one of the adapter's."""

    code = -32002


class UnsupportedVerdictError(AdapterError):
    """No answer of this platform carries the verdict out (`respond` only)."""

    code = -32003


class _RequestError(AdapterError):
    """The line is no good request; `number` is its id, None if it has none that can be answered to."""

    def __init__(self, code: int, message: str, number: int | str | None = None) -> None:
        super().__init__(message)
        self.code, self.number = code, number


def serve(identity: dict[str, Any], **methods: Callable[..., Any]) -> None:
    """Answer requests until `shutdown` or the end of standard input.

    `identity` has name, version, language, platforms, capabilities and tier, as adapter.toml states them.
    """
    methods = {**methods, "initialize": lambda **_: {"protocol": 2, **identity}, "shutdown": lambda **_: None}
    with os.fdopen(os.dup(0), "rb") as requests, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        for line in filter(bytes.strip, requests):
            answer, ends = _answer(line, methods)
            answers.write(answer.encode("ascii") + b"\n")
            answers.flush()
            if ends:
                return


def _answer(line: bytes, methods: dict[str, Callable[..., Any]]) -> tuple[str, bool]:
    """Return the answer to one line, and whether it was the last."""
    number = None
    try:
        number, method, params = _request(line, methods)
        result = methods[method](**params)
        return json.dumps({"jsonrpc": "2.0", "id": number, "result": result}, allow_nan=False), method == "shutdown"
    except _RequestError as error:
        return _error(error.number, error.code, str(error)), False
    except AdapterError as error:
        return _error(number, error.code, str(error)), False
    except (Exception, SystemExit) as error:  # noqa: BLE001 (one bad call must not end the loop)
        return _error(number, AdapterError.code, f"{type(error).__name__}: {error}"), False


def _request(line: bytes, methods: dict[str, Callable[..., Any]]) -> tuple[int | str, str, dict[str, Any]]:
    """Return id, method and parameters of a request line, which fit together."""
    try:
        message = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise _RequestError(-32700, f"the line is not JSON: {error}") from None
    number = message.get("id") if isinstance(message, dict) else None
    if not isinstance(number, (int, str)) or isinstance(number, bool):
        raise _RequestError(-32600, "the line is not one request with an id")
    method, params = message.get("method"), message.get("params", {})
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str) or not isinstance(params, dict):
        raise _RequestError(-32600, "a request has jsonrpc 2.0, a method and parameters by name", number)
    if method not in methods:
        raise _RequestError(-32601, f"there is no method {method!r}", number)
    try:
        inspect.signature(methods[method]).bind(**params)
    except TypeError as error:
        raise _RequestError(-32602, f"{method}: {error}", number) from None
    return number, method, params


def _error(number: int | str | None, code: int, message: str) -> str:
    error = {"code": code, "message": message[:_LONGEST_MESSAGE]}
    return json.dumps({"jsonrpc": "2.0", "id": number, "error": error})
