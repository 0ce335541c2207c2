"""Requests as lines, and lines as what they are: answers, faults, or what somebody logs."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookconform.attach import calls
from hookconform.attach.calls import Broken, Call, Refusal, Result, RulePack
from hookconform.attach.messages import Answered, read_line, request
from hookconform.attach.python_host import KEEP, KEPT, SAME_PAYLOAD

PACK = RulePack({"version": "1.0", "rules": [{"name": "é"}]})


def asked(call: Call, *marks: str) -> dict[str, Any]:
    line = request(7, call, marks)
    assert line.endswith(b"\n")
    assert line.isascii()
    assert line.count(b"\n") == 1
    return json.loads(line)


def test_a_request_names_its_number_method_and_parameters() -> None:
    head = {"jsonrpc": "2.0", "id": 7, "method": "canonicalize"}
    assert asked(Call("canonicalize", {"payload": "\ud83d\n"}, "a", "b")) == head | {"params": {"payload": "\ud83d\n"}}


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ([], {"params": {"payload": "{}", "rules": PACK.parsed}}),
        ([KEEP], {"params": {"payload": "{}", "rules": PACK.parsed}, KEEP: True}),
        ([KEPT], {"params": {"payload": "{}"}, KEPT: True}),
        ([SAME_PAYLOAD], {"params": {"rules": PACK.parsed}, SAME_PAYLOAD: True}),
        ([SAME_PAYLOAD, KEPT], {"params": {}, SAME_PAYLOAD: True, KEPT: True}),
    ],
)
def test_a_request_leaves_out_what_the_other_side_has(marks: list[str], expected: dict[str, Any]) -> None:
    got = asked(Call("match", {"payload": "{}"}, "a", "b", rules=PACK), *marks)
    assert got == {"jsonrpc": "2.0", "id": 7, "method": "match"} | expected


def one(text: str | bytes) -> Answered:
    (found,) = read_line(text.encode() if isinstance(text, str) else text)
    return found


def broken(text: str | bytes) -> tuple[int | None, str]:
    found = one(text)
    assert isinstance(found.response, Broken)
    return found.number, found.response.reason


def test_an_answer_is_its_result() -> None:
    assert one('{"jsonrpc": "2.0", "id": 3, "result": null}') == Answered(3, Result(None))
    assert one('\ufeff{"jsonrpc": "2.0", "id": 3, "result": "é"}') == Answered(3, Result("é"))


@pytest.mark.parametrize(
    ("code", "name"),
    [
        (-32001, "INVALID_PAYLOAD"),
        (-32002, "UNSUPPORTED_PLATFORM"),
        (-32003, "UNSUPPORTED_VERDICT"),
        (-32004, "CANNOT_MAP"),
        (-32602, "INVALID_RULES"),
    ],
)
def test_codes_are_those_that_adapters_were_promised(code: int, name: str) -> None:
    assert getattr(calls, name) == code
    refused = one(f'{{"jsonrpc": "2.0", "id": 3, "error": {{"code": {code}, "message": "no"}}}}').response
    assert isinstance(refused, Refusal)
    # Of these, two mean something for every question; the others only for the one that they answer.
    assert refused.is_outcome == (code in {-32001, -32002})


def test_a_byte_that_is_no_text_is_shown_as_such_and_loses_no_answer() -> None:
    assert one(b'{"jsonrpc": "2.0", "id": 3, "result": "\xff"}') == Answered(3, Result("\ufffd"))
    number, reason = broken(b'{"jsonrpc": "2.0", "id": 3, "result": \xff}')
    assert number == 3
    assert "is not JSON" in reason


@pytest.mark.parametrize("error", [{"code": -32001, "message": "no"}, {"code": -32001, "message": "no", "data": [1]}])
def test_an_error_is_a_refusal_with_its_words(error: dict[str, Any]) -> None:
    assert one(json.dumps({"jsonrpc": "2.0", "id": 3, "error": error})) == Answered(3, Refusal(-32001, "no"))


def test_the_words_of_a_refusal_may_be_absent_of_another_type_or_long() -> None:
    assert one('{"jsonrpc": "2.0", "id": 3, "error": {"code": 0}}') == Answered(3, Refusal(0, ""))
    assert one('{"jsonrpc": "2.0", "id": 3, "error": {"code": 0, "message": 5}}') == Answered(3, Refusal(0, "5"))
    long = one(json.dumps({"jsonrpc": "2.0", "id": 3, "error": {"code": 0, "message": "a" * 9000 + "z"}})).response
    assert isinstance(long, Refusal)
    assert 1000 < len(long.words) < 3000


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ('{"jsonrpc": "2.0", "id": 3, "result": {}, "error": {"code": 1}}', 3),
        ('{"jsonrpc": "2.0", "id": 3, "result": {}, "error": null}', 3),
        ('{"jsonrpc": "2.0", "id": 3}', 3),
        ('{"jsonrpc": "2.0", "id": 3, "error": null}', 3),
        ('{"jsonrpc": "2.0", "id": 3, "error": {"code": true}}', 3),
        ('{"jsonrpc": "2.0", "id": 3, "error": {"code": 1.5}}', 3),
        ('{"jsonrpc": 2.0, "id": 3, "result": {}}', 3),
        ('{"id": 3, "error": {"code": 1}}', 3),
        ('{"jsonrpc": "2.0", "id": "3", "result": {}}', 3),
        ('{"jsonrpc": "2.0", "id": 3.0, "result": {}}', 3),
        ('{"jsonrpc": "2.0", "id": 3.5, "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": "three", "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": "\u0663", "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": "1234567890", "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": false, "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": [3], "result": {}}', None),
        ('{"jsonrpc": "2.0", "result": {}}', None),
        ('{"jsonrpc": "2.0", "id": 3, "result": NaN}', 3),
        ('{"jsonrpc": "2.0", "id": "3", "result": ', 3),
        ('{"jsonrpc": "2.0", "id" : 3, "result": ', 3),
        ('{"jsonrpc": "2.0", "result": ', None),
        ('  {"jsonrpc": "2.0", "id": 3, "result": {}} and more', 3),
        ('{"jsonrpc": "2.0", "id": 3, "result": ' + "[" * 100_000, 3),
    ],
)
def test_a_fault_names_the_request_where_it_can(line: str, number: int | None) -> None:
    found, reason = broken(line)
    assert found == number
    assert reason.startswith("protocol error: the answer ")
    assert len(reason) < 500


@pytest.mark.parametrize(("more", "whole"), [(0, True), (1, False)])
def test_of_ids_lines_and_words_so_much_is_shown(more: int, whole: bool) -> None:
    identity = "x" * (198 + more)
    _, reason = broken(json.dumps({"jsonrpc": "2.0", "id": identity, "result": 1}))
    assert (f'has the id "{identity}"; it must be' in reason) is whole
    line = '{"jsonrpc": "2.0", "id": 3, "a": "' + "x" * (164 + more) + '"}'
    _, reason = broken(line)
    assert reason.endswith(f": {line}") is whole
    message = "x" * (2000 + more)
    refused = one(json.dumps({"jsonrpc": "2.0", "id": 3, "error": {"code": 0, "message": message}})).response
    assert isinstance(refused, Refusal)
    assert (refused.message == message) is whole


def test_every_message_of_a_batch_is_a_fault_of_its_own() -> None:
    batch = [
        {"jsonrpc": "2.0", "id": 3, "result": {}},
        {"id": "4", "result": {}},
        {"level": "info"},
        7,
        {"jsonrpc": "2.0", "id": 5, "error": {"code": 1}},
    ]
    found = read_line(json.dumps(batch).encode())
    assert [item.number for item in found] == [3, 4, 5]
    assert all(isinstance(item.response, Broken) and "is a batch" in item.response.reason for item in found)


@pytest.mark.parametrize(
    "line",
    [
        "a log line",
        "",
        "7",
        "null",
        '"{\\"jsonrpc\\": \\"2.0\\"}"',
        "[1, 2]",
        '{"level": "info", "id": 3}',
        '{"result": {}}',
        '{"error": {"code": 1}}',
        '{"jsonrpc": "2.0", "method": "log", "params": {}}',
        '{"jsonrpc": "2.0", "id": 3, "method": "log", "result": {}}',
        # Cut off in the middle, it can only be what it begins as.
        '{"jsonrpc": "2.0", "method": "log", "params": ',
        'received {"jsonrpc": "2.0", "id": 3, "result": ',
        '{"id": 3, "result": ',
    ],
)
def test_what_was_not_meant_as_an_answer_is_none(line: str) -> None:
    assert read_line(line.encode()) == []
