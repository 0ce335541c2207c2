"""All known changes of a platform's contract, and those between two versions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import load_releases
from hookconform.explain.contract.answers import answer_steps, escape_steps
from hookconform.explain.contract.names import name_steps
from hookconform.explain.contract.payloads import payload_steps
from hookconform.explain.contract.step import DOCUMENTED, MEASURED, ContractStep, step_json
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import as_listed, at_least, in_order, is_version, next_to

# Notes about the list of versions rather than about the program.
_ABOUT_THE_LIST = ("newest", "oldest", "last version", "the first of", "before the first", "with ")
_WORD = re.compile(r"\w+")
# Words by which a note says that a name came or went.
_FILLERS = frozenset({"and", "appear", "appears", "are", "is", "removed", "renamed"})
# So many versions are named where none was given.
_NEWEST = 5
SURE, PERHAPS_BEFORE, PERHAPS_LATER = "yes", "perhaps-before", "perhaps-later"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """The changes between two versions, each with how sure it lies there; `recorded` are those next to both."""

    platform: Platform
    older: str
    newer: str
    recorded: tuple[str, ...]
    steps: tuple[tuple[ContractStep, str], ...]

    def as_json(self) -> dict[str, Any]:
        """Return the document (schema: contract-changes)."""
        return {
            "platform": self.platform.id,
            "from": self.older,
            "to": self.newer,
            "recorded": list(self.recorded),
            "changes": [step_json(self.platform, step) | {"within": sure} for step, sure in self.steps],
        }


def history(platform: Platform) -> tuple[ContractStep, ...]:
    """Return every known change of a platform, one a subject, oldest first; what the oldest recording has is none."""
    return _history(platform.id, platform.root)


@cache
def _history(name: str, root: Path) -> tuple[ContractStep, ...]:
    platform = load_platform(name, root)
    found = [*answer_steps(platform), *escape_steps(platform), *name_steps(platform), *payload_steps(platform)]
    return tuple(sorted((*found, *_notes(platform, found)), key=lambda step: step.order))


def grouped(steps: Iterable[ContractStep]) -> Iterator[ContractStep]:
    """Yield steps, those with the same words at the same versions as one, in the order of the first of each."""
    together: dict[tuple[str, str, str, str], list[ContractStep]] = {}
    for step in steps:
        together.setdefault((step.kind, step.text, step.after, step.since), []).append(step)
    for same in together.values():
        subjects = dict.fromkeys(name for step in same for name in step.subjects)
        items = dict.fromkeys(item for step in same for item in step.items)
        yield same[0]._replace(subjects=tuple(subjects), items=tuple(items))


def _notes(platform: Platform, steps: Iterable[ContractStep]) -> Iterator[ContractStep]:
    """Yield what platform.yaml notes of a version; what was seen there may have come after the run before.

    Parts of a note that only repeat what other changes of the version say are left out.
    """
    words: dict[str, set[str]] = {}
    for step in steps:
        words.setdefault(step.since, set()).update(_WORD.findall(f"{step.words} {' '.join(step.subjects)}"))
    ran = ""
    for release in platform.releases:
        basis = release.basis or DOCUMENTED
        if release.note and not release.note.casefold().startswith(_ABOUT_THE_LIST) and (ran or basis == DOCUMENTED):
            after = "" if basis == DOCUMENTED else ran
            known = words.get(release.version, set()) | _FILLERS
            parts = [part for part in re.split(r";\s+", release.note.rstrip(".")) if set(_WORD.findall(part)) - known]
            text = "; ".join(parts)
            if text:
                yield ContractStep("note", (release.version,), text, after, release.version, basis, "", text)
        ran = release.version if basis == MEASURED else ran


def upgrade(name: str, older: str, newer: str | None = None, root: Path | None = None) -> Upgrade:
    """Return the changes between two versions, by default up to the newest recorded one.

    What was undone in between is left out. Raises `HookconformError` (`platform.unknown`, `changes.none`,
    `changes.version`, `changes.order`, and as the readers of a corpus).
    """
    platform = load_platform(name, root or corpus_root())
    recorded = _recorded(platform)
    older, end = (_known(platform, version) for version in (older, recorded[-1] if newer is None else newer))
    if at_least(older, end):
        raise HookconformError(
            "changes.order",
            f"{older} is not older than {end}.",
            where="FROM and TO",
            hint=f"Try `hookconform changes {name} {end} {older}`." if older != end else "Name an older version first.",
        )
    near = [version for at in (older, end) for version in next_to(recorded, at)]
    within = {step: sure for step in history(platform) if (sure := _within(step, older, end))}
    sure_of = {(step.after, step.since): sure for step, sure in within.items()}
    steps = ((step, sure_of[step.after, step.since]) for step in grouped(_standing(within)))
    return Upgrade(platform, older, end, tuple(in_order(set(near))), tuple(steps))


def unsaid_version(name: str, root: Path | None = None) -> HookconformError:
    """Return the error of a command without a version: the newest known ones, and an example.

    Raises `HookconformError` (`platform.unknown`, `changes.none`).
    """
    platform = load_platform(name, root or corpus_root())
    known = in_order({*platform.versions, *_recorded(platform)})
    before = [version for version in known if not at_least(version, _recorded(platform)[-1])]
    shown = ", ".join(reversed(known[-_NEWEST:]))
    example = f" For example: hookconform changes {name} {before[-1]}" if before else ""
    return HookconformError(
        "changes.version",
        "Give the version you have.",
        where="command line",
        hint=f"Known, newest first: {shown}{' and older ones' if len(known) > _NEWEST else ''}.{example}",
    )


def _recorded(platform: Platform) -> list[str]:
    """Return the recorded versions, oldest first, at least one; raises `changes.none`."""
    recorded = list(manifest_versions(platform.path.parent))
    if not recorded:
        raise HookconformError(
            "changes.none",
            f"{platform.name} was recorded at no version, so no change of it is known.",
            where=platform.id,
            hint=f"`hookconform explain {platform.id}` shows what its documents say.",
        )
    return recorded


def _known(platform: Platform, version: str) -> str:
    """Return a version as the corpus writes it: `v1.0` is `1.0`; raises `changes.version`."""
    releases = load_releases(platform.id, platform.root)
    known = {*platform.versions, *manifest_versions(platform.path.parent), *(releases.known if releases else ())}
    found = as_listed(known, version)
    if found is None:
        near = next_to(in_order(known), version) if is_version(version) else in_order(known)[-1:]
        raise HookconformError(
            "changes.version",
            f"{platform.name} has no release {version!r} that is known here.",
            where=platform.id,
            hint=f"Known releases next to it: {', '.join(near)}. `hookconform lab versions {platform.id}` lists all. "
            "The second version may be left out: it is the newest.",
        )
    return found


def _within(step: ContractStep, older: str, newer: str) -> str:
    """Return whether a change lies between two versions, empty if it does not."""
    if at_least(older, step.since) or (step.after and at_least(step.after, newer)):
        return ""
    if not at_least(newer, step.since):
        return PERHAPS_LATER if step.after else ""
    return SURE if not step.after or at_least(step.after, older) else PERHAPS_BEFORE


def _standing(steps: Iterable[ContractStep]) -> Iterator[ContractStep]:
    """Yield the changes without those that a later one undid."""
    listed = list(steps)
    first: dict[tuple[str, str], str] = {}
    last: dict[tuple[str, str], str] = {}
    for step in listed:
        for subject in step.subjects:
            first.setdefault((step.kind, subject), step.before)
            last[step.kind, subject] = step.now
    for step in listed:
        if any(first[step.kind, name] != last[step.kind, name] for name in step.subjects):
            yield step
