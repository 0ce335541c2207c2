"""Whether any text has a match, and the time an expression may take."""

from __future__ import annotations

import re

import pytest

from hookconform.corpus.rule_packs import combined_rules
from hookconform.packs.patterns import TooSlowError, bounded, can_match, escaped_twice


@pytest.mark.parametrize(
    "pattern",
    [
        r"rm -rf",
        r"^rm$",
        r"\brm\b",
        r"(?i)Production",
        r"[^>&0-9]>>?\s*[\w./-]+",
        r"(?=.*deploy)(?=.*prod)",
        r"(a|b){3,}c?",
        r"(?P<x>ab)(?P=x)?",
        r"[^a-z]+\d\D\w\W\s\S",
        r"(?<!x)rm",
        r"a(?!b)",
        r"\n",
        r"(?m)^b$",
        r"[\u4e2d]",
        r".",
        "",
        r"(?>ab|a)c",
        r"a++b",
    ],
)
def test_an_expression_that_can_match(pattern: str) -> None:
    assert can_match(pattern)


@pytest.mark.parametrize(
    "pattern", [r"rm$ -rf", r"a^b", r"(?!)", r"\Bfoo\b\w", r"a\bb", r"x\Zy", r"[^\s\S]", r"(?=a)b", r"(?<=a)(?<=b)c"]
)
def test_an_expression_that_nothing_matches(pattern: str) -> None:
    assert not can_match(pattern)


def test_every_shipped_expression_can_match() -> None:
    patterns = [
        value
        for rule in combined_rules()
        for key, value in rule.get("matchers", {}).items()
        if key in ("command_match", "prompt_match")
    ]
    assert patterns
    assert [pattern for pattern in patterns if not can_match(pattern)] == []


def test_an_expression_without_end_is_stopped() -> None:
    with pytest.raises(TooSlowError), bounded(0.05):
        re.search(r"(a|aa)+$", "a" * 200 + "b")


def test_the_bound_ends_with_its_body() -> None:
    with bounded(0.05):
        pass
    assert sum(range(3_000_000)) > 0


@pytest.mark.parametrize("pattern", ["a{60000}", "(a{200}){200}", "((a|b)(c|d)){40}", "(" * 60 + "a" + ")" * 60])
def test_large_expressions_do_not_blow_up(pattern: str) -> None:
    with bounded(2):
        can_match(pattern)


@pytest.mark.parametrize(
    ("pattern", "twice"),
    [
        (r"\\brm\\b", r"\\b"),
        (r"rm\\s+-rf", r"\\s"),
        (r"(\\bmv|rm)", r"\\b"),
        (r"\bmv\\b|rm", r"\\b"),
        (r"id=\\d{3}", r"\\d"),
        (r"\brm\s+-rf", ""),
        (r"C:\\Users\\dev", ""),
        (r"C:\\bin\\\s+x", ""),
        (r"\\server\\share", ""),
    ],
)
def test_a_backslash_too_many_is_noticed(pattern: str, twice: str) -> None:
    assert escaped_twice(pattern) == twice
