"""Put another tool call into a recorded payload, wherever the payload tells its call."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, NamedTuple

from hookconform.corpus.claims import Platform
from hookconform.corpus.native import own_arguments
from hookconform.corpus.payload_places import Pointers, Repeat
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import MISSING, first, resolve, unescaped


class Retold(NamedTuple):
    """A payload with another call in it; `emptied` are the places of what nobody knows of that call."""

    payload: dict[str, Any]
    emptied: tuple[str, ...]


def retold(
    platform: Platform, event: str | None, payload: dict[str, Any], tool: str, arguments: dict[str, Any] | str
) -> Retold:
    """Return a copy of a payload of the canonical event `event` that tells this call, and nothing of its own.

    Of a tool that takes a text alone, `arguments` is that text.
    """
    told: dict[str, Any] = copy.deepcopy(payload)
    after = event in load_vocabulary(platform.root).post_tool
    name_at = place_of(told, platform.payload.tool_name)
    input_at = place_of(told, platform.payload.input_at(after_tool=after))
    results = (*platform.payload.tool_response, *platform.payload.failure)
    # Before a tool, its arguments may lie where the result is to be.
    emptied = _emptied(told, [at for at in results if not input_at.startswith(f"{at}/")])
    _set(told, name_at, tool)
    encoded = platform.payload.string_arguments and isinstance(resolve(told, input_at), str)
    sent = arguments if isinstance(arguments, str) else _in_envelope(platform, tool, arguments)
    _set(told, input_at, compact(sent) if encoded and not isinstance(sent, str) else sent)
    for repeat in platform.payload.repeats:
        if resolve(told, repeat.at) is MISSING:
            continue
        if repeat.of is None:
            emptied += _emptied(told, (repeat.at,))
        else:
            _set(told, repeat.at, repeated(repeat, tool, sent))
    for place in platform.payload.mcp:
        if tool in platform.tools:
            _remove(told, place)
        else:
            emptied += _emptied(told, (place,))
    return Retold(told, tuple(dict.fromkeys(emptied)))


def repeated(repeat: Repeat, tool: str, arguments: dict[str, Any] | str) -> Any:
    """Return what stands where a payload tells a name or arguments once more."""
    if repeat.of == "tool_name":
        return tool
    if not repeat.as_texts or isinstance(arguments, str):
        return copy.deepcopy(arguments)
    return {key: value if isinstance(value, str) else compact(value) for key, value in arguments.items()}


def place_of(payload: dict[str, Any], pointers: Pointers) -> str:
    """Return the first place that the payload has, or whose parent it has."""
    found = first(payload, pointers)
    if found is not None:
        return found[0]
    there = (at for at in pointers if isinstance(resolve(payload, at.rpartition("/")[0]), dict))
    return next(there, pointers[0])


def _in_envelope(platform: Platform, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a server's tool as those of the tool by way of which it is called."""
    keys = platform.payload.enveloped
    if keys is None or not platform.mcp_forms(tool) or tool in platform.tools:
        return arguments
    given = own_arguments(platform, tool, arguments)
    return arguments if given is not arguments else {keys.tool_name: tool, keys.tool_input: arguments}


def _emptied(payload: dict[str, Any], places: Iterable[str]) -> list[str]:
    """Empty what stands at places, and return those that had something; what is no text or structure stays."""
    found: list[str] = []
    for place in places:
        value = resolve(payload, place)
        empty = value if value is MISSING else _empty(value)
        if empty != value:
            _set(payload, place, empty)
            found.append(place)
    return found


def _empty(value: Any) -> Any:
    """Return the value with its fields, but without a word; no field has another below it."""
    if isinstance(value, dict):
        return {key: type(item)() if isinstance(item, str | list | dict) else item for key, item in value.items()}
    return type(value)() if isinstance(value, str | list) else value


def _remove(payload: dict[str, Any], place: str) -> None:
    parent, _, last = place.rpartition("/")
    holder = resolve(payload, parent)
    if isinstance(holder, dict):
        holder.pop(unescaped(last), None)


def _set(payload: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = pointer.split("/")[1:]
    place = payload
    for part in map(unescaped, parents):
        if not isinstance(place.get(part), dict):
            place[part] = {}
        place = place[part]
    place[unescaped(last)] = value
