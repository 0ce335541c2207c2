"""Payloads that cost a reader much: refused before they are parsed, in linear time, and answered by a denial."""

from __future__ import annotations

import json
import time

import pytest
from tests.support.hook_process import UNKNOWN_CALLER, denied, run

from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.payload import MAX_VALUES, TooManyValues, decode_object, parse_json

pytestmark = pytest.mark.whole

PIECES = {
    "lists": "[],",
    "objects": "{},",
    "numbers": "1,",
    "strings": '"",',
    "brackets": "[",
    "braces": '{"a":',
    "unclosed": '"\\"',
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES)
def test_a_long_text_is_refused_in_linear_time(piece: str) -> None:
    def once(text: str) -> float:
        before = time.process_time()
        with pytest.raises(InvalidPayload):
            parse_json(text)
        return time.process_time() - before

    def cost(length: int) -> float:
        # The least of some: memory that the system must find costs time, too, on a busy machine much of it.
        text = "[" + piece * (length // len(piece))
        return min(once(text) for _ in range(3))

    # A reader that is not linear is not so at any try.
    assert any(cost(16_000_000) < 12 * max(cost(4_000_000), 0.05) for _ in range(3))


def test_many_values_are_refused_before_they_are_parsed() -> None:
    text = "[" + "[]," * (2 * MAX_VALUES + 1) + "0]"
    with pytest.raises(TooManyValues):
        parse_json(text)
    with pytest.raises(TooManyValues):
        decode_object('{"a":' + text + "}")


def test_brackets_within_texts_are_no_values() -> None:
    text = '["' + '[{,\\"' * MAX_VALUES + '"]'
    assert len(parse_json(text)[0]) == 4 * MAX_VALUES


@pytest.mark.parametrize("piece", ["[],", "{},", "[", "1,"])
def test_sixteen_megabytes_are_denied(program: str, pack: str, piece: str) -> None:
    text = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","x":['
    payload = (text + piece * (15_900_000 // len(piece))).encode()
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], payload)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)
    assert f"more than {MAX_VALUES:,} values" in json.loads(stdout)["hookSpecificOutput"]["permissionDecisionReason"]
