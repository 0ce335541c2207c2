"""One case perturbed: its payload in another form, and the expected result that follows from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import unquote

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import ContainedCall, Expected
from hookconform.corpus.native import named_tool, says_mcp
from hookconform.drafting.contained import claim_of
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import escaped, first, resolve, unescaped
from hookconform.run.perturb.envelope import renewed
from hookconform.run.perturb.kept import WORD, kept_words, strings
from hookconform.run.perturb.places import encoded, fixed_words, free_names, places_of
from hookconform.run.perturb.words import Words

_SHELL = "Bash"
# White space that JSON allows. No line ends: a hook may read one line, which is all that programs send.
_SEPARATORS = ((",", ":"), (", ", ": "), (" ,", " :"), (",  ", ":  "), (",\t", ":\t"), (" , ", " : "))
_AFTER_BACKSLASH = re.compile(r"\\([A-Za-z0-9_]+)")
_Change = Callable[[str], str]


def perturbed(case: Case, seed: int, *, words: bool = True) -> Case:
    """Return the case with another payload and the expectation that follows; the same for the same seed.

    `words` false: ids, order of keys and white space alone; so it is too with rules of the case's own, for which every
    letter counts. A case that is an exact text (`payload_text`: invalid JSON, duplicate keys, a byte-order mark …) is
    returned as it is.
    """
    if case.payload is None:
        return case
    words = words and not case.rules
    random = Random(f"{seed} {case.id}")  # noqa: S311 (to be repeated, not to be secret)
    replaced = _replacement(case, random)
    payload: Any = renewed(case.payload, replaced, random)
    expected = case.expected
    if words:
        platform = load_platform(case.platform)
        for place in places_of(case, platform):
            value = resolve(case.payload, place)
            payload = _with(
                payload, place.split("/")[1:], _value(value, replaced.text, decodes=_decodes(platform, place))
            )
        expected = _expected(expected, replaced.text)
    else:
        expected = _expected(expected, replaced.ids)
    payload = _shuffled(payload, random, _places_in_order(case))
    newline = "\n" if case.origin.get("trailing_newline") else ""
    text = _text(payload, random, but=case.payload_text.removesuffix("\n")) + newline
    return case._replace(payload=payload, payload_text=text, expected=expected)


def _text(payload: Any, random: Random, but: str) -> str:
    """Return the payload on one line, in another form than `but`: names alone have nothing else to change."""
    ascii_only, text = random.random() < 0.5, ""  # noqa: PLR2004
    for separators in random.sample(_SEPARATORS, len(_SEPARATORS)):
        text = json.dumps(payload, ensure_ascii=ascii_only, separators=separators)
        if text != but:
            break
    return text


def _replacement(case: Case, random: Random) -> Words:
    platform = load_platform(case.platform)
    payload = case.payload or {}
    free = free_names(platform, is_command=case.expected.tool_name == _SHELL)
    excluded: list[str] = []
    for place in places_of(case, platform):
        key = place.rpartition("/")[2]
        excluded += fixed_words(resolve(payload, place), free=free, decodes=_decodes(platform, place), key=key)
    # A word that is escaped somewhere (`k%65y`) may be expected decoded, and could not be replaced there.
    excluded += _escaped_words(case.payload_text)
    # A word after a backslash stays (it may be an escape), so it stays where a path is expected with slashes too.
    excluded += [word for text in strings([payload]) for word in _AFTER_BACKSLASH.findall(text)]
    session = first(payload, platform.payload.session_id)
    named = session[1] if session and isinstance(session[1], str) else None
    return Words(random, kept_words(case.platform), session=named, excluded=excluded)


def _escaped_words(text: str) -> list[str]:
    """Return the words around the escapes of addresses in a text, decoded."""
    words: list[str] = []
    for part in re.findall(r'[^\s"]+', text) if "%" in text else ():
        if "%" in part:
            words += WORD.findall(unquote(part))
    return words


def _decodes(platform: Platform, place: str) -> bool:
    """Tell whether a string at a place may be an object that the platform reads."""
    return platform.payload.string_arguments and place in platform.payload.tool_input


def _value(value: Any, change: _Change, *, decodes: bool) -> Any:
    """Return a value in other words; an object within a string is changed as an object, or not at all."""
    if not decodes or not isinstance(value, str):
        return _mapped(value, change)
    found = encoded(value)
    if found is not None:
        return found[1](_mapped(found[0], change))
    return value if json_object(value) is not None else change(value)


def _expected(expected: Expected, change: _Change) -> Expected:
    if expected.is_refusal:
        return expected
    texts = {
        name: change(text)
        for name in ("session_id", "cwd", "prompt")
        if isinstance(text := getattr(expected, name), str)
    }
    calls = tuple(_call(call, change) for call in expected.calls)
    return expected._replace(tool_input=_mapped(expected.tool_input, change), calls=calls, **texts)


def _call(call: ContainedCall, change: _Change) -> ContainedCall:
    native = None if call.platform_tool_name is None else change(call.platform_tool_name)
    return call._replace(
        tool_name=change(call.tool_name),
        platform_tool_name=native,
        tool_input=_mapped(call.tool_input, change),
    )


def _mapped(value: Any, change: _Change) -> Any:
    """Return JSON with every string changed, keys excepted."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: _mapped(item, change) for key, item in value.items()}
    return [_mapped(item, change) for item in value] if isinstance(value, list) else value


def _with(document: Any, parts: list[str], value: Any) -> Any:
    """Return JSON with another value at a place that is there."""
    if not parts:
        return value
    head, *rest = parts
    if isinstance(document, list):
        place = int(head)
        return [*document[:place], _with(document[place], rest, value), *document[place + 1 :]]
    key = unescaped(head)
    return document | {key: _with(document[key], rest, value)}


def _places_in_order(case: Case) -> tuple[str, ...]:
    """Return where the order of keys says something: arguments of a tool that no claim is about, or of a server.

    What they name is listed in their order.
    """
    platform = load_platform(case.platform)
    tools = [
        named_tool(platform, case.payload or {}),
        *(call.platform_tool_name or call.tool_name for call in case.expected.calls),
    ]
    if says_mcp(platform, case.payload or {}):
        # A server's tool may have a name that a claim is about.
        return platform.payload.tool_input
    return () if all(claim_of(platform, tool) for tool in tools if tool) else platform.payload.tool_input


def _shuffled(value: Any, random: Random, ordered: tuple[str, ...], place: str = "") -> Any:
    """Return JSON with the keys of every object in another order, but for the objects at these places."""
    if place in ordered:
        return value
    if isinstance(value, dict):
        keys = list(value)
        random.shuffle(keys)
        return {key: _shuffled(value[key], random, ordered, f"{place}/{escaped(key)}") for key in keys}
    if isinstance(value, list):
        return [_shuffled(item, random, ordered, f"{place}/{index}") for index, item in enumerate(value)]
    return value
