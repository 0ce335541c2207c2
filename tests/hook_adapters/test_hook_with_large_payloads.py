"""Payloads that cost a reader much: refused before they are parsed, in linear time, and answered by a denial."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from benchmarks.measures import cpu
from tests.support.hook_process import UNKNOWN_CALLER, denied, run

from hook_adapters.canonical import payload
from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.payload import MAX_VALUES, TooManyValues, decode_object, parse_json

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.whole

# What a text begins with and what it then repeats. A text that never ends may be read again from each of its quotes.
TEXTS = {
    "lists": ("[", "[],"),
    "objects": ("[", "{},"),
    "numbers": ("[", "1,"),
    "strings": ("[", '"",'),
    "brackets": ("[", "["),
    "braces": ("[", '{"a":'),
    "an unclosed string": ('["', '\\",'),
}


@pytest.mark.parametrize(("start", "piece"), TEXTS.values(), ids=TEXTS)
def test_a_long_text_is_refused_in_linear_time(monkeypatch: pytest.MonkeyPatch, start: str, piece: str) -> None:
    pieces = 60_000 // len(piece)
    text = start + pieces * piece
    # One fewer than the text has: all of it is read before that is known.
    monkeypatch.setattr(payload, "MAX_VALUES", pieces - 1)

    def refuse() -> None:
        with pytest.raises(InvalidPayload):
            parse_json(text)

    # Read again from each of 20,000 places, it would cost some hundred times as much.
    assert least(refuse) < 40 * least(lambda: list(re.finditer(".", text)))


def least(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the cheapest of three times."""
    return min(cpu(work) for _ in range(3))


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
    sent = (text + piece * (15_900_000 // len(piece))).encode()
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], sent)
    assert (code, denied(stdout)) == (UNKNOWN_CALLER, True)
    assert f"more than {MAX_VALUES:,} values" in json.loads(stdout)["hookSpecificOutput"]["permissionDecisionReason"]
