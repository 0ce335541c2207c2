"""The claims that `lab since` is asked about, and what a version says of one.

`answer:preToolUse/exit2-stderr`
: what the platform does with a response, by the id of its row; a form alone (`answer:exit2-stderr`) stands for it under
  every registered event, and `*` for any part of an id.

`tool:NAME`, `event:NAME`, `key:EVENT/NAME`, `escape:ROW`
: whether a tool is declared to the model, an event calls hooks, its payload has a key; the verdict of a row of escapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.escapes import load_escape_table
from hookconform.corpus.shown import Shown
from hookconform.effects.forms import load_forms
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform_lab.sweep.facts import Facts, recorded_tools

YES, NO = "yes", "no"
KINDS = ("answer", "tool", "event", "key", "escape")
# What a version shows, by subject: the effect of a row, `yes` or `no` for a name.
Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """One claim: its kind and name, for answers the rows that it stands for, for a tool what recordings show."""

    kind: str
    name: str
    rows: frozenset[str] = frozenset()
    recorded: Shown | None = None

    def of(self, facts: Facts) -> Value | None:
        """Return what a version shows, None if it was not looked at."""
        if self.kind == "answer":
            if facts.answers is None:
                return None
            return {row: effect for row, effect in facts.answers.items() if row in self.rows} or None
        if self.kind == "escape":
            return {self.name: facts.escapes[self.name]} if self.name in facts.escapes else None
        shown = self._shown(facts)
        return None if shown is None else {self.name: YES if shown else NO}

    def _shown(self, facts: Facts) -> bool | None:
        if self.recorded is not None:
            return facts.declares(self.recorded, self.name)
        # A key of an in-process record has a slash of its own: input/KEY.
        event, _, key = self.name.partition("/") if self.kind == "key" else (self.name, "", "")
        if facts.events is None:
            return None
        if event in facts.events:
            return key in facts.events[event] if key else True
        # A quick recording does not reach every event.
        if key or (facts.tried is not None and event not in facts.tried):
            return None
        return False


def parse_subject(platform: str, text: str, version: str) -> Subject:
    """Return what a CLAIM of the command line is about; raises `HookconformError` (`since.claim`, `escapes.row`).

    `version` is the newest one: its forms are those that can be asked about.
    """
    kind, colon, name = text.partition(":")
    if not colon or kind not in KINDS or not name or (kind == "key" and "/" not in name):
        raise HookconformError(
            "since.claim",
            f"{text!r} names no claim.",
            hint="Write answer:EVENT/FORM, tool:NAME, event:NAME, key:EVENT/NAME or escape:ROW. "
            f"`hookconform lab history {platform}` lists them.",
        )
    if kind == "escape":
        demand_row(name)
    if kind == "tool":
        return Subject(kind, name, recorded=recorded_tools(load_platform(platform)))
    if kind != "answer":
        return Subject(kind, name)
    forms = load_forms(platform, version)
    pattern = name if "/" in name else f"*/{name}"
    rows = frozenset(form.id for form in forms if fnmatchcase(form.id, pattern))
    if not rows:
        raise HookconformError(
            "since.claim",
            f"No response of {platform} is called {name!r}.",
            hint=meant(name, {form.id for form in forms} | {form.name for form in forms}),
        )
    return Subject(kind, name, rows)


def demand_row(name: str) -> None:
    """Refuse a row of escapes that is not there (`escapes.row`): a unit would leave it out without a word."""
    rows = load_escape_table().rows
    if name not in rows:
        raise HookconformError("escapes.row", f"There is no row {name!r}.", hint=meant(name, rows))


def differing(before: Value, after: Value) -> list[str]:
    """Return what both versions were asked about and do otherwise, sorted; what only one was asked says nothing."""
    return sorted(name for name in before.keys() & after.keys() if before[name] != after[name])
