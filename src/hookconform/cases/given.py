"""A payload that a user gives, as a file or on standard input, for `hookconform debug`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from hookconform.cases.composing import Composed
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.event_names import event_name, natives_of
from hookconform.corpus.native import named_tool, native_event
from hookconform.ground.errors import HookconformError, unreadable_file
from hookconform.ground.input_files import STANDARD_INPUT, read_bytes
from hookconform.ground.json_text import MAX_DEPTH, is_too_deep, unique_keys
from hookconform.ground.meant import meant

# No event is called like a file of these kinds.
_SUFFIXES = (".json", ".jsonl", ".yaml", ".yml", ".txt", ".log")
# What a case has, and no payload of any platform.
_CASE = frozenset({"registered_event", "payload", "expected"})


def is_file(word: str) -> bool:
    """Tell whether a word names a file or standard input, there or not, and no event."""
    return word == STANDARD_INPUT or word.endswith(_SUFFIXES) or "/" in word or Path(word).is_file()


def given_payload(platform_id: str, place: str, event: str | None = None) -> Composed:
    """Return the payload in a file (`-`: on standard input); `event` is any name of the event it was sent at.

    A case or a contribution counts as the payload in it. Raises `HookconformError` (`platform.unknown`,
    `file.unreadable`, `payload.invalid`, `payload.event`).
    """
    claims = load_platform(platform_id)
    where = "standard input" if place == STANDARD_INPUT else place
    payload = _read(place, where)
    registered = _registered(claims, event, where) if event is not None else None
    if payload.keys() >= _CASE and isinstance(payload["payload"], dict):
        registered = registered or payload["registered_event"]
        payload = payload["payload"]
    native = native_event(claims, registered, payload)
    if native is None:
        others = [other for other in _platforms_of(payload) if other != platform_id]
        could = f" By its keys the payload could be of {', '.join(others)}." if others else ""
        raise HookconformError(
            "payload.event",
            f"The payload does not say at which event of {platform_id} it was sent.",
            where=where,
            hint=f"Name the event: hookconform debug {platform_id} EVENT {place}.{could}",
        )
    claim = claims.events.get(native)
    return Composed(
        platform=platform_id,
        version=None,
        native_event=native,
        native_tool=named_tool(claims, payload),
        registered_event=registered or (claim.registration if claim is not None else None),
        payload=payload,
        shaped_after=where,
        is_given=True,
    )


def doubts_of_given(composed: Composed) -> list[str]:
    """Return why a payload may not be one of its platform: an event, or keys, that are not known there."""
    claims = load_platform(composed.platform)
    doubts: list[str] = []
    if composed.native_event not in claims.events:
        hint = meant(composed.native_event, claims.events)
        doubts.append(f"{claims.id} is not known to have an event {composed.native_event}. {hint}")
    asked = claims.registrations.get(composed.registered_event or "")
    if asked is not None and asked.native != composed.native_event:
        said = f"the payload says that it was sent at {composed.native_event}, not at {composed.registered_event}."
        doubts.append(said)
    unknown = sorted(composed.payload.keys() - claims.payload.known_keys)
    if unknown:
        doubts.append(f"{claims.id} is not known to send {', '.join(unknown)}.")
    return doubts


def platforms_of(place: str) -> list[str]:
    """Return the platforms that are known to send all keys and the event of the payload in a file."""
    return [] if place == STANDARD_INPUT else _platforms_of(_read(place, place))


def _platforms_of(payload: dict[str, Any]) -> list[str]:
    known = (load_platform(platform) for platform in platform_ids())
    return [
        claims.id
        for claims in known
        if native_event(claims, None, payload) in claims.events and payload.keys() <= claims.payload.known_keys
    ]


def _registered(claims: Platform, event: str, where: str) -> str:
    name = event_name(claims, event)
    if name in claims.registrations:
        return name
    natives = natives_of(claims, name)
    if not natives:
        raise HookconformError(
            "payload.event",
            f"{claims.id} is not known to have an event {event!r}.",
            where=where,
            hint=meant(event, {*claims.registrations, *claims.events}),
        )
    return next(one.registration for one in claims.events.values() if one.native in natives)


def _read(place: str, where: str) -> dict[str, Any]:
    text = _text(place)
    if not text.strip():
        raise HookconformError("payload.invalid", "There is no payload: it is empty.", where=where, hint=_WANTED)
    if is_too_deep(text):
        raise HookconformError(
            "payload.invalid", f"The payload is nested deeper than {MAX_DEPTH} levels.", where=where, hint=_WANTED
        )
    try:
        payload = json.loads(text, object_pairs_hook=unique_keys, parse_constant=_no_constant)
    except ValueError as error:
        raise HookconformError(
            "payload.invalid", f"The payload is not JSON: {error}.", where=where, hint=_WANTED
        ) from error
    if not isinstance(payload, dict):
        raise HookconformError("payload.invalid", "The payload is not a JSON object.", where=where, hint=_WANTED)
    return payload


_WANTED = "Give what the platform writes to a hook's standard input: one JSON object."


def _text(place: str) -> str:
    try:
        return read_bytes(Path(place)).decode("utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise unreadable_file(Path("standard input" if place == STANDARD_INPUT else place), error) from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")
