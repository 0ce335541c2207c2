"""The gate: whatever is left in a payload must be recognised as harmless, or a person must say so.

It is an allow-list. A doubt names the place and the kind of what stands there, never the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.ground.plain_text import counted
from hookconform.ground.pointers import escaped, first
from hookconform_lab.redaction.byte_lists import text_in_bytes
from hookconform_lab.redaction.harmless import is_harmless_number, is_harmless_path, is_harmless_text, is_plain_version
from hookconform_lab.redaction.json_in_text import embedded_json
from hookconform_lab.redaction.prose import LONGEST_TEXT
from hookconform_lab.redaction.published import Published
from hookconform_lab.redaction.second_net import secrets_in

# Doubts of these kinds can be settled by a placeholder; the others only by a person.
TEXT, SECRET, NUMBER, KEY, NAME = "text", "secret", "number", "key", "name"
# Places outside the payload.
REGISTERED_EVENT, PLATFORM_VERSION = "registered event", "platform version"
# JSON in a string in JSON in a string; what is deeper is one text.
_LAYERS = 4
_COUNTED_KEY = re.compile(r"/\*([0-9]+)(?=/|$)")
_WITHIN_TEXT = re.compile(r"#(?=/|$)")


@dataclass(frozen=True, slots=True)
class Doubt:
    """One place that is not recognised: a JSON Pointer, and what kind of thing.

    Beyond plain pointers, `name#` stands for the JSON in the string `name`, and `*2` for the third key of an object
    where the key itself must not be told.
    """

    pointer: str
    kind: str
    detail: str

    def render(self) -> str:
        """Return the doubt in words, without the value."""
        return f"{self._place()}: {self.detail}"

    def _place(self) -> str:
        """Return the pointer with its marks in words; a key that must not be told is counted from 1."""
        inner = _COUNTED_KEY.sub(lambda found: f"/(key {int(found[1]) + 1})", self.pointer)
        inner = _WITHIN_TEXT.sub(" (the JSON in it)", inner)
        holder, _, last = inner.rpartition("/")
        if _COUNTED_KEY.fullmatch(f"/{self.pointer.rpartition('/')[2]}"):
            return f"{last.strip('()')} of {holder or 'the payload'}"
        return inner or "/"


class Gate:
    """Judges payloads of one platform by what is published and what is harmless by itself."""

    def __init__(self, platform: Platform, known: Published) -> None:
        self._platform = platform
        self._known = known

    def doubts(self, payload: dict[str, Any], registered_event: str, version: str | None = None) -> list[Doubt]:
        """Return what is not recognised, in document order; empty if payload, event and version are cleared.

        Raises `HookconformError` (`contribute.missing`) if detect-secrets is not installed.
        """
        found: list[Doubt] = []
        if registered_event not in self._known.names:
            found.append(Doubt(REGISTERED_EVENT, NAME, "the name of an event no claim is about"))
        if version is not None and not self._is_released(version):
            found.append(Doubt(PLATFORM_VERSION, NAME, "a version of a form no release has"))
        self._value(payload, "", "", found, self._names_in(payload))
        return found

    def _is_released(self, version: str) -> bool:
        return is_plain_version(version) or (self._platform.id, version) in self._known.versions

    def _names_in(self, payload: dict[str, Any]) -> frozenset[str]:
        """Return the pointers at which the platform's own names stand."""
        places = (
            first(payload, pointers) for pointers in (self._platform.payload.event, self._platform.payload.tool_name)
        )
        return frozenset(place[0] for place in places if place is not None)

    def _value(self, value: Any, pointer: str, key: str, found: list[Doubt], names: frozenset[str]) -> None:
        if isinstance(value, dict):
            for index, (name, inner) in enumerate(value.items()):
                below = f"{pointer}/{escaped(name)}"
                if name not in self._known.keys and not is_harmless_path("path", name, self._known.path_words):
                    # A pointer with the key in it would tell the key.
                    below = f"{pointer}/*{index}"
                    found.append(Doubt(below, KEY, "a key no published payload has"))
                self._value(inner, below, name, found, names)
        elif isinstance(value, list):
            held = text_in_bytes(value)
            if held is not None:
                if not self._is_recognised(key, held):
                    found.append(_doubt_about(held, pointer, key))
                return
            for index, inner in enumerate(value):
                self._value(inner, f"{pointer}/{index}", key, found, names)
        elif isinstance(value, str):
            self._text(value, pointer, key, found, names)
        elif isinstance(value, (int, float)) and not self._is_harmless(key, value):
            found.append(Doubt(pointer, NUMBER, "a number too large or too exact to be a count"))

    def _is_harmless(self, key: str, value: float) -> bool:
        return isinstance(value, bool) or (key, value) in self._known.values or is_harmless_number(key, value)

    def _text(self, text: str, pointer: str, key: str, found: list[Doubt], names: frozenset[str]) -> None:
        if pointer in names:
            if text not in self._known.names and (key, text) not in self._known.values:
                found.append(Doubt(pointer, NAME, "the name of a tool or event no published payload has"))
            return
        if self._is_recognised(key, text):
            return
        decoded = embedded_json(text) if pointer.count("#") < _LAYERS else None
        if isinstance(decoded, (dict, list)):
            self._value(decoded, f"{pointer}#", key, found, names)
            return
        found.append(_doubt_about(text, pointer, key))

    def _is_recognised(self, key: str, text: str) -> bool:
        return (
            (key, text) in self._known.values
            or is_harmless_text(key, text)
            or is_harmless_path(key, text, self._known.path_words)
        )


def _doubt_about(text: str, pointer: str, key: str) -> Doubt:
    if len(text) > LONGEST_TEXT:
        return Doubt(pointer, SECRET, f"text of {counted(len(text), 'character')}, too long to be looked through")
    kinds = secrets_in(key, text)
    if kinds:
        return Doubt(pointer, SECRET, f"what looks like a secret ({', '.join(kinds)})")
    return Doubt(pointer, TEXT, f"text of {counted(len(text), 'character')}")
