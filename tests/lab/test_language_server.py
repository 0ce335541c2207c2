"""The language server of the lab's own answers what a program's `lsp` tool asks, and ends when it is told to."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from hookconform_lab.lab.plugins import language_server

OPENED = "file:///home/dev/project/src/app.py"


def framed(*messages: dict[str, Any]) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\nContent-Type: x\r\n\r\n%s" % (len(body), body) for body in bodies)


def said(asked: bytes) -> list[dict[str, Any]]:
    """Return what the server says, as the program starts it: by its path, with the standard library alone."""
    argv = [sys.executable, "-I", "-S", str(language_server.__file__)]
    rest = subprocess.run(argv, input=asked, capture_output=True, check=True, timeout=30).stdout
    found: list[dict[str, Any]] = []
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        length = int(head.removeprefix(b"Content-Length: "))
        found.append(json.loads(rest[:length]))
        rest = rest[length:]
    return found


def test_it_answers_requests_in_order_and_says_that_an_opened_file_has_no_faults() -> None:
    document = {"textDocument": {"uri": OPENED}}
    start, faultless, hover, symbols = said(
        framed(
            {"id": 1, "method": "initialize", "params": {}},
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": document},
            {"id": "two", "method": "textDocument/hover", "params": document},
            {"id": 3, "method": "workspace/symbol", "params": {"query": "main"}},
            {"method": "exit"},
            {"id": 4, "method": "textDocument/hover", "params": document},
        )
    )
    assert (start["id"], start["result"]["capabilities"]["hoverProvider"]) == (1, True)
    assert faultless["params"] == {"uri": OPENED, "diagnostics": []}
    assert (hover["id"], hover["result"]["contents"]["value"]) == ("two", "def main()")
    assert symbols["result"][0]["location"]["uri"] == OPENED


@pytest.mark.parametrize(
    "asked",
    [
        b"",
        b"Content-Length: 5",
        # What answers a request of the server is none itself, and its input may end at any time.
        framed({"id": 9, "result": None}),
    ],
)
def test_it_says_nothing_unasked(asked: bytes) -> None:
    assert said(asked) == []


def test_what_it_does_not_know_has_no_result() -> None:
    (answer,) = said(framed({"id": 1, "method": "textDocument/implementation", "params": None}))
    assert answer == {"jsonrpc": "2.0", "id": 1, "result": None}
