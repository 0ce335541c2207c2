"""What others wrote reaches people as text: it steers no terminal, hides nothing and comes back from JSON the same."""

from __future__ import annotations

import json
import unicodedata

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import in_json, printable, printable_json, shortened

HOSTILE = "a\x1b[2Jb\x9bc\u202edcba\u2066x\ud800\x07\r\u200b\ufeff\u2028\U000e0041\x00"


def test_nothing_that_steers_hides_or_cannot_be_written_is_left() -> None:
    for text in (printable(HOSTILE), printable_json({HOSTILE: [HOSTILE]}, indent=2)):
        assert text.encode()
        categories = {unicodedata.category(character) for character in text} - {"Cc"}
        assert not categories & {"Cf", "Cs", "Zl", "Zp"}
        assert {character for character in text if unicodedata.category(character) == "Cc"} <= {"\n"}
    assert printable("\x1b\u202e\U000e0041") == "\\u001b\\u202e\\U000e0041"


@pytest.mark.parametrize("text", ["plain", "two\nlines\tand a tab", "Grüße, 日本語, 😀"])
def test_what_is_harmless_stays(text: str) -> None:
    assert printable(text) == text


def test_json_says_the_same_as_before() -> None:
    assert json.loads(printable_json([HOSTILE])) == [HOSTILE]
    raw = json.dumps({"a": HOSTILE}, ensure_ascii=False)
    assert json.loads(in_json(raw)) == {"a": HOSTILE}


def test_json_for_readers_has_no_number_that_is_none() -> None:
    no_constant = pytest.fail
    value = {"NaN": [float("inf"), -float("inf"), float("nan"), 'Infinity "NaN"', 1e308]}
    read = json.loads(printable_json(value, indent=2), parse_constant=no_constant)
    assert read == {"NaN": ["Infinity", "-Infinity", "NaN", 'Infinity "NaN"', 1e308]}


def test_long_texts_lose_their_middle_and_say_so() -> None:
    text = shortened("a" * 500 + "z" * 500, 100)
    assert len(text) < 130
    assert text.startswith("aaa")
    assert text.endswith("zzz (1000 characters)")
    assert shortened("short", 5) == "short"


def test_an_error_on_a_terminal_fits_it_but_for_what_is_to_be_copied() -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
    command = f"`hookconform {words}`"
    error = HookconformError("x.y", f"{words}\n   {words}", where=words, hint=f"{words} {command} now", shown=[words])
    assert error.for_terminal().splitlines() == [
        "error[x.y]: one two three four five six seven eight nine ten eleven twelve",
        "  thirteen fourteen fifteen sixteen",
        "   one two three four five six seven eight nine ten eleven twelve thirteen",
        "   fourteen fifteen sixteen",
        "  | one two three four five six seven eight nine ten eleven twelve thirteen",
        "  |   fourteen fifteen sixteen",
        f"  where: {words}",
        "  do:    one two three four five six seven eight nine ten eleven twelve thirteen",
        "         fourteen fifteen sixteen",
        f"         {command}",
        "         now",
    ]
    whole = "x" * 99
    shown = HookconformError("x.y", "It broke.", shown=["", "  File  one", whole]).for_terminal()
    assert shown.splitlines()[1:] == ["  |", "  |   File  one", f"  | {whole}"]
    short = HookconformError("x.y", "It is wrong.", where="f", hint="Look.")
    assert short.for_terminal() == short.render()


def test_errors_show_what_others_wrote_line_by_line_and_never_raw() -> None:
    error = HookconformError("x.y", "It said \x1b[31m.", where="f\u202e", hint="Look.", shown=["one\x07", "two"])
    assert error.render().splitlines() == [
        "error[x.y]: It said \\u001b[31m.",
        "  | one\\u0007",
        "  | two",
        "  where: f\\u202e",
        "  do:    Look.",
    ]
