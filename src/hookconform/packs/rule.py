"""A rule as it is held against recordings, whatever format it was written in: what it is about, and its tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.path_spellings import WORKSPACE
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.packs.permissions.translation import Skipped

Event = Mapping[str, Any]

# What a match does, from weakest to strongest.
STRENGTHS = ("audit", "inject", "ask", "block")
DECIDES = frozenset({"ask", "block"})
# The code of what says that a rule does nothing at all.
SWITCHED_OFF = "switched-off"


def made_call(tool: str, kind: str, arguments: Mapping[str, Any]) -> Event:
    """Return a call before it runs, in the usual workspace, to try rules on."""
    return {
        "hook_event_name": PRE_TOOL,
        "tool_name": tool,
        "tool_kind": kind,
        "tool_input": arguments,
        "cwd": WORKSPACE,
    }


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that a pack says of itself and that keeps a rule from holding: a stable code and a sentence."""

    code: str
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Test:
    """One matcher besides those of events and tools.

    `reads` names the field it looks at (`command`, `file_path` …), `sees` tells whether an event has that field at
    all, `holds` whether the test holds. Of a test by presence alone the two are the same, and `by_value` is false.
    `patterns` are its regular expressions, one of which must match.
    """

    matcher: str
    wanted: str
    reads: str
    sees: Callable[[Event], bool]
    holds: Callable[[Event], bool]
    by_value: bool
    patterns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a pack: canonical names (None: any), tests, and what a match does.

    `problems` were found while it was read; `conditions` are parts of it that only its own engine can decide. `row` is
    the rule as the suite's grammar has it, None if it was written in another.
    """

    name: str
    operations: frozenset[str] | None
    tools: frozenset[str] | None
    kinds: frozenset[str] | None
    tests: tuple[Test, ...]
    strength: str
    problems: tuple[Problem, ...] = ()
    conditions: tuple[str, ...] = ()
    row: Mapping[str, Any] | None = field(default=None, compare=False)

    @property
    def decides(self) -> bool:
        """Tell whether a match stops a call, or asks about it."""
        return self.strength in DECIDES and all(problem.code != SWITCHED_OFF for problem in self.problems)

    def is_about_event(self, names: frozenset[str]) -> bool:
        """Tell whether the rule is about a payload that fires these canonical events."""
        return self.operations is None or bool(self.operations & names)

    def sees_events_of(self, other: Rule) -> bool:
        """Tell whether the rule is about every event of another one."""
        return self.operations is None or (other.operations is not None and other.operations <= self.operations)

    def is_about_tool(self, tool: str | None, kind: str | None) -> bool:
        """Tell whether the rule is about a tool; None stands for an event without one."""
        return (self.tools is None or tool in self.tools) and (self.kinds is None or kind in self.kinds)

    def is_about(self, event: Event) -> bool:
        """Tell whether the rule is about a canonical event, whatever its tests say of it."""
        return self.is_about_event(frozenset({event["hook_event_name"]})) and self.is_about_tool(
            event.get("tool_name"), event.get("tool_kind")
        )

    def matches(self, event: Event) -> bool:
        """Tell whether the rule is about a canonical event and all its tests hold."""
        return self.is_about(event) and all(test.holds(event) for test in self.tests)

    def stands_in_for(self, other: Rule) -> bool:
        """Tell whether this rule asks for nothing more than another does, and does as much: what it sees is covered."""
        if STRENGTHS.index(self.strength) < STRENGTHS.index(other.strength) or self.problems or self.conditions:
            return False
        if not self.sees_events_of(other):
            return False
        mine = {(test.matcher, test.wanted) for test in self.tests}
        return mine <= {(test.matcher, test.wanted) for test in other.tests}


def offers_rules(grammar: str) -> bool:
    """Tell whether rules can be offered beside those of a pack: it is in the suite's grammar, or its repairs are."""
    return grammar == "hookconform" or is_of_settings(grammar)


def is_of_settings(grammar: str) -> bool:
    """Tell whether the rules of a pack are translated permission settings."""
    return grammar.startswith("permissions of ")


@dataclass(frozen=True, slots=True)
class Pack:
    """A whole pack; `skipped` are entries of permission settings that became no rule.

    `doubt` says why the program whose settings they are may not read them, empty if nothing does.

    `grammar` is `hookconform`, `rulez`, `policy` for one of the corpus's policies, or `permissions of PLATFORM`.
    """

    where: str
    grammar: str
    rules: tuple[Rule, ...]
    skipped: tuple[Skipped, ...] = ()
    doubt: str = ""
