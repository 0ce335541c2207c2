"""Table mutants: the reference adapter with one row made wrong, and the case that notices.

A claim that no recorded case could tell from its opposite is not proved by those cases. Mutants are made in the
tables of the reference adapter and judged in process, by the checks every adapter is judged by. A platform that has no
adapter has no tables to make wrong: its mutants are unjudged, which is neither killed nor survived.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hook_adapters import AdapterError, UnsupportedPlatform
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading, Tables
from hookconform.attach.calls import Refusal, Response, Result, RulePack
from hookconform.attach.registry import find_adapter
from hookconform.checks.capability import Subject
from hookconform.checks.outcome import Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.corpus.cases import CAPTURED, Case
from hookconform.corpus.claims import Claim, Platform
from hookconform.evidence.sightings import Sighting, Sightings

if TYPE_CHECKING:
    from hook_adapters.canonical.platform import Platform as Adapter

_CAPABILITY = {"tool": "tool-name", "event": "event"}
# What a redirected row points to: a canonical name that is wrong for nearly every row, and one for the rest.
_ELSEWHERE = {"tool": ("WebFetch", "Bash"), "event": ("Notification", "PreToolUse")}
_NO_RULES = RulePack({"version": "1.0", "rules": []})


@dataclass(frozen=True, slots=True)
class Mutant:
    """One wrong adapter; `words` completes "an adapter with this row …"; `killed_by` is a case id or empty.

    `judged` is False if there was no adapter to make wrong.
    """

    kind: str
    words: str
    killed_by: str = ""
    judged: bool = True

    @property
    def killed_by_capture(self) -> bool:
        """Tell whether a payload the program itself sent tells the mutant from the right adapter."""
        return f"/{CAPTURED}/" in self.killed_by


class Mutants:
    """The mutants of one platform; readings of payloads are kept, since every mutant reads the same ones."""

    def __init__(self, platform: Platform) -> None:
        self._adapter = _adapter(platform.id)
        self._manifest = find_adapter("reference")
        self._readings: dict[str, Reading] = {}

    def of(self, claim: Claim, sightings: Sequence[Sighting]) -> tuple[Mutant, ...]:
        """Return the mutants of a claim's row; recorded cases are tried first, and probes last among them."""
        adapter = self._adapter
        if adapter is None:
            return tuple(Mutant(kind, words, judged=False) for kind, words, _ in self._changes(claim))
        cases = [item.case for item in sorted(sightings, key=lambda item: (not item.is_captured, item.is_probe))]
        # A case that the unchanged adapter fails would kill every mutant for nothing.
        right = [case for case in cases if self._passes(adapter, case, claim.kind, adapter.tables)]
        return tuple(
            Mutant(kind, words, self._killer(adapter, right, claim.kind, _with_row(adapter.tables, claim, name)))
            for kind, words, name in self._changes(claim)
        )

    def any_case(self, sightings: Sightings) -> Mutant:
        """Return the mutant that looks tool names up without regard to case."""
        kind, words, adapter = "any-case", "matched in any case", self._adapter
        if adapter is None:
            return Mutant(kind, words, judged=False)
        tables, folded = adapter.tables, _AnyCase(adapter.tables.tools)
        right = [
            item.case
            for (about, name), items in sightings.items()
            if about == "tool" and name not in tables.tools and name in folded
            for item in items
            if self._passes(adapter, item.case, "tool", tables)
        ]
        return Mutant(kind, words, self._killer(adapter, right, "tool", _tables(tables, tools=folded)))

    def _changes(self, claim: Claim) -> Iterable[tuple[str, str, str | None]]:
        """Yield (kind, words, what the row says instead; None: no row)."""
        first, second = _ELSEWHERE[claim.kind]
        other = second if first in (claim.canonical, claim.native) else first
        if not claim.maps:
            yield "mapped", f"mapped to {other}", other
            return
        yield "dropped", "dropped", None
        yield "redirected", f"pointed at {other}", other
        folded = (claim.canonical or "").casefold()
        yield "folded", f"folded to {folded}", folded

    def _killer(self, adapter: Adapter, cases: Iterable[Case], kind: str, tables: Tables) -> str:
        return next((case.id for case in cases if not self._passes(adapter, case, kind, tables)), "")

    def _passes(self, adapter: Adapter, case: Case, kind: str, tables: Tables) -> bool:
        subject, answer = Subject(case, self._manifest, _NO_RULES), self._ask(adapter, case, tables)
        return CAPABILITIES[_CAPABILITY[kind]].judge(subject, [answer]).outcome is Outcome.PASSED

    def _ask(self, adapter: Adapter, case: Case, tables: Tables) -> Response:
        try:
            if case.id not in self._readings:
                self._readings[case.id] = adapter.read(case.payload_text, case.registered_event)
            return Result({"events": canonical_events(self._readings[case.id], tables)})
        except AdapterError as error:
            return Refusal(error.code, str(error))


class _AnyCase(dict[str, str]):
    """A table that is looked up without regard to case."""

    def __init__(self, table: Mapping[str, str]) -> None:
        super().__init__({name.casefold(): canonical for name, canonical in table.items()})

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key.casefold(), default)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key).casefold())


def _adapter(platform: str) -> Adapter | None:
    try:
        return load(platform)
    except UnsupportedPlatform:
        return None


def _with_row(tables: Tables, claim: Claim, name: str | None) -> Tables:
    table = dict(tables.tools if claim.kind == "tool" else tables.events)
    if name is None:
        table.pop(claim.native, None)
    else:
        table[claim.native] = name
    return _tables(tables, tools=table) if claim.kind == "tool" else _tables(tables, events=table)


def _tables(tables: Tables, **changed: Mapping[str, str]) -> Tables:
    kept = {"events": tables.events, "tools": tables.tools, **changed}
    return Tables(
        events=kept["events"],
        tools=kept["tools"],
        arguments=tables.arguments,
        read=tables.read,
        kept=tables.kept,
        patch_tools=tables.patch_tools,
    )
