"""The messages of the protocol: requests written, and lines read as what they are, answers or faults."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NoReturn

from hookconform.attach.calls import Broken, Call, Encoded, Refusal, Response, Result
from hookconform.attach.python_host import KEPT, SAME_PAYLOAD
from hookconform.ground.json_text import within_depth
from hookconform.ground.printable import shortened

# The parameter that is the longest by far.
PAYLOAD = "payload"
_WIDTH = 200
_EMPTY = len("{}")
_DIGEST = 16
_HEAD = re.compile(rb'\{"jsonrpc": ?"2\.0", ?"id": ?([0-9]{1,9}), ?')
_KEY = re.compile(r'"(jsonrpc|method)"\s*:')
_NUMBER = re.compile(r'"id"\s*:\s*"?([0-9]{1,9})\b')


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer: to which request, and what it says. `number` is None if the line is at fault and names none."""

    number: int | None
    response: Response


def encoded(call: Call) -> Encoded:
    """Return the parameters of a call as JSON text."""
    # ASCII only: a payload may hold lone surrogates, which no UTF-8 has.
    params = {key: value for key, value in call.params.items() if key != PAYLOAD}
    payload = _ENCODER.encode(call.params[PAYLOAD]).encode() if PAYLOAD in call.params else b""
    return Encoded(_ENCODER.encode(params).encode(), payload)


def request(number: int, call: Call, marks: Sequence[str] = ()) -> bytes:
    """Return a request as a line; `marks`, such as `KEEP`, are for `python_host` alone, and say what is left out."""
    text = call.encoded or encoded(call)
    members = [text.params[1:-1]] if len(text.params) > _EMPTY else []
    if text.payload and SAME_PAYLOAD not in marks:
        members.append(b'"payload":' + text.payload)
    if call.rules is not None and KEPT not in marks:
        members.append(b'"rules":' + call.rules.encoded.encode())
    more = "".join([f',"{mark}":true' for mark in marks]).encode()
    head = b'{"jsonrpc":"2.0","id":%d,"method":"%b","params":{' % (number, call.method.encode())
    return b"".join((head, b",".join(members), b"}", more, b"}\n"))


def request_answered(line: bytes) -> tuple[int, int] | None:
    """Return the number of the request that a line answers, and where the rest of the line begins.

    None for an unusual line. What the rest says is not looked at: it might name another number.
    """
    head = _HEAD.match(line)
    return (int(head[1]), head.end()) if head else None


def digest_of_answer(line: bytes) -> bytes:
    """Return the digest by which an answer that was read is known again; empty for an unusual line.

    So is one that gives a number twice, of which the second counts.
    """
    head = _HEAD.match(line)
    if head is None:
        return b""
    if line.count(b'"id"') > 1:
        rest = line[head.end() :].decode("utf-8", "replace")
        if "id" in _DECODER.decode(within_depth(f"{{{rest}")):
            return b""
    return digest_of_rest(line, head.end())


def digest_of_rest(line: bytes, start: int) -> bytes:
    """Return the digest of what stands in a line behind the number of its request."""
    return blake2b(memoryview(line)[start:], digest_size=_DIGEST).digest()


def read_line(line: bytes) -> list[Answered]:
    """Return the answers in a line, faulty ones as `Broken`; none if it was not meant as an answer."""
    text = line.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        message: Any = _DECODER.decode(within_depth(text))
    except ValueError as error:
        if not _is_meant(text):
            return []
        number = _NUMBER.search(text)
        return [_fault(int(number[1]) if number else None, f"is not JSON ({error})", text)]
    if isinstance(message, list):
        return _batch(message, text)
    return [answered] if isinstance(message, dict) and (answered := _answered(message, text)) else []


def _is_meant(text: str) -> bool:
    """Tell whether a line that cannot be read was meant as an answer, rather than as a log of messages."""
    return text.lstrip().startswith("{") and set(_KEY.findall(text)) == {"jsonrpc"}


def _batch(messages: list[Any], text: str) -> list[Answered]:
    meant = [item for item in messages if isinstance(item, dict) and ("jsonrpc" in item or "result" in item)]
    what = "is a batch, a list of messages; each stands on a line of its own"
    return [_fault(_number(item.get("id")), what, text) for item in meant]


def _answered(message: dict[str, Any], text: str) -> Answered | None:
    if "method" in message or not ("jsonrpc" in message or ("id" in message and message.keys() & {"result", "error"})):
        # A notification, a request, or JSON that somebody logs.
        return None
    identity = message.get("id")
    number = _number(identity)
    if not isinstance(identity, int) or isinstance(identity, bool):
        shown = shortened(json.dumps(identity), _WIDTH)
        return _fault(number, f"has the id {shown}; it must be the integer of the request", text)
    fault = _fault_in(message)
    if fault:
        return _fault(number, fault, text)
    if "result" in message:
        return Answered(number, Result(message["result"]))
    error = message["error"]
    return Answered(number, Refusal(error["code"], shortened(str(error.get("message", "")), 10 * _WIDTH)))


def _fault_in(message: dict[str, Any]) -> str:
    """Return what is wrong with a response that has a good id; empty if nothing is."""
    if message.get("jsonrpc") != "2.0":
        return 'lacks `"jsonrpc": "2.0"`'
    if "result" in message:
        return "has a result and an error" if "error" in message else ""
    error = message.get("error")
    if not isinstance(error, dict):
        return "has neither a result nor an error that is an object"
    code = error.get("code")
    if not isinstance(code, int) or isinstance(code, bool):
        return "has an error without an integer `code`"
    return ""


def _number(identity: Any) -> int | None:
    """Return the number that an id, of whatever type, stands for."""
    if isinstance(identity, str) and re.fullmatch("[0-9]{1,9}", identity, re.ASCII):
        return int(identity)
    if isinstance(identity, float):
        return int(identity) if identity.is_integer() else None
    return identity if isinstance(identity, int) and not isinstance(identity, bool) else None


def _fault(number: int | None, what: str, text: str) -> Answered:
    return Answered(number, Broken(f"protocol error: the answer {what}: {shortened(text, _WIDTH)}"))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
_ENCODER = json.JSONEncoder(separators=(",", ":"))
