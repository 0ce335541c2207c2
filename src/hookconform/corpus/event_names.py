"""The names of one event: what payloads call it, what hooks are registered under, and its canonical name."""

from __future__ import annotations

from collections.abc import Iterable

from hookconform.corpus.claims import Platform
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.ground.meant import spelled


def event_name(platform: Platform, word: str) -> str:
    """Return the name of an event that a word is, whatever its case and hyphens; the word itself if it is none."""
    canonical = {claim.canonical for claim in platform.events.values() if claim.canonical is not None}
    groups = (canonical, platform.registrations.keys(), platform.events.keys())
    if any(word in group for group in groups):
        return word
    found = (spelled(word, group) for group in groups)
    return next((name for name in found if name != word), word)


def natives_of(platform: Platform, name: str) -> frozenset[str]:
    """Return the native names of the events that a name means: its own, its registration's, or all of a canonical."""
    if name in platform.registrations:
        return frozenset({platform.registrations[name].native})
    if name in platform.events:
        return frozenset({name})
    return frozenset(claim.native for claim in platform.events.values() if claim.canonical == name)


def has_event(platform: Platform, name: str, version: str) -> bool:
    """Tell whether a name means an event for which hooks of a version are called, as far as is known."""
    natives = natives_of(platform, event_name(platform, name))
    claims = (platform.events[native] for native in natives)
    return any(claim.status != "refuted" and claim.covers(version) for claim in claims)


def meanings(platforms: Iterable[Platform], word: str) -> tuple[str, ...]:
    """Return the canonical events that a word stands for on any platform; native ones where there is no canonical."""
    canonical = load_vocabulary().events
    own = spelled(word, canonical)
    if own in canonical:
        return (own,)
    claims = (
        platform.events[native] for platform in platforms for native in natives_of(platform, event_name(platform, word))
    )
    return tuple(dict.fromkeys(claim.canonical or claim.native for claim in claims if claim.status != "refuted"))


def before_a_tool(platform: Platform) -> str | None:
    """Return the name under which hooks that run before a tool are registered; None if no event is known to be one."""
    current = (claim for claim in platform.events.values() if claim.status == "current")
    found = [claim.registration for claim in current if claim.canonical == PRE_TOOL]
    return PRE_TOOL if PRE_TOOL in found else next(iter(found), None)


def tool_not_event(platform: Platform, word: str) -> str:
    """Return the name of the tool that stands in the place of an event, empty if it is none."""
    canonical = {claim.canonical for claim in platform.tools.values() if claim.canonical is not None}
    names = platform.tools.keys() | canonical
    name = spelled(word, names)
    return name if name in names else ""
