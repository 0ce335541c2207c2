"""The payload of a row: the template's, with what the row puts in and takes away."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.families import Row
from hookconform.corpus.family_names import PLACES
from hookconform.drafting.claimed_calls import arguments_of
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import escaped, first, resolve


def payload_of(row: Row, platform: Platform, template: Case, native: str, words: Mapping[str, str]) -> dict[str, Any]:
    """Return the template's payload with the row in it; what the row puts in as `raw` is still its mark."""
    payload: dict[str, Any] = copy.deepcopy(template.payload or {})
    if native:
        _put(payload, _place(platform, "tool_name", payload), _tool(row, platform, native))
        if row.server and platform.payload.mcp:
            _put(payload, platform.payload.mcp[0], {"server_name": "labsrv"})
    if row.claimed or row.patch is not None or row.arguments is not None:
        _put(payload, _place(platform, "tool_input", payload), _arguments(platform, payload, native, row))
    _put_prompt(payload, row, platform)
    for name, value in row.put.items():
        _put(payload, _place(platform, name, payload), _filled_in(value, words))
    for name, text in row.everywhere.items():
        places = list(enumerate(every_place(platform, name), 1))
        for _, place in places[: row.from_place - 1]:
            _drop(payload, place)
        for number, place in places[row.from_place - 1 :]:
            _put(payload, place, text.replace("{n}", str(number)))
    for name in row.drop:
        for place in every_place(platform, name):
            _drop(payload, place)
    return payload


def _tool(row: Row, platform: Platform, native: str) -> str:
    if row.server and not platform.payload.mcp:
        # No field tells a server's tool here, so that the name has to be another.
        return f"mcp__labsrv__{native}"
    return row.tool.replace("{native}", native) if row.tool else native


def _arguments(platform: Platform, payload: dict[str, Any], native: str, row: Row) -> Any:
    """Return the arguments of a row: its own, those that the claim speaks of, or a patch where its tool reads one."""
    if row.arguments is not None:
        return _as_sent(platform, payload, native, row)
    claim = platform.tools[native]
    given = arguments_of(platform, claim, row.claimed) if row.claimed else {claim.patch: row.patch}
    if not row.claimed and not isinstance(claim.patch, str):
        return row.patch
    return compact(given) if _are_text(platform, payload) else given


def _put_prompt(payload: dict[str, Any], row: Row, platform: Platform) -> None:
    if row.prompt is not None:
        place = _place(platform, "prompt", payload)
        parts = isinstance(resolve(payload, place), list)
        _put(payload, place, [{"type": "text", "text": row.prompt}] if parts else row.prompt)
    if row.parts:
        _put(payload, _place(platform, "prompt", payload), list(row.parts))


def empty_payload(platform: Platform, event: str) -> dict[str, Any]:
    """Return a payload that says its event and nothing else; the event of a bus stands within that of the hook."""
    payload: dict[str, Any] = {}
    # Of several places the last is that of hooks, or as good as the first.
    for pointer in platform.payload.event[-1:]:
        _put(payload, pointer, event)
    return payload


def has_parts(platform: Platform, template: Case) -> bool:
    """Tell whether the prompt of a template is a list of parts."""
    found = first(template.payload or {}, platform.payload.prompt)
    return found is not None and isinstance(found[1], list)


def _filled_in(value: Any, words: Mapping[str, str]) -> Any:
    """Return a text of `put` with its words filled in; any other value as it is."""
    for word, text in words.items() if isinstance(value, str) else ():
        value = value.replace(word, text)
    return value


def with_raw(text: str, row: Row) -> str:
    """Return JSON text with what the row writes as no writer of JSON would."""
    for mark, raw in row.raw.items():
        text = text.replace(mark, raw if isinstance(raw, str) else raw["text"] * raw["times"])
    return text


def _as_sent(platform: Platform, payload: dict[str, Any], native: str, row: Row) -> Any:
    """Return the row's arguments as the platform names and encodes them."""
    arguments = row.arguments or {}
    # Arguments of another tool are called as the row calls them.
    claim = platform.tools.get(native) if "{native}" in (row.tool or "{native}") else None
    names = {canonical: name for name, canonical in reversed([*(claim.arguments if claim else {}).items()])}
    sent = {names.get(name, name): value for name, value in arguments.items()}
    if row.encoded or _are_text(platform, payload):
        return with_raw(compact(sent), row)
    return sent


def _are_text(platform: Platform, payload: dict[str, Any]) -> bool:
    was = first(payload, platform.payload.tool_input)
    return platform.payload.string_arguments and was is not None and isinstance(was[1], str)


def every_place(platform: Platform, name: str) -> tuple[str, ...]:
    """Return the pointers at which a payload may have what is named."""
    return getattr(platform.payload, name) if name in PLACES else (f"/{escaped(name)}",)


def _place(platform: Platform, name: str, payload: dict[str, Any]) -> str:
    """Return where a payload has what is named, or would have it first."""
    pointers = every_place(platform, name)
    found = first(payload, pointers)
    return found[0] if found else pointers[0]


def _put(payload: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    place: Any = payload
    for part in parents:
        # A result that is a text has no place for an error.
        if not isinstance(place, list) and not isinstance(place.get(part), dict | list):
            place[part] = {}
        place = place[int(part)] if isinstance(place, list) else place[part]
    # A copy: what is put or dropped inside it later must not reach the row, which other platforms read.
    place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)


def _drop(payload: dict[str, Any], pointer: str) -> None:
    parent, _, last = pointer.rpartition("/")
    place = resolve(payload, parent)
    if isinstance(place, dict):
        place.pop(last.replace("~1", "/").replace("~0", "~"), None)
    elif isinstance(place, list):
        del place[int(last) : int(last) + 1]
