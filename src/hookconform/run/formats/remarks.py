"""What stands between the table and the verdict: what the numbers mean, what was not judged, and what to do next."""

from __future__ import annotations

import shlex
from collections.abc import Collection
from pathlib import Path

from hookconform.attach.registry import shipped_adapters
from hookconform.authoring import NEXT_CLAIMS, TABLES
from hookconform.checks.outcome import JUDGED, RED, Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.ground.plain_text import counted, listed
from hookconform.run.formats.cause_text import named
from hookconform.run.formats.not_applicable import not_applicable, unclaimed_platforms
from hookconform.run.record import RunRecord

_NAMED = 6
# Why a capability is not judged somewhere, if it is not for want of a measurement.
_NOT_JUDGED = {"fails-closed": "no answer can be heard there"}


def remarks(record: RunRecord, *, verbose: bool) -> list[str]:
    """Return the remarks on a run, each one line before it is wrapped; what was not judged is one of them."""
    lines: list[str] = []
    if record.baseline is not None and record.counts:
        lines.append("Cells show passed/judged; in brackets: an adapter that does nothing.")
    known = record.total(Outcome.KNOWN)
    if known:
        lines.append(f"* {counted(known, 'known failure')}, still failing.")
    if record.selection.perturb is not None:
        differ = "differs" if record.perturbed == 1 else "differ"
        lines.append(
            f"Perturbed by seed {record.selection.perturb}: {record.perturbed} of {counted(record.cases, 'payload')} "
            f"{differ} from the corpus; the rest are texts whose every byte matters."
        )
    selection = record.selection
    # A red run may have ended at its first red check.
    if not (selection.cases or selection.capabilities or selection.shard or record.total(*RED)):
        unasked = [name for name in record.manifest.stated["capabilities"] if not record.total_of(name, *Outcome)]
        lines += [f"Claimed, but without a check here: {', '.join(unasked)}."] if unasked and record.counts else []
    claims = record.manifest.claims
    for word, names in {**claims.tools.shared(), **claims.event_words.shared()}.items():
        lines.append(f"Its vocabulary has one word for {', '.join(names)}: {word}.")
    if record.stray.count:
        shown = "; ".join(repr(line) for line in record.stray.lines[:3])
        lines.append(f"{counted(record.stray.count, 'line')} on standard output answered no request: {shown}")
    return lines + (_details(record) if verbose else _in_short(record))


def next_step(record: RunRecord) -> str:
    """Return the command to type, or the claim to add, after this run; empty if there is none to suggest."""
    adapter = named(record.manifest)
    if record.interrupted:
        return ""
    if record.stale_entries or record.total(Outcome.STALE):
        return shlex.join(["hookconform", "known-failures", "write", adapter])
    if record.total(*RED):
        return shlex.join(["hookconform", "run", adapter, "--failed"])
    if record.manifest.path.is_relative_to(shipped_adapters()):
        return ""
    asked = [name for name in record.selection.platforms if name not in record.manifest.platforms]
    if asked and not record.total(*JUDGED):
        return _to_claim(record.manifest.path, asked[0])
    unclaimed = [
        name
        for name in dict.fromkeys([*NEXT_CLAIMS, *CAPABILITIES])
        if record.total_of(name, Outcome.UNSUPPORTED) and not record.total_of(name, *JUDGED)
    ]
    return f"claim {unclaimed[0]} in {record.manifest.path.name}, and run again" if unclaimed else ""


def _to_claim(manifest: Path, platform: str) -> str:
    """Return how a platform is claimed: in a project of `init` it needs its table, too."""
    if (manifest.parent / TABLES).is_file():
        return shlex.join(["hookconform", "init", str(manifest.parent), "--add-platform", platform])
    return f"claim {platform} in `platforms` of {manifest.name}, and run again"


def _in_short(record: RunRecord) -> list[str]:
    """Return one line on what was not judged, none if there is nothing to say."""
    platforms, unclaimed = unclaimed_platforms(record.not_applicable), record.total(Outcome.UNSUPPORTED)
    of = ", ".join(name for name in CAPABILITIES if record.total_of(name, Outcome.UNSUPPORTED))
    others = sum(record.not_applicable.values()) - sum(platforms.values())
    parts = [
        (len(platforms), counted(len(platforms), "platform")),
        (others, counted(others, "other case")),
        (unclaimed, f"{counted(unclaimed, 'unclaimed check')} of {of}"),
        (len(record.unmeasured), f"{len(record.unmeasured)} unmeasured"),
    ]
    said = [text for number, text in parts if number]
    if said:
        return [f"Not judged: {', '.join(said)} (--verbose)."]
    return ["More about this run: --verbose."] if record.inferred or record.left_out else []


def _details(record: RunRecord) -> list[str]:
    lines: list[str] = []
    unclaimed = record.total(Outcome.UNSUPPORTED)
    if unclaimed:
        lines.append(f"{counted(unclaimed, 'check')} not judged: the adapter does not claim the capability.")
    if record.inferred:
        lines.append(
            f"{counted(record.inferred, 'check')} about versions that were not measured, judged by measured ones on "
            "both sides; --measured-only leaves them out."
        )
    for (platform, capability), events in sorted(record.unmeasured.items()):
        reason = _NOT_JUDGED.get(capability, "not measured")
        lines.append(f"Not judged, {reason}: {capability} of {platform} at {_some(events)}.")
    for platform, names in sorted(record.left_out.items()):
        lines.append(f"Optional fields your adapter drops on {platform}: {_some(names)}.")
    return lines + not_applicable(record.not_applicable)


def _some(names: Collection[str]) -> str:
    """Return names in order; of many the first, and how many there are."""
    return listed(sorted(names), _NAMED)
