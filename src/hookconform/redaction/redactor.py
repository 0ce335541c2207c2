"""Redact whole payloads: every key and every value, through every encoding, and say what was redacted where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hookconform.redaction import encodings, folders, identifiers, people, tokens
from hookconform.redaction.placeholders import Placeholders, is_placeholder
from hookconform.redaction.private import Private
from hookconform.redaction.prose import elided, longest


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

    def redact(self, payload: dict[str, Any]) -> Redacted:
        """Return the payload redacted; key order and the types of values stay."""
        walk = _Walk(self._private, self._placeholders, self._kept, self._known(payload))
        return Redacted(walk.value(payload, "", ""), tuple(walk.redactions))

    def _known(self, payload: dict[str, Any]) -> dict[str, str]:
        known = identifiers.collect_identifiers(payload, self._placeholders)
        return {value: new for value, new in known.items() if value not in self._kept}


class _Walk:
    """One way through one payload."""

    def __init__(
        self, private: Private, placeholders: Placeholders, kept: frozenset[str], known: dict[str, str]
    ) -> None:
        self._placeholders = placeholders
        self._kept = kept
        self.redactions: list[Redaction] = []
        self._kinds: set[str] = set()
        self._steps: tuple[tuple[str, Callable[[str], str]], ...] = (
            ("folder", lambda text: folders.redact_folders(text, private)),
            ("e-mail address", lambda text: people.redact_emails(text, placeholders)),
            ("identifier", lambda text: identifiers.redact_identifiers(text, known, placeholders)),
            ("secret", lambda text: tokens.redact_tokens(text, placeholders)),
            ("address", lambda text: people.redact_addresses(text, placeholders)),
            ("name", lambda text: people.redact_names(text, private)),
        )

    def value(self, value: Any, pointer: str, key: str) -> Any:
        """Return one value redacted, noting what was found below `pointer`."""
        if isinstance(value, dict):
            return self._object(value, pointer)
        if isinstance(value, list):
            return [self.value(inner, f"{pointer}/{index}", key) for index, inner in enumerate(value)]
        if isinstance(value, str):
            return self._noted(pointer, value, lambda: self._text(value, key))
        if isinstance(value, int) and not isinstance(value, bool):
            new = identifiers.redact_number(key, value, self._placeholders)
            if new != value:
                self.redactions.append(Redaction(pointer, ("identifier",)))
            return new
        return value

    def _object(self, value: dict[str, Any], pointer: str) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, inner in value.items():
            below = f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
            new = key if key in self._kept else self._noted(pointer, key, lambda key=key: self._plain(key))
            number = 1
            while new in result:
                number += 1
                new = f"{new.removesuffix(f'-{number - 1}')}-{number}"
            if new != key:
                below = f"{pointer}/{new.replace('~', '~0').replace('/', '~1')}"
            result[new] = self.value(inner, below, key)
        return result

    def _noted(self, pointer: str, old: str, redact: Callable[[], str]) -> str:
        outer, self._kinds = self._kinds, set()
        new = redact()
        if new != old:
            self.redactions.append(Redaction(pointer, tuple(sorted(self._kinds)) or ("text",)))
        self._kinds = outer
        return new

    def _text(self, text: str, key: str) -> str:
        if text in self._kept or is_placeholder(text):
            return text
        if tokens.is_secret_key(key) and text.strip():
            self._kinds.add("secret")
            return self._placeholders.token(text)
        redacted = self._plain(text)
        if len(redacted) > longest(key) and encodings.embedded_json(redacted) is None:
            self._kinds.add("long text")
            return elided(redacted)
        return redacted

    def _plain(self, text: str) -> str:
        return encodings.redact_through(text, self._steps_over, self._nested)

    def _nested(self, value: Any) -> Any:
        """Return JSON found inside a string, redacted; what is found counts for the string as a whole."""
        if isinstance(value, str):
            return self._plain(value)
        before = len(self.redactions)
        redacted = self.value(value, "", "")
        for item in self.redactions[before:]:
            self._kinds.update(item.kinds)
        del self.redactions[before:]
        return redacted

    def _steps_over(self, text: str) -> str:
        for kind, step in self._steps:
            new = step(text)
            if new != text:
                self._kinds.add(kind)
                text = new
        return text
