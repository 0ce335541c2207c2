"""Table mutants: the reference adapter with one row made wrong, and the case that notices.

A claim that no recorded case could tell from its opposite is not proved by those cases. Mutants are made in the
tables of the reference adapter and judged in process, by the checks every adapter is judged by. Where there is nothing
to make wrong, or no case that carries what was made wrong, a mutant is unjudged: neither killed nor survived.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hook_adapters import AdapterError, UnsupportedPlatform
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading, Tables
from hookconform.attach.calls import Refusal, Response, Result, RulePack
from hookconform.attach.registry import find_adapter
from hookconform.checks import event, tool_input, tool_kind, tool_name
from hookconform.checks.capability import Subject
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import CAPTURED, Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform_lab.evidence.sightings import Sighting, Sightings
from hookconform_lab.evidence.wrong_rows import TOOL_NAME, Read, WrongRow, in_any_case, wrong_rows

if TYPE_CHECKING:
    from hook_adapters.canonical.platform import Platform as Adapter

NO_ADAPTER = "the platform has no adapter in which the row could be made wrong"
NO_ROW = "the reference adapter reads it without a row that could be made wrong"
NO_CASE = "no case carries it"
NO_PAYLOAD = "no hook is known to receive it, so that there is no payload to judge it by"
# What notices a wrong row. The table of all capabilities would import hook programs and responses into `explain`.
_JUDGES = {
    item.name: item for item in (tool_name.CAPABILITY, event.CAPABILITY, tool_input.CAPABILITY, tool_kind.CAPABILITY)
}
_NO_RULES = RulePack({"version": "1.0", "rules": []})


class Mutant(NamedTuple):
    """One wrong adapter; `words` completes "an adapter with this row …"; `killed_by` is a case id or empty.

    `unjudged` says why there is nothing to judge, and is empty where there is. `argument` and `becomes` are the native
    and the canonical name of the argument that is wrong; empty where the name itself is.
    """

    kind: str
    words: str
    killed_by: str = ""
    unjudged: str = ""
    argument: str = ""
    becomes: str = ""

    @property
    def renaming(self) -> str:
        """Return the argument that is wrong as `native → canonical`, or its name if it keeps it."""
        return self.argument if self.argument == self.becomes else f"{self.argument} → {self.becomes}"

    @property
    def judged(self) -> bool:
        """Tell whether it was killed or survived."""
        return not self.unjudged

    @property
    def killed_by_capture(self) -> bool:
        """Tell whether a payload the program itself sent tells the mutant from the right adapter."""
        return f"/{CAPTURED}/" in self.killed_by


class Mutants:
    """The mutants of one platform; readings of payloads are kept, since every mutant reads the same ones."""

    def __init__(self, platform: Platform) -> None:
        self._adapter = _adapter(platform.id)
        self._manifest = find_adapter("reference")
        self._readings: dict[str, Reading | Refusal] = {}

    def of(self, claim: Claim, sightings: Sequence[Sighting]) -> tuple[Mutant, ...]:
        """Return the mutants of a claim's row; recorded cases are tried first, and probes last among them."""
        cases = [item.case for item in sorted(sightings, key=lambda item: (not item.is_captured, item.is_probe))]
        return tuple(self._mutant(wrong, cases) for wrong in wrong_rows(claim))

    def any_case(self, sightings: Sightings) -> Mutant:
        """Return the mutant that looks tool names up without regard to case."""
        kind, words, adapter = "any-case", "matched in any case", self._adapter
        if adapter is None:
            return Mutant(kind, words, unjudged=NO_ADAPTER)
        tools, folded = adapter.tables.tools, {name.casefold() for name in adapter.tables.tools}
        cases = [
            item.case
            for (about, name), items in sightings.items()
            if about == "tool" and name not in tools and name.casefold() in folded
            for item in items
        ]
        return Mutant(kind, words, self.killer(cases, TOOL_NAME, in_any_case))

    def killer(self, cases: Iterable[Case], capability: str, change: Callable[[Reading, Tables], Read]) -> str:
        """Return the first case that the unchanged adapter passes and the changed one fails; empty if none is.

        A case that the unchanged adapter fails would kill every mutant for nothing.
        """
        adapter = self._adapter
        if adapter is None:
            return ""
        for case in cases:
            reading = self._reading(adapter, case)
            if isinstance(reading, Refusal):
                continue
            if not _passes(self._subject(case), capability, *change(reading, adapter.tables)) and _passes(
                self._subject(case), capability, reading, adapter.tables
            ):
                return case.id
        return ""

    @property
    def has_adapter(self) -> bool:
        """Tell whether there is an adapter that could be made wrong."""
        return self._adapter is not None

    def _mutant(self, wrong: WrongRow, cases: Sequence[Case]) -> Mutant:
        unjudged = self._unjudged(wrong, cases)
        killed_by = "" if unjudged else self.killer(cases, wrong.capability, wrong.change)
        return Mutant(wrong.kind, wrong.words, killed_by, unjudged, wrong.argument, wrong.becomes)

    def _unjudged(self, wrong: WrongRow, cases: Sequence[Case]) -> str:
        adapter = self._adapter
        if adapter is None:
            return NO_ADAPTER
        if not wrong.has_row(adapter.tables):
            return NO_ROW
        return "" if any(self._carries(adapter, wrong, case) for case in cases) else NO_CASE

    def _carries(self, adapter: Adapter, wrong: WrongRow, case: Case) -> bool:
        reading = self._reading(adapter, case)
        return isinstance(reading, Reading) and wrong.carries(reading)

    def _subject(self, case: Case) -> Subject:
        return Subject(case, self._manifest, _NO_RULES)

    def _reading(self, adapter: Adapter, case: Case) -> Reading | Refusal:
        if case.id not in self._readings:
            try:
                self._readings[case.id] = adapter.read(case.payload_text, case.registered_event)
            except AdapterError as error:
                self._readings[case.id] = Refusal(error.code, str(error))
        return self._readings[case.id]


def _passes(subject: Subject, capability: str, reading: Reading, tables: Tables) -> bool:
    answer: Response
    try:
        answer = Result({"events": canonical_events(reading, tables)})
    except AdapterError as error:
        answer = Refusal(error.code, str(error))
    return _JUDGES[capability].judge(subject, [answer]).outcome is Outcome.PASSED


def _adapter(platform: str) -> Adapter | None:
    try:
        return load(platform)
    except UnsupportedPlatform:
        return None
