"""Of which claims the releases are known exactly: both neighbours of a change were looked at, and show it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any

from hookconform.corpus.case_files import CaseFiles
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.model_calls import read_calls
from hookconform.corpus.native import named_tool
from hookconform.corpus.registered import names_folder, read_names, recorded_names
from hookconform.corpus.shown import Shown
from hookconform.corpus.version_files import read_document
from hookconform.effects.rows import measured_versions, rows_path
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least, in_order, is_version
from hookconform_lab.sweep.facts import corpus_facts, filed_events, known_versions, recorded_tools
from hookconform_lab.sweep.subjects import differing

_Shows = Callable[[Claim, str], bool | None]


@dataclass(frozen=True, slots=True)
class Bound:
    """One change that a claim tells of: not yet at `older`, there at `newer`.

    `between` are the releases that the registry has between the two. `why` says what is missing where it is not exact,
    `reason` why that cannot be had, in the claim's words.
    """

    claim: str
    older: str
    newer: str
    between: tuple[str, ...]
    why: str = ""
    reason: str = ""

    @property
    def is_exact(self) -> bool:
        """Tell whether the two are neighbours that were both looked at and show the change."""
        return not self.why

    def as_json(self) -> dict[str, Any]:
        """Return the bound as JSON."""
        return {**asdict(self), "exact": self.is_exact}


def bounds(platform_id: str, released: Sequence[str], since: str = "") -> list[Bound]:
    """Return the bounds of all claims and rows that changed at `since` or later; the registry has `released`.

    Raises `HookconformError` (`history.since`) if no release is as new as `since`.
    """
    platform = load_platform(platform_id)
    every = in_order({*released, *known_versions(platform)})
    if since and not (is_version(since) and at_least(every[-1], since)):
        raise HookconformError(
            "history.since",
            f"{platform_id} has no release since {since!r}.",
            where="--since",
            hint=f"The newest is {every[-1]}.",
        )
    found = [*_claims(platform, every), *_rows(platform.id, every)]
    return [bound for bound in found if not since or at_least(bound.newer, since)]


def _claims(platform: Platform, every: Sequence[str]) -> Iterator[Bound]:
    """Yield the `since` and `until` of events and tools; one from before the registry's oldest release has no bound.

    A source may name a release that the registry does not have. The next one on the claim's side stands for it.
    """
    shows = partial(_shows, platform, recorded_tools(platform), cache(partial(filed_events, platform)))
    for claim in (*platform.events.values(), *platform.tools.values()):
        if claim.since is not None and claim.since != every[0]:
            older = _neighbour(every, claim.since, -1)
            yield _bound(claim, shows, older, _listed(every, claim.since, 1), shown_at_newer=True)
        newer = "" if claim.until is None else _neighbour(every, claim.until, 1)
        if claim.until is not None and newer:
            yield _bound(claim, shows, _listed(every, claim.until, -1), newer, shown_at_newer=False)


def _bound(claim: Claim, shows: _Shows, older: str, newer: str, *, shown_at_newer: bool) -> Bound:
    shown = {version: shows(claim, version) for version in (older, newer)}
    missing = [version or "the release before" for version, known in shown.items() if known is None]
    why = f"not recorded, or not known to lack it: {', '.join(missing)}" if missing else ""
    if not missing and shown[newer] != shown_at_newer:
        why = f"the recording of {newer} {'does not show it' if shown_at_newer else 'shows it'}"
    elif not missing and shown[older] == shown_at_newer:
        why = f"the recording of {older} {'shows it' if shown_at_newer else 'does not show it'}"
    return Bound(f"{claim.kind}:{claim.native}", older, newer, (), why, claim.why_inexact)


def _shows(
    platform: Platform, recorded: Shown, filed: Callable[[str], Collection[str]], claim: Claim, version: str
) -> bool | None:
    """Tell whether a version has an event, or a tool that hooks see; None if nothing says so.

    Hooks are registered for events that the version is claimed to have. So an event that was not called is absent only
    if its name was not found in the program's files either, or if a hook was registered for it all the same. `filed`
    returns the events that a version's payloads name, for a hook that is not one event's own.
    """
    if claim.kind == "event" and claim.native in platform.silent_at(version):
        return False
    facts = corpus_facts(platform, version) if version else None
    if facts is None:
        return None
    if claim.kind == "event":
        # A release from before all hooks calls none, so that only its tools are filed.
        if facts.events is None and facts.tools is None:
            return None
        called = set(facts.events or ())
        if called - platform.registrations.keys():
            called |= set(filed(version))
        return True if claim.native in called else can_register(platform, claim.native, version)
    names = {claim.native, *claim.declared_as}
    if claim.declared_as and not (told := told_tools(platform, version)).isdisjoint(names):
        # Hooks are told another name than the model: the payload of any call says which.
        return claim.native in told
    declared = facts.declares(recorded, *names)
    return declared and not passed_hooks_by(platform, claim.native, names, version)


def passed_hooks_by(platform: Platform, native: str, declared: Collection[str], version: str) -> bool:
    """Tell whether a version's model called a tool under a declared name, and no hook was told of it by this name.

    Only then is a declared tool absent. One that nobody called may be seen or not. A call that hooks were told of under
    the declared name was made, whatever became of it.
    """
    told = told_tools(platform, version)
    if native in told:
        return False
    if not told.isdisjoint(declared):
        return True
    return any(call.tool in declared and call.outcome == "ok" for call in read_calls(platform.id, version))


def told_tools(platform: Platform, version: str) -> frozenset[str | None]:
    """Return the names of tools that the recorded payloads of a version have."""
    filed = CaseFiles(platform.path.parent).captured(version)
    return frozenset(named_tool(platform, case.content.get("payload") or {}) for case in filed)


def can_register(platform: Platform, event: str, version: str) -> bool | None:
    """Return False if a version's files do not name an event that those of another version do, else None.

    Not every program names all its events where its names are read.
    """
    folder = names_folder(platform.id)
    named = {one: read_names(folder / f"{one}.yaml").events for one in recorded_names(platform.id)}
    own = named.get(version)
    if own is None or event in own:
        return None
    return False if any(event in (events or ()) for events in named.values()) else None


def _listed(every: Sequence[str], version: str, step: int) -> str:
    """Return a version, or its neighbour where the registry lacks it and has one."""
    return version if version in every else _neighbour(every, version, step) or version


def _neighbour(every: Sequence[str], version: str, step: int) -> str:
    """Return the release before or after a version, which the registry may lack; empty if there is none."""
    listed = in_order({*every, version})
    place = listed.index(version) + step
    return listed[place] if 0 <= place < len(listed) else ""


def _rows(platform: str, every: Sequence[str]) -> Iterator[Bound]:
    """Yield a bound for each row whose effect differs between two neighbouring measured versions."""
    measured = measured_versions(platform)
    effects: dict[str, Mapping[str, Any]] = {
        version: {row["id"]: row["effect"] for row in read_document("responses", rows_path(platform, version))["rows"]}
        for version in measured
    }
    for older, newer in pairwise(measured):
        between = tuple(every[every.index(older) + 1 : every.index(newer)])
        why = f"not measured: {', '.join(between)}" if between else ""
        for row in differing(effects[older], effects[newer]):
            yield Bound(f"answer:{row}", older, newer, between, why)
