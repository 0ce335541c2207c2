"""Which case judges which sentence of the documents, by platform and event.

What a case judges is said once for a table or a file (`judges`, `by_hand`), or follows from what it expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.case_files import CASES
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.documents import load_document
from hookconform.corpus.expected import UNSTATED, Expected
from hookconform.corpus.families import load_families
from hookconform.corpus.native import native_event
from hookconform.corpus.traits import traits_of

FILE = "requirements.yaml"


@dataclass(frozen=True, slots=True)
class Cell:
    """One sentence at one event of one platform."""

    rule: str
    platform: str
    event: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a class of sentences has no case; no platforms or events are all."""

    rules: tuple[str, ...]
    why: str
    platforms: tuple[str, ...] = ()
    events: tuple[str, ...] = ()

    def is_about(self, cell: Cell) -> bool:
        """Tell whether the reason is given for a cell."""
        places = ((self.rules, cell.rule), (self.platforms, cell.platform), (self.events, cell.event))
        return all(not names or name in names for names, name in places)


@dataclass(frozen=True, slots=True)
class Requirements:
    """The sentences, in order of the pages: `rules` by id as filed, `pages` of beginnings of ids."""

    rules: Mapping[str, Mapping[str, Any]] = field(hash=False)
    pages: Mapping[str, Sequence[str]] = field(hash=False)
    events: Mapping[str, Sequence[str]] = field(hash=False)
    by_hand: Mapping[str, Sequence[str]] = field(hash=False)
    reasons: tuple[Reason, ...] = ()

    def cells(self, platforms: Iterable[str]) -> Iterator[Cell]:
        """Yield every cell: the sentence applies, and the platform has the event."""
        for platform in platforms:
            there = {claim.becomes for claim in load_platform(platform).events.values() if claim.status != "refuted"}
            for rule, row in self.rules.items():
                if platform not in row.get("only", [platform]) or not set(row.get("needs", ())) <= traits_of(platform):
                    continue
                events = [event for event in self.events[row["at"]] if event in row.get("events", [event])]
                yield from (Cell(rule, platform, event) for event in events if event in there)

    def reason(self, cell: Cell) -> str:
        """Return why a cell has no case, empty if there is no reason."""
        return next((reason.why for reason in self.reasons if reason.is_about(cell)), "")


def load_requirements(root: Path) -> Requirements | None:
    """Return the requirements of a corpus, None if it has none; errors as `strict_yaml`, and `schema.requirements`."""
    path = root / FILE
    if not path.is_file():
        return None
    raw: dict[str, Any] = load_document(path, "requirements", root)
    reasons = (
        Reason(tuple(row["rules"]), row["why"], tuple(row.get("platforms", ())), tuple(row.get("events", ())))
        for row in raw["elsewhere"]
    )
    return Requirements(raw["rules"], raw["pages"], raw["events"], raw["by_hand"], tuple(reasons))


class Judging:
    """What cases judge, by the tables and files of a corpus."""

    def __init__(self, root: Path, requirements: Requirements) -> None:
        self._by_hand = requirements.by_hand
        self._of_tables = {family.path.name: family.judges for family in load_families(root)}
        # A sentence about named platforms is judged by all of their cases, unless something tells which.
        named = (*self._by_hand.values(), *self._of_tables.values())
        told = {rule for rules in named for rule in rules} | _SHOWN.keys()
        self._of_platforms = {
            rule: row["only"] for rule, row in requirements.rules.items() if "only" in row and rule not in told
        }

    def sentences(self, case: Case) -> tuple[str, ...]:
        """Return the sentences that a case judges, each once."""
        return tuple(dict.fromkeys([*self._stated(case), *shown(case), *self._named(case)]))

    def _stated(self, case: Case) -> Iterator[str]:
        if case.row:
            yield from self._of_tables.get(case.row.partition(",")[0].rpartition("/")[2], ())
        elif case.path.parent.name == CASES:
            name = f"{case.path.stem}/{case.id.rpartition('/')[2]}"
            for pattern, rules in self._by_hand.items():
                if fnmatchcase(name, pattern):
                    yield from rules

    def _named(self, case: Case) -> Iterator[str]:
        if not case.expected.is_refusal:
            yield from (rule for rule, platforms in self._of_platforms.items() if case.platform in platforms)


