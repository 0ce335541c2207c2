"""Faults: one change each, in what a program does, and always source that can be read."""

from __future__ import annotations

import ast

import pytest

from hookconform.corpus.locate import data_root
from hookconform_lab.mutation.faults import faults_in

pytestmark = pytest.mark.whole


def changed(source: str, kind: str = "") -> list[str]:
    return [fault.put_into(source) for fault in faults_in(source) if kind in ("", fault.kind)]


@pytest.mark.parametrize(
    ("source", "kind", "expected"),
    [
        ("a = {1: x, 2: y}", "row", ["a = {2: y}", "a = {1: x}"]),
        ("a = {**x, 2: y}", "row", ["a = {2: y}", "a = {**x}"]),
        ("a = (x, y)", "row", ["a = (y)", "a = (x)"]),
        ('a = words("one two")', "row", ['a = words(" two")', 'a = words("one ")']),
        ('a = "one two".split()', "row", ['a = " two".split()', 'a = "one ".split()']),
        ("a = b.strip('xy')", "row", ["a = b.strip('x')", "a = b.strip('y')"]),
        ("a = 'b'.rstrip('x')", "row", ["a = 'b'.rstrip('')"]),
        ("a = ' \\t '", "row", ["a = '  '", "a = '\\t'"]),
        ("a = 'ä' + b", "arithmetic", ["a = 'ä' - b"]),
        ("a = 'text'", "value", ["a = ('text' + 'XX')"]),
        ('a = "2.1.50"', "value", ["a = '2.1.51'"]),
        ("a = 'three short words'", "value", ["a = ('three short words' + 'XX')"]),
        ("a = True", "value", ["a = False"]),
        ("a = 4", "value", ["a = 5"]),
        ("a = b == c", "comparison", ["a = b != c"]),
        ("a = (b) in (c)", "comparison", ["a = (b) not in (c)"]),
        ("a = b and c", "logic", ["a = b or c"]),
        ("a = not b", "logic", ["a = (b)"]),
        ("if a:\n    b()", "condition", ["if (not (a)):\n    b()"]),
        ("while a:\n    b = c", "condition", ["while (not (a)):\n    b = c"]),
        ("b = c if a else d", "condition", ["b = c if (not (a)) else d"]),
        ("for a in b:\n    continue", "step", ["for a in b:\n    pass"]),
        ("for a in b:\n    break", "step", ["for a in b:\n    pass"]),
        ("a += b", "step", ["pass"]),
        ("a = [b for b in c if b]", "filter", ["a = [b for b in c if True]"]),
        ("def f():\n    return a", "result", ["def f():\n    return None"]),
        ("f(a)", "step", ["pass"]),
        ("def f():\n    raise E('no')", "step", ["def f():\n    pass"]),
    ],
)
def test_a_fault_of_each_kind(source: str, kind: str, expected: list[str]) -> None:
    assert changed(source, kind) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""Words."""',
        "def f(a: int = b) -> str | None:\n    '''Words.'''",
        "from a import b",
        "if TYPE_CHECKING:\n    from a import b\n    C = d == e",
        "__all__ = ['a']",
        "a, b = c",
        "@dataclass(frozen=True, slots=True)\nclass A:\n    b: int",
        "@lru_cache(maxsize=32)\ndef f():\n    b = c",
        "a = f'{b} words'",
        "raise_ = E",
        "Listener = Callable[[a], b]",
        "Shown = dict[str, set[str | None]]",
        "a = defaultdict[tuple[b, c], Literal['d']](e)",
        "a = collections.deque[b | Literal['c']](d)",
        "a = 'a message of some words'",
    ],
)
def test_what_changes_nothing_has_none(source: str) -> None:
    assert changed(source) == []


def test_two_ways_to_the_same_source_are_one_fault() -> None:
    assert changed("a = {b,b,b}", "row") == ["a = {b,b}"]


def test_a_key_of_a_table_is_one_whatever_is_called() -> None:
    assert changed("a = TABLE['b']('c')", "value") == ["a = TABLE[('b' + 'XX')]('c')", "a = TABLE['b'](('c' + 'XX'))"]


def test_a_list_of_words_is_no_value_besides() -> None:
    assert changed('a = words("one two")', "value") == []
    assert changed('a = kinds(read="one two")', "value") == []
    assert changed('a = split("one two", sep, 1)', "value") == ['a = split("one two", sep, 2)']
    assert changed('a = "one two".split()', "value") == []


@pytest.mark.parametrize("odd", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "ä", "😀"])
def test_a_line_ends_where_python_ends_it(odd: str) -> None:
    source = f"# {odd}\na = 'x{odd}y z z z'; b = 4\nc = 5"
    assert changed(source, "value") == [source.replace("4", "5"), source.replace("c = 5", "c = 6")]


def test_every_fault_of_the_project_s_own_source_can_be_read_and_is_one() -> None:
    for path in sorted((data_root() / "packages" / "hook-adapters" / "hook_adapters" / "rules").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        found = changed(source)
        assert len(set(found)) == len(found)
        for text in found:
            ast.parse(text)
            assert text != source
