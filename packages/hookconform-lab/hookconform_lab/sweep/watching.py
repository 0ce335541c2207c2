"""Compare the newest release of a platform with the newest that the corpus knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.escapes import NOT_TRIED, escape_versions, load_escape_table, load_escapes
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.model_calls import call_from_json
from hookconform.effects.forms import load_forms
from hookconform.effects.rows import measured_versions
from hookconform.ground.versions import at_least
from hookconform_lab.lab.drift import Drift, compare
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import newest_version
from hookconform_lab.lab.record import Recorded
from hookconform_lab.sweep.facts import bundle_facts, corpus_facts
from hookconform_lab.sweep.planning import dated_release
from hookconform_lab.sweep.store import Bundle, Store, Tombstone
from hookconform_lab.sweep.subjects import differing
from hookconform_lab.sweep.unit import Options, run_unit
from hookconform_lab.sweep.wording import changed_answers

Say = Callable[[str], None]
NEW, REMOVED, KEYS, ANSWERS, ESCAPES, OTHER = (
    *("new names", "removed names", "changed keys", "changed answers", "changed escapes", "other changes"),
)
CATEGORIES = (ANSWERS, ESCAPES, REMOVED, KEYS, NEW, OTHER)
# Rows that every program with an unattended turn can be tried with, in the same three runs.
USUAL_ROWS = ("own-shell", "own-write", "own-edit", "own-read", "subagent-shell", "mcp-tool")
KNOWN, NEWER, UNCHANGED, CHANGED, NOT_RECORDED = "known", "newer", "unchanged", "changed", "not recorded"
_OF_KIND = {
    "new event": NEW,
    "new tool": NEW,
    "event gone": REMOVED,
    "tool gone": REMOVED,
    "payload keys": KEYS,
    "argument keys": KEYS,
    "declared parameters": KEYS,
    "declared schema": KEYS,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One change of the contract: category, subject, and a sentence."""

    category: str
    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Watched:
    """What is new about a platform: `version` is its newest release, `known` the newest version of the corpus.

    `kept_back` counts rows of escapes that must not be published yet (SECURITY.md). `problems` say why the recording
    is not complete, or why there is none.
    """

    platform: str
    title: str
    version: str
    published: str
    known: str
    verdict: str
    findings: tuple[Finding, ...] = ()
    kept_back: int = 0
    problems: tuple[str, ...] = ()
    bundle: Bundle | None = field(default=None, compare=False)

    def as_json(self) -> dict[str, Any]:
        """Return the report for machines."""
        names = ("platform", "version", "published", "known", "verdict", "kept_back")
        found = {name: getattr(self, name) for name in names}
        findings = [{"category": one.category, "about": one.about, "text": one.text} for one in self.findings]
        return {**found, "findings": findings, "problems": list(self.problems)}


def look(driver: Driver) -> Watched:
    """Return whether the corpus has the newest release, without recording it; raises what `newest_version` raises."""
    platform = load_platform(driver.platform)
    version = newest_version(driver)
    known = manifest_versions(platform.path.parent)[-1]
    return Watched(platform.id, platform.name, version, "", known, KNOWN if at_least(known, version) else NEWER)


def watch(driver: Driver, store: Store, options: Options, say: Say) -> Watched:
    """Return what the newest release changes; it is recorded as a unit if the corpus does not have it.

    The newest is what the registry's metadata says it is. Raises what `look` and `run_unit` raise.
    """
    seen = look(driver)
    if seen.verdict == KNOWN:
        return seen
    platform, known = load_platform(driver.platform), seen.known
    release = dated_release(driver, seen.version)
    head = (platform.id, platform.name, seen.version, release.published, known)
    unit = run_unit(driver, release, store, options=options, say=say)
    if isinstance(unit, Tombstone):
        return Watched(*head, NOT_RECORDED, problems=(f"{unit.reason}: {unit.detail}",))
    findings = tuple(_merged(_findings(driver, platform, unit, known)))
    kept_back = len(kept_back_rows(platform, unit, options.escapes))
    verdict = CHANGED if findings or kept_back else UNCHANGED
    return Watched(*head, verdict, findings, kept_back, tuple(unit.unit["problems"]), unit)