def event_of(case: Case) -> str:
    """Return the canonical event that a case is about; of a refused payload the registered one."""
    if not case.expected.is_refusal:
        return case.expected.event
    platform = load_platform(case.platform)
    named = native_event(platform, case.registered_event, case.payload_object or {})
    claim = platform.events.get(named or "") or platform.registrations.get(case.registered_event or "")
    return claim.becomes if claim else "PreToolUse"


def filled(root: Path, cases: Iterable[Case], requirements: Requirements) -> dict[Cell, list[str]]:
    """Return the cells that cases fill, with the ids of the cases in their order."""
    judging = Judging(root, requirements)
    # Most cases of a platform judge the same sentences at the same event as others.
    ids: list[str] = []
    alike: dict[tuple[tuple[str, ...], str, str], list[int]] = {}
    for number, case in enumerate(cases):
        ids.append(case.id)
        alike.setdefault((judging.sentences(case), case.platform, event_of(case)), []).append(number)
    found: dict[Cell, list[int]] = {}
    for (rules, platform, event), numbers in alike.items():
        for rule in rules:
            found.setdefault(Cell(rule, platform, event), []).extend(numbers)
    return {cell: [ids[number] for number in sorted(numbers)] for cell, numbers in found.items()}


def shown(case: Case) -> Iterator[str]:
    """Yield the sentences that a case judges by what it expects."""
    expected = case.expected
    if expected.is_refusal:
        yield "contract-refusal"
        return
    for rule, test in _SHOWN.items():
        if test(expected):
            yield rule
    claim = load_platform(case.platform).tools.get(expected.native_tool or "")
    if claim is not None and any(native != name for native, name in claim.arguments.items()) and expected.tool_input:
        yield "arguments-3"
    if claim is not None and claim.units and expected.tool_input:
        yield "arguments-6"
    if claim is not None and expected.platform_tool_name is None and claim.tool_kind:
        yield "kind-2"
    yield from _special(case)


def _special(case: Case) -> Iterator[str]:
    """Yield the sentences that are about fields of the payload."""
    payload, traits = case.payload_object or {}, traits_of(case.platform)
    if any(key in payload for key in ("serverName", "mcp_server_name", "mcp_context")) and "server-field" in traits:
        yield "tool-6"
    if {"events-that-imply-a-tool"} <= traits and case.expected.tool_name and "tool_name" not in payload:
        yield "tool-3"
    if case.expected.kind is None:
        yield from (rule for trait, rule in _WITHOUT_TOOL.items() if trait in traits)


_WITHOUT_TOOL = {"null-for-no-tool": "tool-4", "prompt-at-some-events": "tool-5"}


def _has(name: str) -> Callable[[Expected], object]:
    return lambda expected: name in expected.arguments


_SHOWN: dict[str, Callable[[Expected], object]] = {
    "field-1": lambda _: True,
    "contract-event": lambda _: True,
    "contract-rules": lambda _: True,
    "field-2": lambda expected: expected.platform_event_name is not UNSTATED,
    "field-3": lambda expected: expected.tool_name,
    "contract-tool-name": lambda expected: expected.tool_name,
    "field-4": lambda expected: expected.kind,
    "contract-kind": lambda expected: expected.kind,
    "kind-1": lambda expected: expected.kind,
    "kind-4": lambda expected: expected.kind is None,
    "kind-3": lambda expected: expected.kind == "other",
    "field-5": lambda expected: expected.tool_input is not UNSTATED,
    "contract-input": lambda expected: expected.tool_input is not UNSTATED,
    "arguments-12": lambda expected: expected.tool_input is None,
    "field-6": lambda expected: expected.tool_response_from,
    "contract-result": lambda expected: expected.tool_response_from,
    "field-7": lambda expected: expected.cwd or expected.session_id or expected.prompt,
    "field-9": lambda _: True,
    "event-4": lambda expected: expected.platform_event_name is not UNSTATED,
    "event-5": lambda expected: expected.also_fires,
    "tool-1": lambda expected: expected.platform_tool_name,
    "tool-2": lambda expected: expected.platform_tool_name,
    "arguments-5": _has("patch"),
    "arguments-7": _has("file_paths"),
    "arguments-8": _has("urls"),
    "arguments-9": _has("commands"),
    "event-6": lambda expected: expected.event == "Notification",
    "event-8": lambda expected: expected.prompt == "",
    "contract-calls": lambda expected: expected.calls,
    "calls-1": lambda expected: expected.calls,
}


@cache
def every_platform(root: Path) -> tuple[str, ...]:
    """Return the platforms of a corpus."""
    return tuple(platform_ids(root))
