"""The reference adapter as a process: JSON-RPC 2.0, one message a line over standard input and output."""

from __future__ import annotations

import json
import sys

from hook_adapters.canonical.errors import AdapterError
from hook_adapters.suite import create

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

METHODS = ("initialize", "canonicalize", "match", "respond", "tools", "map")
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, INVALID_PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603


def serve(requests: BinaryIO | None = None, responses: BinaryIO | None = None) -> int:
    """Answer requests in order until `shutdown` or the end of input; returns the exit code, 0."""
    source = requests or sys.stdin.buffer
    target = responses or sys.stdout.buffer
    adapter = create()
    for line in source:
        if not line.strip():
            continue
        message, last = _answer(adapter, line)
        target.write(json.dumps({"jsonrpc": "2.0", **message}, separators=(",", ":")).encode() + b"\n")
        target.flush()
        if last:
            break
    return 0


def _answer(adapter: Any, line: bytes) -> tuple[dict[str, Any], bool]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(None, PARSE_ERROR, "parse error", str(error)), False
    if not isinstance(request, dict) or "id" not in request or not isinstance(request.get("method"), str):
        return _error(None, INVALID_REQUEST, "invalid request", "needs `id` and `method`"), False
    number, method, params = request["id"], request["method"], request.get("params", {})
    if method == "shutdown":
        return {"id": number, "result": None}, True
    if method not in METHODS:
        return _error(number, NO_METHOD, "no such method", method), False
    if not isinstance(params, dict):
        return _error(number, INVALID_PARAMS, "invalid params", "not an object"), False
    return _call(adapter, number, method, params), False


def _call(adapter: Any, number: Any, method: str, params: dict[str, Any]) -> dict[str, Any]:
    asked = getattr(adapter, method)
    try:
        return {"id": number, "result": asked(**params)}
    except AdapterError as error:
        return _error(number, error.code, error.title, str(error))
    except Exception as error:  # noqa: BLE001 (one bad request must not end the process)
        if isinstance(error, TypeError) and not _takes(asked, params):
            return _error(number, INVALID_PARAMS, "invalid params", str(error))
        return _error(number, INTERNAL, "internal error", f"{type(error).__name__}: {error}")


def _takes(asked: Callable[..., Any], params: dict[str, Any]) -> bool:
    """Tell whether a method has these parameters, and needs no other."""
    from inspect import signature

    try:
        signature(asked).bind(**params)
    except TypeError:
        return False
    return True


def _error(number: Any, code: int, title: str, detail: str) -> dict[str, Any]:
    return {"id": number, "error": {"code": code, "message": title, "data": detail}}
