"""Patterns mean what they say, and none of them can make a search explode."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hook_adapters.base_tools import automaton
from hook_adapters.base_tools.automaton import MOST_WORK, Automaton
from hook_adapters.base_tools.expression import expression
from hook_adapters.base_tools.glob import path_pattern
from hook_adapters.base_tools.outcome import InvalidCall, Refusal
from tests.base_tools.conftest import Run

PIECES = r"a b ab . [ab] [^a] [b-d] \d \w \s \W ^ $ \b \B \. (a|b) (?:ab)* a+ b? a{2} a{1,3} b{2,} (a*)* (|a) a*? |"
PIECE = st.sampled_from([*PIECES.split(" "), r"(a|ab)(c|bcd)", r"\x61", "é"])
WRONG = r"(?=a) (?!a) (?<=a)b (a)\1 ( ) a) [a *a a** a{3,2} a{1001} ^* \ \q [z-a] [[:alpha:]] (?P=x) (?i:a) \x{110000}"
PATTERN = st.lists(PIECE, min_size=1, max_size=5).map("".join)
# Not empty: up to 3.13 Python thinks that an empty text has a word's edge.
TEXT = st.text("abcd 1._é\t", min_size=1, max_size=12)


@settings(max_examples=200, deadline=None)
@given(PATTERN, TEXT)
def test_expressions_fit_what_pythons_own_fit(pattern: str, text: str) -> None:
    if "^" in pattern[1:] and re.search(r"\^[*+?{]", pattern):
        return
    assert Automaton(expression(pattern)).matches(text) == bool(re.search(pattern, text)), (pattern, text)


@settings(max_examples=60, deadline=None)
@given(PATTERN, TEXT)
def test_ignoring_case_and_the_literal_agree_with_pythons(pattern: str, text: str) -> None:
    flags = re.IGNORECASE
    assert Automaton(expression(pattern, ignore_case=True)).matches(text.upper()) == bool(
        re.search(pattern, text.upper(), flags)
    )
    made = Automaton(expression(pattern))
    if made.matches(text):
        assert made.literal in text


def test_the_flag_may_stand_in_the_pattern() -> None:
    assert Automaton(expression("(?i)straße")).matches("STRAßE")
    assert not Automaton(expression("straße")).matches("STRAßE")


@pytest.mark.parametrize(
    "pattern",
    [
        *WRONG.split(" "),
        *("(" * 51 + ")" * 51, "((a{1000}){1000}){1000}", "(((){1000}){1000}){1000}", "a{500}" * 20),
    ],
)
def test_what_cannot_be_used_is_told(pattern: str) -> None:
    with pytest.raises(InvalidCall):
        Automaton(expression(pattern))


HOSTILE = [
    "(a+)+$",
    "(a|aa)+$",
    "(a*)*b",
    "([a-z]+)*1",
    "(a|a)*b",
    "(.*a){20}b",
    "a{0,500}b",
    "(x+x+)+y",
    r"(\w*\d*)*!",
]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_pattern_that_explodes_elsewhere_costs_a_bounded_number_of_steps(pattern: str) -> None:
    made = Automaton(expression(pattern))
    assert not made.matches("a" * 3000 + "!!"[: pattern.count("$")] or "a" * 3000) or "!" in pattern
    assert made._work < MOST_WORK / 5


def test_a_search_that_costs_too_much_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "MOST_WORK", 5000)
    made = Automaton(expression("(a|b)*a" + "(a|b)" * 40 + "c"))
    texts = [f"{number:b}".replace("0", "a").replace("1", "b") * 20 for number in range(1000)]
    with pytest.raises(Refusal, match="takes too long"):
        any(made.matches(text) for text in texts)


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
    ("*.{js,py}", "x/a.py"): True,
    ("*.{js,py}", "a.rs"): False,
    ("{a,b/{c,d}}/x", "b/d/x"): True,
    ("{a,b/{c,d}}/x", "b/x"): False,
    ("a{,b}", "a"): True,
    (r"\*.py", "*.py"): True,
    (r"\*.py", "a.py"): False,
    ("A.py", "a.py"): False,
    ("a.b", "axb"): False,
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


def test_pattern_longer_than_any_path_is_refused_at_once() -> None:
    with pytest.raises(InvalidCall, match="more than 10000"):
        path_pattern("{" + ",".join(["a"] * 100_000) + "}")
