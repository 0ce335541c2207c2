"""At which events answers were measured: those that a name means, and those that a version has."""

from __future__ import annotations

from collections.abc import Iterable

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.event_names import before_a_tool, event_name, natives_of, tool_not_event
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.effects.rows import measured_versions, rows_for
from hookconform.effects.verdicts import ASK, VERDICTS, honoured, plain_verdict
from hookconform.explain.asked import asked_version, is_there, there_at, versions_with_answers
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


def registered_events(platform: str, name: str) -> tuple[str, ...]:
    """Return the measured event keys that `name` means: itself, else those of the canonical event of that name.

    Raises `HookconformError` (`platform.unknown`, `respond.no-answers`, `respond.event`).
    """
    claims = load_platform(platform)
    known = _measured_events(platform)
    if name in known:
        return (name,)
    natives = natives_of(claims, event_name(claims, name))
    found = tuple(key for key in known if key in claims.registrations and claims.registrations[key].native in natives)
    if not found:
        raise HookconformError(
            "respond.event",
            f"No answer was measured at an event {name!r}.",
            where=f"{platform} {measured_versions(platform)[-1]}",
            hint=_other_event(claims, name, known),
        )
    return found


def event_that_can(platform: str, verdict: str) -> str | None:
    """Return the event at which a verdict was carried out: before a tool, else the first; None if there is none."""
    known = _measured_events(platform)
    newest, before = measured_versions(platform)[-1], before_a_tool(load_platform(platform))
    can = [key for key in known if verdict in honoured(platform, newest, key)]
    return before if before in can else next(iter(can), None)


def _other_event(platform: Platform, name: str, known: Iterable[str]) -> str:
    """Return what to ask instead: a verdict and a tool want an event before them, a real event is not corrected."""
    command, verdict = f"hookconform respond {platform.id}", plain_verdict(name)
    if verdict in VERDICTS:
        event = event_that_can(platform.id, verdict) or next(iter(known))
        return f"{name} is a verdict. Give an event first: {command} {event} {verdict}"
    if natives_of(platform, event_name(platform, name)):
        return f"The platform has this event. Measured: {', '.join(known)}."
    tool, before = tool_not_event(platform, name), before_a_tool(platform)
    if tool and before is not None and before in known:
        return f"{tool} is a tool, and {before} is the event before it runs: {command} {before} deny"
    return meant(name, known)


def _measured_events(platform: str) -> tuple[str, ...]:
    """Return the event keys with measured answers at the newest measured version."""
    newest = versions_with_answers(platform)[-1]
    return tuple(dict.fromkeys(row.registered_event for row in rows_for(platform, newest)))


def answerable(platform: str, version: str | None = None) -> tuple[str, ...]:
    """Return the event keys that a version (None: the newest measured one) may have and at which answers were measured.

    Those before a tool come first. Raises `HookconformError` (`platform.unknown`, `respond.no-answers`,
    `respond.no-event` if it has none, `respond.version`).
    """
    measured, before = _measured_events(platform), load_vocabulary().pre_tool
    known = load_platform(platform).registrations
    there = there_at(platform, measured, asked_version(platform, version))
    return tuple(sorted(there, key=lambda key: key not in known or known[key].becomes not in before))


def not_there(platform: str, version: str) -> tuple[str, ...]:
    """Return the event keys at which answers were measured, and that a version lacks."""
    claims = load_platform(platform)
    return tuple(key for key in _measured_events(platform) if not is_there(claims, key, version))


def without_ask(platforms: Iterable[str]) -> tuple[str, ...]:
    """Return the platforms that no measured answer before a tool makes ask the user, at the newest measured version."""
    found: list[str] = []
    for platform in platforms:
        versions = measured_versions(platform)
        claims = load_platform(platform).registrations
        if not versions:
            continue
        keys = [key for key in _measured_events(platform) if key in claims and claims[key].canonical == PRE_TOOL]
        if keys and not any(ASK in honoured(platform, versions[-1], key) for key in keys):
            found.append(platform)
    return tuple(found)
