"""Patterns mean what they say, and none of them can make a search explode."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.base_tools.conftest import Run
from tool_facades.base_tools import expression, grep
from tool_facades.base_tools.expression import Expression, WrongExpression, spans
from tool_facades.base_tools.glob import path_pattern
from tool_facades.base_tools.outcome import InvalidCall, Refusal

WRONG = r"(?=a) (?!a) (?<=a)b (a)\1 ( a) [a *a a** a{3,2} a{1001} \ \q [z-a] (?P=x) \x{110000}"


@pytest.mark.parametrize(
    ("pattern", "line", "fits"),
    [
        ("a.c", "abc", True),
        ("a.c", "caf\u00e9 a\u00e9c", True),
        ("^b$", "b", True),
        ("[^a]", "a", False),
        (r"\bone\b", "one two", True),
        (r"\d{3}", "12", False),
        ("(?i)STRASSE", "strasse", True),
        ("x|(ab)+c", "ababc", True),
        ("[[:digit:]]+", "7", True),
        (r"\p{Greek}", "\u03b1", True),
    ],
)
def test_expressions_mean_what_re2_says(pattern: str, line: str, fits: bool) -> None:
    assert Expression(pattern).matches(line.encode()) is fits


def test_a_match_stays_within_a_line_unless_asked() -> None:
    text = b"a\nb\n"
    for pattern in (r"a\sb", "a[^x]b", "a.b"):
        assert not Expression(pattern).matches(text)
        assert Expression(pattern, multiline=True).matches(text)


def test_case_and_literal_text_are_options() -> None:
    assert Expression("STRA\u00dfE", ignore_case=True).matches("stra\u00dfe".encode())
    assert Expression("a(b", literal=True).matches(b"xa(b")


@pytest.mark.parametrize("pattern", WRONG.split(" "))
def test_expression_that_cannot_be_used_is_told(pattern: str) -> None:
    with pytest.raises(WrongExpression, match="cannot be used"):
        Expression(pattern)


def test_the_reason_is_told() -> None:
    with pytest.raises(WrongExpression, match="looking ahead or behind is not supported"):
        Expression("a(?=b)")
    with pytest.raises(WrongExpression, match="back references are not supported"):
        Expression(r"(a)\1")
    with pytest.raises(InvalidCall, match="half of a surrogate"):
        Expression("\ud800")


@pytest.mark.parametrize("pattern", ["a{500}" * 20, r"(\pL*\pN*){50}x", "((a{1000}){1000}){1000}"])
def test_expression_that_is_too_large_is_refused(pattern: str) -> None:
    with pytest.raises(WrongExpression):
        Expression(pattern)


def test_pattern_longer_than_any_path_is_refused_at_once() -> None:
    for made in (path_pattern, Expression):
        with pytest.raises(InvalidCall, match="more than 10000"):
            made("{" + ",".join(["a"] * 100_000) + "}")


# The last two leave RE2's fast way on a text that looks random; the others explode where there is going back.
HOSTILE = [
    "(a+)+$",
    "(a|aa)+$",
    "(a*)*b",
    "(.*a){20}c",
    "(x+x+)+y",
    r"(\w*\d*)*!",
    "(a|b)*a(a|b){40}c",
    "(a|b)*a(a|b){900}c",
]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_no_expression_takes_long(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch, pattern: str) -> None:
    monkeypatch.setattr(grep, "MOST_SECONDS", 1.0)
    monkeypatch.setattr(expression, "MOST_WORK", 20_000_000)
    bits = "".join(f"{number * 2654435761 % 2**32:032b}" for number in range(40_000))
    (folder / "f").write_text(bits.replace("0", "a").replace("1", "b"))
    (folder / "lines").write_text("\n".join(bits[at : at + 80] for at in range(0, len(bits), 80)))
    started = time.process_time()
    assert run("Grep", pattern=pattern).ok
    assert time.process_time() - started < 6


def test_a_search_that_is_cut_says_so(folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expression, "MOST_WORK", 500)
    (folder / "f").write_text("a" * 2000 + "needle\nneedle\n")
    told = run("Grep", pattern="needle").text.split("\n")
    assert told == ["f:2:needle", "(Only the beginning of very long lines was searched, in 1 file.)"]
    assert "in 1 file." in run("Grep", pattern="needle", multiline=True).text


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60).map(lambda data: data.replace(b"\r", b"\n")), st.integers(1, 20))
def test_pieces_cover_all_but_the_rest_of_long_lines(data: bytes, most: int) -> None:
    expected = [
        (match.start(), min(match.end(), match.start() + most)) for match in re.finditer(rb"[^\n]*\n|[^\n]+\Z", data)
    ]
    covered = {at for start, end in spans(data, most) for at in range(start, end)}
    assert covered == {at for start, end in expected for at in range(start, end)}


GLOBS = {
    ("*.py", "a.py"): True,
    ("*.py", "x/y/a.py"): True,
    ("*.py", "a.pyc"): False,
    ("./*.py", "x/a.py"): False,
    ("./*.py", "a.py"): True,
    ("src/*.py", "src/a.py"): True,
    ("src/*.py", "src/b/a.py"): False,
    ("src/**/*.py", "src/a.py"): True,
    ("src/**/*.py", "src/b/c/a.py"): True,
    ("src/**", "src/b/c/a.py"): True,
    ("**", ".hidden/x"): True,
    ("**/x", "x"): True,
    ("a**b", "a/x/b"): True,
    ("*", "x/.hidden"): True,
    ("?.py", "é.py"): True,
    ("?.py", "ab.py"): False,
    ("x?y/z", "x/y/z"): False,
    ("[ab].c", "b.c"): True,
    ("[!ab].c", "b.c"): False,
    ("[^ab].c", "c.c"): True,
    ("[a-c]x", "bx"): True,
    ("[]]x", "]x"): True,
    ("[z-a]x", "bx"): False,
    ("[a/]x", "/x"): False,
    ("[!a]x", "/x"): False,
    (r"[\d]x", "1x"): False,
    ("*.{js,py}", "x/a.py"): True,
    ("*.{js,py}", "a.rs"): False,
    ("{a,b/{c,d}}/x", "b/d/x"): True,
    ("{a,b/{c,d}}/x", "b/x"): False,
    ("a{,b}", "a"): True,
    (r"\*.py", "*.py"): True,
    (r"\*.py", "a.py"): False,
    ("A.py", "a.py"): False,
    ("a.b", "axb"): False,
    ("a(b", "a(b"): True,
    ("(?i)a", "A"): False,
    ("a\nb", "a\nb"): True,
}


@pytest.mark.parametrize(("case", "fits"), GLOBS.items(), ids=str)
def test_path_patterns_fit_as_documented(case: tuple[str, str], fits: bool) -> None:
    assert path_pattern(case[0]).matches(case[1]) is fits


def test_path_patterns_may_ignore_case() -> None:
    assert path_pattern("*.PY", ignore_case=True).matches("x/a.py")
    assert path_pattern("[A-C]x", ignore_case=True).matches("bX")


@pytest.mark.parametrize("pattern", ["", "[a", "{a", "a\\", "{" * 60 + "}" * 60, "../x", "a/../../x"])
def test_path_patterns_that_cannot_be_used_are_told(pattern: str) -> None:
    with pytest.raises(Refusal):
        path_pattern(pattern)


def test_a_hostile_path_pattern_is_linear(folder: Path, run: Run) -> None:
    (folder / ("a" * 200)).write_text("")
    assert run("Glob", pattern="*a" * 60 + "*b").ok
    assert run("Glob", pattern="**/" * 300 + "b").ok


@settings(max_examples=150, deadline=None)
@given(st.text("ab*?[]{},/!-^\\.()|$+", max_size=12))
def test_any_path_pattern_is_used_or_told(pattern: str) -> None:
    with suppress(Refusal):
        path_pattern(pattern).matches("a/b")
