"""One native name of one platform: what it becomes, why that is believed, and cases that show it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hookconform.cases.entry import Entry
from hookconform.cases.loading import iter_cases, iter_entries
from hookconform.corpus.case_files import CAPTURED
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.evidence import Evidence
from hookconform.corpus.vocabulary import Vocabulary, load_vocabulary
from hookconform.explain.canonical import of_claim
from hookconform.explain.contract.names import came_and_went
from hookconform.explain.contract.step import step_json
from hookconform.explain.kept_grades import kept_grades
from hookconform.explain.opened_as import opened_as
from hookconform.ground.json_text import stated
from hookconform.ground.versions import version_key

_EXAMPLES = 4
_NEAR = 5


def explain_name(platform_id: str, native: str, root: Path | None = None) -> dict[str, Any]:
    """Return what is claimed of a name, in the shape of `explanation.schema.json`; `rows` is empty if nothing is.

    Raises `HookconformError` (`platform.unknown`).
    """
    platform, vocabulary = load_platform(platform_id, root), load_vocabulary(root)
    claims = _claims(platform, native, vocabulary)
    entries = _showing(platform, claims, root) if claims else []
    ids = {entry.id for entry in entries}
    graded = kept_grades(
        platform, claims, lambda: list(iter_cases(root=root, platforms=[platform.id], ids=ids)) if ids else []
    )
    result: dict[str, Any] = {
        "platform": platform.id,
        "newest": platform.newest,
        **stated(documented=platform.is_documented),
        "name": native,
        **stated(told_as=platform.told_as(native)),
        "rows": [
            _row(platform, native, claim, _cases_of(claim, entries), vocabulary) | stated(grade=graded.get(claim.id))
            for claim in claims
        ],
    }
    if not claims:
        result |= {"mcp_forms": platform.mcp_forms(native), "near": _near(platform, native)}
        result |= stated(elsewhere=_elsewhere(platform, native, root))
    return result


def _claims(platform: Platform, name: str, vocabulary: Vocabulary) -> list[Claim]:
    """Return the rows a name means: its own, else the event registered under it, else those of a canonical event."""
    own = [table[name] for table in (platform.tools, platform.events) if name in table]
    if own:
        return own
    if name in platform.registrations:
        return [platform.registrations[name]]
    current = [claim for claim in platform.claims if claim.status != "refuted"]
    return [claim for claim in current if claim.kind == "event" and claim.canonical == name in vocabulary.events]


def showing(platform: Platform, claims: Sequence[Claim], root: Path | None) -> set[str]:
    """Return the ids of the cases whose payloads have a name of these claims, or a tool's name in another case.

    The latter are all that else counts for a grade.
    """
    return {entry.id for entry in _showing(platform, claims, root)}


def _showing(platform: Platform, claims: Sequence[Claim], root: Path | None) -> list[Entry]:
    wanted, spelled = {claim.native for claim in claims}, Counter(name.casefold() for name in platform.tools)

    def is_shown(entry: Entry) -> bool:
        tool = entry.native_tool
        if entry.native_event in wanted or tool in wanted:
            return True
        times = 0 if tool is None else spelled[tool.casefold()]
        return times > 1 or (times == 1 and tool not in platform.tools)

    return [entry for entry in iter_entries(root=root, platforms=[platform.id]) if is_shown(entry)]


def explain_evidence(platform: Platform, item: Evidence) -> dict[str, Any]:
    """Return one piece of evidence with its source written out."""
    row: dict[str, Any] = {"basis": item.basis, "supports": item.supports}
    if item.versions:
        row["versions"] = list(item.versions)
    if item.source is not None:
        source = platform.sources[item.source].as_json()
        row["source"] = {key: value for key, value in source.items() if key != "basis"}
    if item.note:
        row["note"] = item.note
    return row


def _row(platform: Platform, name: str, claim: Claim, cases: list[Entry], vocabulary: Vocabulary) -> dict[str, Any]:
    row: dict[str, Any] = {
        **({} if name in platform.tools or name in platform.events else {"native": claim.native}),
        **({"registered_as": claim.registered_as} if claim.registered_as else {}),
        "kind": claim.kind,
        "canonical": claim.canonical,
        "maps": claim.maps,
        "status": claim.status,
    }
    if claim.kind == "tool":
        row |= stated(tier=vocabulary.tier_of(claim), tool_kind=vocabulary.kind_of(claim.becomes, claim))
    row |= of_claim(claim)
    row |= stated(changes=[step_json(platform, step) for step in came_and_went(platform, claim)])
    row |= stated(
        also_fires=claim.also_fires,
        also_fires_when=claim.also_fires_when,
        names_no_tool=claim.names_no_tool,
        implies_tool=claim.implies_tool,
        implied_arguments=claim.implied_arguments,
    )
    row |= stated(opened_as=opened_as(platform, claim))
    moved = {*claim.arguments, claim.patch}
    unchanged = [key for key in claim.keys if key not in moved]
    if unchanged:
        row["keys" if claim.kind == "event" else "unchanged"] = unchanged
    if claim.note:
        row["note"] = claim.note
    row["evidence"] = [explain_evidence(platform, item) for item in claim.evidence]
    row["cases"] = {"count": len(cases), "examples": _examples(cases)}
    return row


def _cases_of(claim: Claim, entries: list[Entry]) -> list[Entry]:
    """Return the cases whose payload carries the name of a claim."""
    if claim.kind == "event":
        return [entry for entry in entries if entry.native_event == claim.native]
    return [entry for entry in entries if entry.native_tool == claim.native]


def _examples(cases: list[Entry]) -> list[str]:
    """Return a few ids: captured first, probes last, newest version first, one real call an event before a second."""
    ranked = sorted(cases, key=lambda case: case.id)
    ranked.sort(key=lambda case: version_key(case.version or ""), reverse=True)
    ranked.sort(key=lambda case: (case.origin != CAPTURED, case.is_probe))
    seen: set[str | None] = set()
    chosen: list[str] = []
    rest: list[str] = []
    for case in ranked:
        (rest if case.native_event in seen or case.is_probe else chosen).append(case.id)
        seen.add(case.native_event)
    return (chosen + rest)[:_EXAMPLES]


def _elsewhere(platform: Platform, native: str, root: Path | None) -> list[dict[str, Any]]:
    """Return what other platforms mean by a name, and what this one calls that; only current names count."""
    meant: dict[str, list[str]] = {}
    for other in platform_ids(root):
        for claim in load_platform(other, root).claims:
            if claim.native == native and claim.status == "current" and claim.canonical is not None:
                meant.setdefault(claim.canonical, []).append(other)
    return [
        {
            "canonical": canonical,
            "platforms": others,
            "here": [one.native for one in platform.claims if one.canonical == canonical and one.status == "current"],
        }
        for canonical, others in meant.items()
    ]


def _near(platform: Platform, native: str) -> list[dict[str, Any]]:
    """Return claimed names that look like `native`, the same name in another case first."""
    import difflib  # noqa: PLC0415 (slow to import, and rarely needed)

    claims = {claim.native: claim for claim in (*platform.events.values(), *platform.tools.values())}
    folded: dict[str, list[str]] = {}
    for name in claims:
        folded.setdefault(name.casefold(), []).append(name)
    matches = difflib.get_close_matches(native.casefold(), folded, n=_NEAR)
    names = [name for match in matches for name in folded[match]][:_NEAR]
    return [
        {"name": name, "kind": claims[name].kind, "canonical": claims[name].canonical, "status": claims[name].status}
        for name in names
    ]
