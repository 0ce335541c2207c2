"""Matching in linear time: an automaton of a pattern, whose states are worked out as the text needs them.

A pattern is a tree: `Letters`, `Edge`, `Sequence`, `Choice`, `Repeat`. Nothing is ever tried twice at the same letter,
so no text and no pattern can make a search explode; what a search may cost is bounded besides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from hook_adapters.base_tools.outcome import InvalidCall, Refusal

MOST_STATES = 5000
MOST_WORK = 10_000_000
_MOST_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Letters:
    """One letter for which `fits` holds; `only` is that letter where there is but one."""

    fits: Callable[[str], bool]
    only: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A place between letters: begin or end of the text, or (not) at the edge of a word."""

    kind: Literal["begin", "end", "word", "no-word"]


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Any one of them."""

    parts: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """At least `least` times, at most `most` times (None: without end)."""

    part: Pattern
    least: int
    most: int | None


Pattern = Letters | Edge | Sequence | Choice | Repeat
# What stands before and after a place.
_BEGIN, _WORD, _OTHER, _END = range(4)
_ACCEPT = 0
_EDGES: dict[str, Callable[[int, int], bool]] = {
    "begin": lambda before, _after: before == _BEGIN,
    "end": lambda _before, after: after == _END,
    "word": lambda before, after: (before == _WORD) != (after == _WORD),
    "no-word": lambda before, after: (before == _WORD) == (after == _WORD),
}


class _State:
    """A set of places in the pattern, and what came before; `next` fills up with letter → state."""

    __slots__ = ("before", "next", "nodes")

    def __init__(self, nodes: frozenset[int], before: int) -> None:
        self.nodes = nodes
        self.before = before
        self.next: dict[str, _State | bool] = {}


class Automaton:
    """A pattern made ready. `whole`: it has to fit the whole text, else any part of it.

    Raises `InvalidCall` for a pattern of more than `MOST_STATES`; `matches` raises `Refusal` after `MOST_WORK` steps.
    """

    def __init__(self, pattern: Pattern, *, whole: bool = False) -> None:
        self._whole = whole
        self._letters: dict[int, Callable[[str], bool]] = {}
        self._edges: dict[int, Callable[[int, int], bool]] = {}
        self._ways: list[tuple[int, ...]] = [()]
        self._built = 0
        self._first = self._build(pattern, _ACCEPT)
        self._states: dict[tuple[frozenset[int], int], _State] = {}
        self._kept = self._work = 0
        self.literal = _literal(pattern)

    def matches(self, text: str) -> bool:
        """Tell whether the pattern fits."""
        state = self._state(frozenset((self._first,)), _BEGIN)
        for letter in text:
            following = state.next.get(letter)
            if following is None:
                following = self._step(state, letter)
            if following is True:
                return True
            if following is False:
                return False
            state = following
        ended = state.next.get("")
        return (self._step(state, "") if ended is None else ended) is True

    def _node(self, *ways: int) -> int:
        if len(self._ways) >= MOST_STATES:
            raise _too_large()
        self._ways.append(ways)
        return len(self._ways) - 1

    def _build(self, pattern: Pattern, after: int) -> int:
        """Add a pattern that goes on at node `after`; return its first node."""
        self._built += 1
        if self._built > 4 * MOST_STATES:
            raise _too_large()
        if isinstance(pattern, Letters):
            node = self._node(after)
            self._letters[node] = pattern.fits
            return node
        if isinstance(pattern, Edge):
            node = self._node(after)
            self._edges[node] = _EDGES[pattern.kind]
            return node
        if isinstance(pattern, Sequence):
            for part in reversed(pattern.parts):
                after = self._build(part, after)
            return after
        if isinstance(pattern, Choice):
            return self._node(*(self._build(part, after) for part in pattern.parts))
        if pattern.most is None:
            loop = self._node()
            self._ways[loop] = (self._build(pattern.part, loop), after)
            after = loop
        else:
            end = after
            for _ in range(pattern.most - pattern.least):
                after = self._node(self._build(pattern.part, after), end)
        for _ in range(pattern.least):
            after = self._build(pattern.part, after)
        return after

    def _state(self, nodes: frozenset[int], before: int) -> _State:
        key = (nodes, before)
        found = self._states.get(key)
        if found is None:
            found = self._states[key] = _State(nodes, before)
        return found

    def _step(self, state: _State, letter: str) -> _State | bool:
        """Work out where a state goes at a letter (empty: the end of the text): a state, or the answer."""
        after = _END if not letter else _WORD if letter.isalnum() or letter == "_" else _OTHER
        reached = self._reached(state, after)
        result: _State | bool
        if _ACCEPT in reached and (not self._whole or not letter):
            result = True
        elif not letter:
            result = False
        else:
            on = {self._ways[node][0] for node in reached if node in self._letters and self._letters[node](letter)}
            if not self._whole:
                on.add(self._first)
            result = self._state(frozenset(on), after) if on else False
        self._kept += 1
        if self._kept > _MOST_KEPT:
            self._states.clear()
            self._kept = 0
        state.next[letter] = result
        return result

    def _reached(self, state: _State, after: int) -> set[int]:
        """Return all nodes that a state's nodes lead to without a letter."""
        reached: set[int] = set()
        left = list(state.nodes)
        while left:
            node = left.pop()
            if node in reached:
                continue
            reached.add(node)
            if node not in self._letters and (node not in self._edges or self._edges[node](state.before, after)):
                left += self._ways[node]
        self._work += len(reached) + 1
        if self._work > MOST_WORK:
            raise Refusal("The pattern takes too long on these files. Make it simpler, or search fewer files.")
        return reached


def _too_large() -> InvalidCall:
    return InvalidCall(f"The pattern is too large: written out it has more than {MOST_STATES} parts.")


def _literal(pattern: Pattern) -> str:
    """Return the longest text that has to be in whatever the pattern fits; empty if that is not plain to see."""
    parts = pattern.parts if isinstance(pattern, Sequence) else (pattern,)
    best = run = ""
    for part in parts:
        run = run + part.only if isinstance(part, Letters) and part.only else ""
        best = max(best, run, key=len)
    return best
