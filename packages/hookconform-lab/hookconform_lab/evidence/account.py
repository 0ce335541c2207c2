"""What an earlier corpus judged and a later one no longer does: the proof that a reorganisation loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.cases.names import aliases, tombstones
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.earlier_cases import earlier_cases, is_earlier
from hookconform.corpus.expected import Expected
from hookconform.corpus.manifests import load_manifests
from hookconform.corpus.native import claim_of
from hookconform.corpus.released import recorded_digest
from hookconform.drafting.event import draft
from hookconform.effects.rows import load_rows, measured_versions
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.intake.shapes import CaseShape, case_shape, envelope_of, shape_of

# What is compared → what one item of it is; in the order of the report.
KINDS = {
    "cases": "id of a case",
    "expected fields": "a field that a case judges",
    "recorded payloads": "hash of a payload as it was recorded",
    "shapes": "a shape of recorded payloads at a version",
    "envelopes": "the keys around an event at a version",
    "names": "a native event or tool at a version",
    "argument keys": "a recorded argument of a tool at a version",
    "claims": "a claim at a version with a case that rests on it",
    "answers": "a measured hook response at a version",
    "mutants killed": "a wrong row of a table that a case notices",
}
Items = dict[str, set[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True)
class Line:
    """One kind of what is judged: how many items the earlier and the later corpus have, and which are lost."""

    kind: str
    before: int
    now: int
    lost: tuple[str, ...]


@dataclass(frozen=True)
class Account:
    """The comparison; `expectations` are the ids of cases that both have and that expect something else now."""

    lines: tuple[Line, ...]
    expectations: tuple[str, ...] = field(default=())

    @cached_property
    def lost(self) -> int:
        """Return how many items of all kinds are lost."""
        return sum(len(line.lost) for line in self.lines)


def account(old: Path, new: Path) -> Account:
    """Compare two corpora, both read with the claims of the later one; those of the earlier one are counted as claims.

    A case that the later corpus lists as removed is not lost, nor is what it alone judged. Raises `HookconformError`
    as `iter_cases`, `earlier_cases` and `evaluate` do.
    """
    removed = tombstones(new)
    renamed = aliases(new)
    before: Items = {kind: set() for kind in KINDS}
    now: Items = {kind: set() for kind in KINDS}
    differing: list[str] = []
    for name in platform_ids(old):
        if name not in platform_ids(new):
            before["names"].add((name, "the whole platform"))
            continue
        platform = load_platform(name, new)
        kept = [case for case in _cases(old, name) if case.id not in removed]
        later = list(iter_cases(root=new, platforms=[name]))
        _take(before, platform, old, kept, {case.id: renamed.get(case.id, case.id) for case in kept})
        # The later corpus does not know a claim that it has lost.
        earlier = load_platform(name, old)
        before["claims"] |= {item for case in kept for item in _claims(earlier, case)}
        _take(now, platform, new, later, {})
        by_id = {case.id: case for case in later}
        for case in kept:
            same = by_id.get(renamed.get(case.id, case.id))
            if same is None:
                # It is lost as a case, with all that it expects.
                continue
            before["expected fields"] |= {(same.id, name) for name in judged_fields(case.expected)}
            if not same.repeats and same.expected != case.expected:
                differing.append(case.id)
        now["expected fields"] |= {(case.id, name) for case in later for name in judged_fields(case.expected)}
    lines = [
        Line(kind, len(before[kind]), len(now[kind]), tuple(map(_shown, _sorted(before[kind] - now[kind]))))
        for kind in KINDS
    ]
    return Account(tuple(lines), tuple(differing))


def _cases(root: Path, platform: str) -> Iterator[Case]:
    return earlier_cases(root, platform) if is_earlier(root) else iter_cases(root=root, platforms=[platform])


def _take(items: Items, platform: Platform, root: Path, cases: list[Case], ids: dict[str, str]) -> None:
    """Add everything that the cases and answers of one platform judge."""
    for case in cases:
        items["cases"].add((ids.get(case.id, case.id),))
        for kind, item in _of_case(platform, case):
            items[kind].add(item)
    for version, manifest in load_manifests(root / "platforms" / platform.id).items():
        for event, envelopes in manifest.envelopes.items():
            items["envelopes"] |= {(platform.id, version, event, envelope) for envelope in envelopes}
    for version in measured_versions(platform.id, root):
        items["answers"] |= {(platform.id, version, row.id) for row in load_rows(platform.id, version, root)}
    for graded in evaluate(platform.id, platform.root, cases).claims:
        for mutant in graded.mutants:
            if mutant.killed_by:
                items["mutants killed"].add((graded.claim.id, mutant.kind, mutant.argument, mutant.becomes))


def _of_case(platform: Platform, case: Case) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for item in _claims(platform, case):
        yield "claims", item
    version = _version(case)
    if case.is_captured:
        yield "recorded payloads", (platform.id, version, recorded_digest(case))
    payload = case.payload
    if payload is None or case.expected.is_refusal:
        return
    shape = shape_of(platform, case.registered_event, payload)
    yield "names", (platform.id, version, "event", shape.event)
    if shape.tool is not None:
        yield "names", (platform.id, version, "tool", shape.tool)
    if case.is_captured:
        # Where the payload is another version's, the envelope is a fact of the manifest.
        if not case.repeats:
            yield "envelopes", (platform.id, version, shape.registered_event, envelope_of(payload))
        yield "shapes", (platform.id, version, _shape(platform, case, payload))
        for key in shape.argument_keys:
            yield "argument keys", (platform.id, version, shape.tool, key)


def _claims(platform: Platform, case: Case) -> Iterator[tuple[str, str]]:
    """Yield the claims that a case rests on, each with the case's version."""
    if case.payload is None or case.expected.is_refusal:
        return
    for by_event in (False, True):
        claim = claim_of(platform, case, by_event=by_event)
        if claim is not None:
            yield claim.id, _version(case)


def _version(case: Case) -> str:
    return case.version or "by hand"


def judged_fields(expected: Expected) -> Iterator[str]:
    """Yield the fields that a case judges, also where it says that one must be absent; a refusal judges all of them.

    Whatever a case accepts besides is judged by those that do not: `may_refuse` is a field that it leaves out.
    """
    # Of a call without a tool it is judged that there is none, and so neither kind nor calls within.
    left_out = {
        *expected.unjudged,
        *(("kind",) if expected.tool_name is not None and expected.kind is None else ()),
        *(name for name in ("may_refuse", "may_refuse_rules") if getattr(expected, name)),
    }
    names = [name for name in Expected._fields if name not in ("error", "calls")]
    yield from (name for name in names if expected.is_refusal or name not in left_out)
    yield from (f"calls/{number}" for number in range(len(expected.calls)))


def _shape(platform: Platform, case: Case, payload: dict[str, Any]) -> CaseShape:
    """Return the shape by today's claims: what an earlier corpus expected may have been put right since."""
    expected = draft(platform, case.registered_event, payload)
    return case_shape(platform, case.registered_event, payload, expected, case.origin)


def _shown(item: tuple[Any, ...]) -> str:
    return " ".join(
        f"{part.shape.event} {part.shape.tool or ''} {{{', '.join(part.shape.argument_keys)}}}"
        if isinstance(part, CaseShape)
        else " ".join(part)
        if isinstance(part, tuple)
        else str(part)
        for part in item
    )


def _sorted(items: set[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return sorted(items, key=_shown)
