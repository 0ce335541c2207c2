"""A minimal language server over stdio, which knows one function: what a program's `lsp` tool asks is answered at all.

Run inside the sandbox by its path, so it needs nothing but the standard library. It is no server of a real language:
what is recorded is how the program hands over an answer, not what one says.
"""

from __future__ import annotations

import json
import sys
from typing import Any, BinaryIO

_RANGE = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 8}}
_CAPABILITIES = {
    "textDocumentSync": 1,
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentSymbolProvider": True,
    "workspaceSymbolProvider": True,
}


def answer(method: str, parameters: Any, uri: str) -> Any:
    """Return the result of a request, None for what the server does not know; `uri` is the file opened last."""
    place = {"uri": parameters.get("textDocument", {}).get("uri", uri), "range": _RANGE}
    results: dict[str, Any] = {
        "initialize": {"capabilities": _CAPABILITIES},
        "textDocument/hover": {"contents": {"kind": "markdown", "value": "def main()"}, "range": _RANGE},
        "textDocument/definition": [place],
        "textDocument/references": [place],
        "textDocument/documentSymbol": [
            {"name": "main", "kind": 12, "range": _RANGE, "selectionRange": _RANGE},
        ],
        "workspace/symbol": [{"name": "main", "kind": 12, "location": place}],
    }
    return results.get(method)


def serve(asked: BinaryIO, said: BinaryIO) -> None:
    """Answer requests until `exit` or the end of the input; a file that is opened has no faults."""
    uri = ""
    while (message := _read(asked)) is not None and message.get("method") != "exit":
        parameters = message.get("params") or {}
        if message.get("method") == "textDocument/didOpen":
            uri = parameters["textDocument"]["uri"]
            faultless = {"uri": uri, "diagnostics": []}
            _write(said, {"method": "textDocument/publishDiagnostics", "params": faultless})
        if "id" in message and "method" in message:
            _write(said, {"id": message["id"], "result": answer(message["method"], parameters, uri)})


def _read(stream: BinaryIO) -> dict[str, Any] | None:
    length = 0
    while (line := stream.readline().strip()) or not length:
        if not line:
            return None
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    body = stream.read(length)
    return json.loads(body) if len(body) == length else None


def _write(stream: BinaryIO, message: dict[str, Any]) -> None:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
    stream.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
