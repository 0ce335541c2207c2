"""Faults in Python source, one at a time: a table loses a row, a condition is turned round, a step is left out.

They are chosen for adapters, which are mostly tables: every entry of a literal goes once, every text and number is
another once. What cannot change what a program does (annotations, docstrings, words for people) is left alone, and so
is what only guards against mistakes in the source (whether a class is frozen).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeGuard

_COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
# Calls whose text is a list of words, and those whose text is a set of characters.
_WORD_LISTS = frozenset({"words", "kinds", "split"})
_STRIPPING = frozenset({"strip", "lstrip", "rstrip"})
# Calls whose arguments change no result.
_WITHOUT_EFFECT = frozenset({"dataclass", "lru_cache"})
# What stands for a type where it is no annotation; in brackets behind it, only type checkers look.
_TYPES = frozenset(
    {
        *("Callable", "Counter", "Future", "Iterator", "Literal", "Mapping", "Popen"),
        *("defaultdict", "deque", "dict", "frozenset", "list", "set", "tuple"),
    }
)
_VERSION = re.compile(r"(\d+\.)+(\d+)")
# A text of so many words is a message: that it is said counts, not how.
MESSAGE = 4


@dataclass(frozen=True, slots=True)
class Fault:
    """A stretch of the source, `start` to `end` in characters, and the text that takes its place."""

    kind: str
    start: int
    end: int
    text: str

    def put_into(self, source: str) -> str:
        """Return the source with the fault."""
        return source[: self.start] + self.text + source[self.end :]


def without(members: Sequence[tuple[int, int]], number: int) -> Fault:
    """Return the fault of a member of a table that goes, with the comma behind it, or the one before the last.

    `members` are the stretches of all of them, in order.
    """
    start, end = members[number]
    if number + 1 < len(members):
        end = members[number + 1][0]
    elif number:
        start = members[number - 1][1]
    return Fault("row", start, end, "")


def faults_in(source: str) -> Iterator[Fault]:
    """Yield every fault in order of the source; each gives source that parses. Raises `SyntaxError`."""
    tree = ast.parse(source)
    found = {(fault.start, fault.end, fault.text): fault for fault in _Finder(source).of(tree)}
    known = {source}
    stretches = _top(tree, source)
    for _, fault in sorted(found.items()):
        changed = fault.put_into(source)
        start, end = next((start, end) for start, end in stretches if start <= fault.start and fault.end <= end)
        # What is around the statement parses as before: to read it for each fault takes most of the time.
        if changed not in known and _parses(changed[start : end + len(changed) - len(source)]):
            known.add(changed)
            yield fault


def _top(tree: ast.Module, source: str) -> list[tuple[int, int]]:
    """Return where the statements at the top of a file begin and end, in whole lines; those of one line are one."""
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    found: list[tuple[int, int]] = []
    for node in tree.body:
        first = min(part.lineno for part in (node, *getattr(node, "decorator_list", ())))
        start, end = starts[first - 1], starts[node.end_lineno or node.lineno]
        if found and start < found[-1][1]:
            start, _ = found.pop()
        found.append((start, end))
    return found


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


class _Finder:
    """Finds the faults of each kind of node; texts stand where `ast` says, in bytes of a line."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._starts = [0]
        # A line ends here, and nowhere else that `splitlines` knows.
        self._lines = source.split("\n")
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._word_lists: set[ast.AST] = set()

    def of(self, node: ast.AST) -> Iterator[Fault]:
        """Yield the faults of a node and of all within it."""
        if isinstance(node, ast.Raise):
            # That it is raised counts, not the words.
            yield self._instead("step", node, "pass")
            return
        if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr) or _is_for_types(node):
            return
        if isinstance(node, ast.Subscript) and _name(node.value) in _TYPES:
            return
        if isinstance(node, ast.Call) and _name(node.func) in _WITHOUT_EFFECT:
            return
        yield from self._here(node)
        for child in _judged(node):
            yield from self.of(child)

    def _here(self, node: ast.AST) -> Iterator[Fault]:
        yield from self._in_values(node)
        yield from self._in_steps(node)

    def _in_values(self, node: ast.AST) -> Iterator[Fault]:
        match node:
            case ast.Dict():
                keyed = zip(node.keys, node.values, strict=True)
                yield from self._rows([(key or value, value) for key, value in keyed])
            case ast.Set() | ast.List() | ast.Tuple() if not _is_target(node):
                yield from self._rows([(item, item) for item in node.elts])
            case ast.Constant() if node not in self._word_lists:
                yield from self._constant(node)
            case ast.Call() if _name(node.func) in _WORD_LISTS:
                # Every word is a row, and the text as a whole no value.
                self._word_lists.update(_texts_of(node))
                yield from (fault for text in _texts_of(node) for fault in self._words_of(text))
            case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=str()) as text]) if (
                name in _STRIPPING
            ):
                self._word_lists.add(text)
                yield from self._characters_of(text)
            case _:
                yield from self._in_operators(node)

    def _in_operators(self, node: ast.AST) -> Iterator[Fault]:
        match node:
            case ast.Compare(ops=[operator], comparators=[right]):
                yield self._between("comparison", node.left, right, f" {_COMPARISONS[type(operator)]} ")
            case ast.BoolOp(values=[left, right, *_]):
                yield self._between("logic", left, right, " or " if isinstance(node.op, ast.And) else " and ")
            case ast.UnaryOp(op=ast.Not()):
                yield self._instead("logic", node, f"({self._text(node.operand)})")
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                sign = " - " if isinstance(node.op, ast.Add) else " + "
                yield self._between("arithmetic", node.left, node.right, sign)
            case _:
                pass

    def _in_steps(self, node: ast.AST) -> Iterator[Fault]:
        match node:
            case ast.If() | ast.While() | ast.IfExp():
                yield self._instead("condition", node.test, f"(not ({self._text(node.test)}))")
            case ast.comprehension() if node.ifs:
                yield from (self._instead("filter", test, "True") for test in node.ifs)
            case ast.Return(value=ast.expr() as value) if not _is_none_or_bool(value):
                yield self._instead("result", value, "None")
            case ast.Expr() | ast.AugAssign() | ast.Continue() | ast.Break():
                yield self._instead("step", node, "pass")
            case _:
                pass

    def _rows(self, rows: list[tuple[ast.expr, ast.expr]]) -> Iterator[Fault]:
        """Yield a fault for every entry that goes, with the comma behind it, or the one before the last."""
        members = [(self._start(first), self._end(last)) for first, last in rows]
        for number in range(len(members)):
            fault = without(members, number)
            start = fault.start
            # `**table` and `*items` begin before what ast names.
            while self._source[start - 1] == "*":
                start -= 1
            yield replace(fault, start=start)

    def _constant(self, node: ast.Constant) -> Iterator[Fault]:
        value = node.value
        if isinstance(value, bool):
            yield self._instead("value", node, str(not value))
        elif isinstance(value, int):
            yield self._instead("value", node, str(value + 1))
        elif isinstance(value, str) and _VERSION.fullmatch(value):
            head, _, last = value.rpartition(".")
            yield self._instead("value", node, repr(f"{head}.{int(last) + 1}"))
        elif isinstance(value, str) and value.isspace():
            yield from self._characters_of(node)
        elif isinstance(value, str) and value and len(value.split()) < MESSAGE:
            yield self._instead("value", node, f"({self._text(node)} + 'XX')")

    def _words_of(self, node: ast.Constant) -> Iterator[Fault]:
        """Yield a fault for every word of a text that is a list of them."""
        text, start = self._text(node), self._start(node)
        inner = text.strip("\"'")
        place = text.index(inner)
        for word in inner.split():
            place = text.index(word, place)
            yield Fault("row", start + place, start + place + len(word), "")
            place += len(word)

    def _characters_of(self, node: ast.Constant) -> Iterator[Fault]:
        """Yield a fault for every character of a text that goes, the last one too."""
        text = str(node.value)
        yield from (self._instead("row", node, repr(text.replace(character, ""))) for character in dict.fromkeys(text))

    def _between(self, kind: str, left: ast.expr, right: ast.expr, text: str) -> Fault:
        """Return a fault in place of the operator; brackets around either side stay."""
        start, end = self._end(left), self._start(right)
        gap = self._source[start:end]
        before, after = len(gap) - len(gap.lstrip(") \n")), len(gap) - len(gap.rstrip("( \n"))
        closing = gap[:before].rstrip()
        opening = gap[len(gap) - after :].lstrip()
        return Fault(kind, start, end, f"{closing}{text}{opening}")

    def _instead(self, kind: str, node: ast.AST, text: str) -> Fault:
        return Fault(kind, self._start(node), self._end(node), text)

    def _text(self, node: ast.AST) -> str:
        return self._source[self._start(node) : self._end(node)]

    def _start(self, node: ast.AST) -> int:
        return self._place(node.lineno, node.col_offset)  # pyright: ignore[reportAttributeAccessIssue] (statements and expressions)

    def _end(self, node: ast.AST) -> int:
        return self._place(node.end_lineno, node.end_col_offset)  # pyright: ignore[reportAttributeAccessIssue]

    def _place(self, line: int, column: int) -> int:
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())


def _judged(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the children of a node that change what it does."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "type_params", "type_comment"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_docstring(child):
                yield child


def _texts_of(call: ast.Call) -> list[ast.Constant]:
    """Return the texts that a call is given, or that it is a method of."""
    texts = [*call.args, *(keyword.value for keyword in call.keywords), getattr(call.func, "value", call)]
    return [text for text in texts if _is_text(text)]


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_for_types(node: ast.AST) -> bool:
    """Tell whether a statement is read by type checkers alone."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
        return node.test.id == "TYPE_CHECKING"
    names = [target.id for target in getattr(node, "targets", []) if isinstance(target, ast.Name)]
    return isinstance(node, ast.Assign) and bool({"TYPE_CHECKING", "__all__", "__slots__"} & set(names))


def _is_target(node: ast.Set | ast.List | ast.Tuple) -> bool:
    return isinstance(node, ast.List | ast.Tuple) and not isinstance(node.ctx, ast.Load)


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_none_or_bool(node: ast.expr) -> bool:
    # In a condition None is as false, and for true a value of its own is put.
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))
