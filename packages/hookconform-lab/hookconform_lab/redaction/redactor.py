"""Redact whole payloads: every key and every value, through every encoding, and say what was redacted where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hookconform.ground.pointers import escaped
from hookconform_lab.redaction import assigned, identifiers
from hookconform_lab.redaction.byte_lists import bytes_of_text, redact_byte_lists, text_in_bytes
from hookconform_lab.redaction.encodings import redact_through
from hookconform_lab.redaction.json_in_text import embedded_json, rewritten
from hookconform_lab.redaction.kinds import KINDS, Known
from hookconform_lab.redaction.placeholders import Placeholders, is_placeholder, masked
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.prose import elided, longest


@dataclass(frozen=True, slots=True)
class Redaction:
    """One place at which something was taken out: a JSON Pointer, and the kinds of what it was."""

    pointer: str
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Redacted:
    """A payload without anything personal that is known to be so."""

    payload: dict[str, Any]
    redactions: tuple[Redaction, ...]


class Redactor:
    """Redacts payloads; one object serves a whole review, so that a value has the same placeholder throughout.

    `kept` are texts that are never touched as a whole: the names of the platform's tools and events.
    """

    def __init__(self, private: Private, kept: frozenset[str] = frozenset()) -> None:
        self._private = private
        self._kept = kept
        self._placeholders = Placeholders()

    def redact(self, payload: dict[str, Any], arguments: tuple[str, ...] = ()) -> Redacted:
        """Return the payload redacted; key order and the types of values stay.

        `arguments` are the pointers below which a tool's arguments stand: a long text there is the user's or the
        model's, and not the platform's.
        """
        given = identifiers.collect_identifiers(payload, self._placeholders)
        found = identifiers.Identifiers({value: new for value, new in given.items() if value not in self._kept})
        walk = _Walk(self._kept, Known(self._private, self._placeholders, found), arguments)
        return Redacted(walk.value(payload, "", ""), tuple(walk.redactions))


class _Walk:
    """One way through one payload."""

    def __init__(self, kept: frozenset[str], known: Known, arguments: tuple[str, ...]) -> None:
        self._arguments = arguments
        self._in_arguments = False
        self._placeholders = known.given
        self._kept = kept
        self._known = known
        self.redactions: list[Redaction] = []
        self._kinds: set[str] = set()
        self._seen: dict[str, tuple[str, frozenset[str]]] = {}

    def value(self, value: Any, pointer: str, key: str) -> Any:
        """Return one value redacted, noting what was found below `pointer`."""
        if isinstance(value, dict):
            return self._object(value, pointer)
        if isinstance(value, list):
            held = text_in_bytes(value)
            if held is not None:
                new = self._noted(pointer, held, lambda: self._text(held, key))
                return value if new == held else bytes_of_text(new)
            return [self.value(inner, f"{pointer}/{index}", key) for index, inner in enumerate(value)]
        if isinstance(value, str):
            return self._noted(pointer, value, lambda: self._text(value, key))
        if isinstance(value, int) and not isinstance(value, bool):
            new = self._number(value, key)
            if new != value:
                self.redactions.append(Redaction(pointer, ("identifier",)))
            return new
        return value

    def _object(self, value: dict[str, Any], pointer: str) -> dict[str, Any]:
        result: dict[str, Any] = {}
        counts: dict[str, int] = {}
        for key, inner in value.items():
            below = f"{pointer}/{escaped(key)}"
            new = plain = key if key in self._kept else self._noted(pointer, key, lambda key=key: self._plain(key))
            while new in result:
                counts[plain] = counts.get(plain, 1) + 1
                new = f"{plain}-{counts[plain]}"
            if new != key:
                below = f"{pointer}/{escaped(new)}"
            result[new] = self.value(inner, below, key)
        return result

    def _noted(self, pointer: str, old: str, redact: Callable[[], str]) -> str:
        outer, self._kinds = self._kinds, set()
        self._in_arguments = any(f"{pointer}/".startswith(f"{place}/") for place in self._arguments)
        new = redact()
        if new != old:
            self.redactions.append(Redaction(pointer, tuple(sorted(self._kinds)) or ("text",)))
        self._kinds = outer
        return new

    def _number(self, value: int, key: str) -> int:
        if assigned.is_secret_key(key):
            return 0
        return identifiers.redact_number(key, value, self._placeholders)

    def _text(self, text: str, key: str) -> str:
        if text in self._kept or is_placeholder(text):
            return text
        if assigned.is_secret_key(key) and text.strip():
            self._kinds.add("secret")
            return self._placeholders.token(text)
        redacted = self._plain(text)
        if redacted != text and not is_placeholder(redacted) and identifiers.is_identifier(key, redacted):
            return self._placeholders.identifier(text)
        if len(redacted) > longest(key) and embedded_json(redacted) is None:
            self._kinds.add("long text")
            return masked(redacted) if self._in_arguments else elided(redacted)
        return redacted

    def _plain(self, text: str) -> str:
        """Redact a text by itself; one that stands there often, as keys do, is looked at once."""
        if text not in self._seen:
            outer, self._kinds = self._kinds, set()
            self._seen[text] = redact_through(text, self._by_kinds, self._inside_json), frozenset(self._kinds)
            self._kinds = outer
        new, kinds = self._seen[text]
        self._kinds |= kinds
        return new

    def _inside_json(self, text: str) -> str:
        def of_string(value: str, key: str, is_key: bool) -> str:
            if is_key:
                return value if value in self._kept else self._plain(value)
            return self._text(value, key)

        return rewritten(redact_byte_lists(text, self._plain), of_string, self._number)

    def _by_kinds(self, text: str) -> str:
        for kind in KINDS:
            new = kind.redact(text, self._known)
            if new != text:
                self._kinds.add(kind.name)
                text = new
        return text