def _findings(driver: Driver, platform: Platform, unit: Bundle, known: str) -> Iterator[Finding]:
    for drift in compare(driver, recorded_of(unit), known).drift:
        yield _finding(drift)
    yield from _answers(platform, unit)
    yield from _escapes(platform, unit)


def recorded_of(unit: Bundle) -> Recorded:
    """Return the recording that a bundle holds."""
    return Recorded(
        rows=unit.lines("recording.jsonl"),
        calls={tool: {tuple(keys) for keys in variants} for tool, variants in unit.json("made.json").items()},
        declared=unit.json("declared.json"),
        manifest=unit.json("manifest.json"),
        model_calls=[call_from_json(line) for line in unit.lines("calls.jsonl")],
    )


def _finding(drift: Drift) -> Finding:
    category = _OF_KIND.get(drift.kind, OTHER)
    if drift.kind == "declared":
        category = NEW if drift.detail.endswith("now") else REMOVED
    if drift.kind == "payload keys":
        # They are those of the event, whatever the tool.
        return Finding(category, drift.event or "", f"{drift.event}: payload keys: {drift.detail}")
    about = " ".join(filter(None, (drift.event, drift.tool)))
    return Finding(category, drift.tool or drift.event or "", f"{about}: {drift.kind}: {drift.detail}")


def _merged(findings: Iterator[Finding]) -> list[Finding]:
    """Return findings by category, those about the same name as one: a tool that is gone is gone at every event."""
    found: dict[tuple[str, str], Finding] = {}
    for one in findings:
        key = (one.category, one.about)
        before = found.get(key)
        if before is None:
            found[key] = one
        elif one.text not in before.text:
            found[key] = Finding(*key, f"{before.text}; {one.text}")
    gone = {one.about for one in found.values() if one.category in {NEW, REMOVED}}
    # Of a tool that is new or gone the rest goes without saying.
    kept = [one for one in found.values() if one.category in {NEW, REMOVED, ANSWERS, ESCAPES} or one.about not in gone]
    return sorted(kept, key=lambda one: (CATEGORIES.index(one.category), one.about))


def _answers(platform: Platform, unit: Bundle) -> Iterator[Finding]:
    measured = measured_versions(platform.id)
    before = corpus_facts(platform, measured[-1]) if measured else None
    after = bundle_facts(unit)
    if before is None or before.answers is None or after.answers is None:
        return
    names = tuple(differing(before.answers, after.answers))
    forms = {form.id: form for form in load_forms(platform.id, unit.version)} if names else {}
    for sentence in changed_answers(before.answers, after.answers, names, forms):
        yield Finding(ANSWERS, sentence, sentence)


def _escapes(platform: Platform, unit: Bundle) -> Iterator[Finding]:
    before, after = _known_escapes(platform), bundle_facts(unit).escapes
    titles = load_escape_table().rows
    for row in differing(before, after):
        # What was not tried says nothing.
        if NOT_TRIED in {before[row], after[row]}:
            continue
        yield Finding(ESCAPES, row, f"{titles[row].title} ({row}): was {before[row]}, is {after[row]}")


def kept_back_rows(platform: Platform, unit: Bundle, asked: tuple[str, ...]) -> list[str]:
    """Return rows that were driven, that the corpus has, and that the unit does not show: nobody may publish them."""
    shown = bundle_facts(unit).escapes
    return [
        row for row in asked if row in _known_escapes(platform) and row not in shown and "escapes.json" in unit.parts
    ]


def _known_escapes(platform: Platform) -> dict[str, str]:
    versions = escape_versions(platform.id)
    measured = load_escapes(platform.id, versions[-1]) if versions else None
    return {} if measured is None else {cell.row: cell.verdict for cell in measured.cells}
