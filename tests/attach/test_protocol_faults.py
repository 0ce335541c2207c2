"""Answers that break the protocol are named at once, and never taken for good ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Result

pytestmark = pytest.mark.whole

# A program that answers `initialize` and then, to each request, the lines that its argument makes of the id.
FAULTY = """
import json, sys
identity, lines = json.loads(sys.argv[1]), json.loads(sys.argv[2])
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": identity}), flush=True)
    elif message["method"] == "shutdown":
        break
    elif message["method"] == "canonicalize" and json.loads(message["params"]["payload"]) == "faulty":
        for line in lines:
            print(line.replace("ID", str(message["id"])), flush=True)
    elif message["method"] == "canonicalize":
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
"""


def faulty(folder: Path, *lines: str) -> Any:
    (folder / "fake.py").write_text(FAULTY)
    manifest = fakes.with_identity(folder, json.dumps(lines))
    # Nobody waits for this deadline: what is wrong is said at once.
    return attach(manifest, deadline=600)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"jsonrpc": "2.0", "id": "ID", "result": {}}', 'has the id "'),
        ('{"jsonrpc": "2.0", "id": ID.0, "result": {}}', "it must be the integer of the request"),
        ('{"jsonrpc": "2.0", "id": "call-ID", "result": {}}', 'has the id "call-'),
        ('{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "?"}}', "has the id null"),
        ('{"jsonrpc": "2.0", "id": true, "result": {}}', "has the id true"),
        ('{"jsonrpc": "2.0", "id": 1e999, "result": {}}', "has the id Infinity"),
        ('{"jsonrpc": "2.0", "id": ID.5, "result": {}}', "it must be the integer of the request"),
        ('[{"jsonrpc": "2.0", "id": ID, "result": {}}]', "is a batch"),
        ('{"id": ID, "result": {}}', 'lacks `"jsonrpc": "2.0"`: '),
        ('{"jsonrpc": "1.0", "id": ID, "result": {}}', 'lacks `"jsonrpc": "2.0"`: '),
        ('{"jsonrpc": "2.0", "id": ID, "result": {}, "error": {"code": 1, "message": ""}}', "a result and an error"),
        ('{"jsonrpc": "2.0", "id": ID}', "neither a result nor an error"),
        ('{"jsonrpc": "2.0", "id": ID, "error": "no"}', "neither a result nor an error"),
        ('{"jsonrpc": "2.0", "id": ID, "error": {"code": "1"}}', "without an integer `code`"),
        ('{"jsonrpc": "2.0", "id": ID, "result": {"a": Infinity}}', "is not JSON"),
        ('{"jsonrpc": "2.0", "id": ID, "result": {"a": ' + "9" * 5000 + "}}", "is not JSON"),
        ('{"jsonrpc": "2.0", "id": ID, "result": {"a":', "is not JSON"),
    ],
)
def test_an_answer_that_breaks_the_protocol_is_named_at_once(tmp_path: Path, line: str, words: str) -> None:
    session = faulty(tmp_path, line)
    calls = [fakes.canonicalize(payload, payload) for payload in ("faulty", "good")]
    first, second = session.responses(calls)
    session.close()
    assert isinstance(first, Broken)
    assert first.reason.startswith("protocol error: the answer ")
    assert words in first.reason
    assert len(first.reason) < 500
    assert second == Result({})


@pytest.mark.parametrize(
    "line",
    ["a log line", '{"level": "info", "id": ID}', '{"jsonrpc": "2.0", "method": "log", "params": {}}', "[1, 2]", "7"],
)
def test_lines_that_are_no_answers_are_shown_and_change_nothing(tmp_path: Path, line: str) -> None:
    session = faulty(tmp_path, line, '{"jsonrpc": "2.0", "id": ID, "result": 1}')
    assert list(session.responses([fakes.canonicalize("faulty", "a")])) == [Result(1)]
    session.close()
    assert len(session.stray.lines) == 1


def test_bytes_that_are_no_text_are_shown_where_they_were_printed(tmp_path: Path) -> None:
    noisy = FAULTY.replace("for line in lines:", "sys.stdout.buffer.write(b'caf\\xe9\\n')\n        for line in lines:")
    assert noisy != FAULTY
    (tmp_path / "fake.py").write_text(noisy)
    session = attach(
        fakes.with_identity(tmp_path, json.dumps(['{"jsonrpc": "2.0", "id": ID, "result": 1}'])), deadline=600
    )
    assert list(session.responses([fakes.canonicalize("faulty", "a")])) == [Result(1)]
    session.close()
    assert session.stray.lines == ["caf\ufffd"]


def test_a_second_answer_to_one_request_ends_the_run(tmp_path: Path) -> None:
    answer = '{"jsonrpc": "2.0", "id": ID, "result": "RESULT"}'
    session = faulty(tmp_path, answer.replace("RESULT", "wrong"), answer.replace("RESULT", "right"))
    calls = [fakes.canonicalize(payload, payload) for payload in ("faulty", "good", "good")]
    with pytest.raises(AdapterGoneError, match=r"protocol error: a second answer to request 2: .*right"):
        list(session.responses(calls))
    session.close()


RESTARTED = """
import json, os, pathlib, sys
first = not pathlib.Path("started").exists()
pathlib.Path("started").touch()
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        answer = {"result": json.loads(sys.argv[1])} if first else json.loads(sys.argv[2])
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
    elif first:
        os._exit(1)
    else:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {}}), flush=True)
"""


@pytest.mark.parametrize(
    "answer", [{"error": {"code": -32601, "message": "no such method"}}, {"result": {"name": "x"}}]
)
def test_a_restarted_program_must_say_again_who_it_is(tmp_path: Path, answer: dict[str, Any]) -> None:
    (tmp_path / "fake.py").write_text(RESTARTED)
    manifest = fakes.with_identity(tmp_path, json.dumps(answer))
    session = attach(manifest, deadline=20)
    with pytest.raises(AdapterGoneError, match="restarted, it did not start again: "):
        list(session.responses([fakes.canonicalize("a", "a"), fakes.canonicalize("b", "b")]))
    session.close()
