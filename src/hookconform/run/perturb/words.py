"""Other words of the same shape: what a text says changes, where its words begin and end does not.

A replacement goes word by word and looks at one character before the word at most. So it makes no difference whether a
path is taken out of a patch before or after: what is expected of a payload can be replaced in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_HEX = "0123456789abcdef"
_SHORTEST = 3
_UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
# Version and variant of a UUID, which a strict reader looks at.
_FIXED_IN_UUID = frozenset({14, 19})
# Not after a backslash (an escape), a hyphen (a flag), a dot (an extension), `$` or `%` (a variable), nor within a mark
# that stands for text left out.
_WORD = r"<elided[^>]*>|(?<![\\\-.$%])\b[A-Za-z0-9_]*[A-Za-z][A-Za-z0-9_]*\b"


class Words:
    """One case's own replacement: a word becomes the same other word wherever it stands, and no two become one."""

    def __init__(self, random: Random, kept: frozenset[str], *, session: str | None, excluded: Iterable[str]) -> None:
        """Set up a replacement; words of `kept` and `excluded` (lower case) stay, `session` gets another id."""
        self._random = random
        self._stay = kept | {word.lower() for word in excluded}
        self._new: dict[str, str] = {}
        self._used: set[str] = set()
        self._session = session or None
        if session:
            self.identifier(session)
        ids = _UUID
        # A short one might be part of any word: it is replaced where it stands alone.
        if session and len(session) > _SHORTEST:
            ids = f"{re.escape(session)}|{_UUID}"
        if session and re.fullmatch(_UUID, session):
            # Programs name files after the first part alone.
            start = session.partition("-")[0]
            self._new[start] = self._new[session].partition("-")[0]
            ids = rf"{ids}|\b{start}\b(?!-)"
        self._ids = re.compile(ids)
        self._words = re.compile(f"{ids}|{_WORD}", re.ASCII)

    def identifier(self, text: str) -> str:
        """Return another identifier of the same form."""
        return self._new.setdefault(text, self._id(text))

    def ids(self, text: str) -> str:
        """Return a text with nothing but identifiers replaced: the session's, and what looks like no word."""
        if text == self._session:
            return self._new[text]
        return self._ids.sub(lambda found: self.identifier(found[0]), text)

    def text(self, text: str) -> str:
        """Return a text in other words."""
        return self._new[text] if text == self._session else self._words.sub(self._other, text)

    def _other(self, found: re.Match[str]) -> str:
        word = found[0]
        if word in self._new:
            return self._new[word]
        if self._ids.fullmatch(word):
            return self.identifier(word)
        if len(word) < _SHORTEST or word.startswith("<") or word.lower() in self._stay:
            return word
        new = self._word(word)
        while new.lower() in self._stay or new in self._used or new == word:
            new = self._word(word)
        self._used.add(new)
        self._new[word] = new
        return new

    def _word(self, word: str) -> str:
        letters = "abcdef" if set(word) <= set(_HEX) else _LOWER
        return "".join(self._letter(char, letters) for char in word)

    def _letter(self, char: str, letters: str) -> str:
        if not char.isalpha():
            return char
        new = self._random.choice(letters)
        return new.upper() if char.isupper() else new

    def _id(self, old: str) -> str:
        """Return another id of the same form; a word before an underscore (`ses_`) is part of the form."""
        uuid = re.fullmatch(_UUID, old)
        start = 0 if uuid else old.find("_") + 1

        def char(place: int, char: str) -> str:
            if place < start or (uuid and place in _FIXED_IN_UUID):
                return char
            if uuid:
                return self._random.choice(_HEX) if char != "-" else char
            return self._random.choice("0123456789") if char.isdigit() else self._letter(char, _LOWER)

        return "".join(char(place, old_char) for place, old_char in enumerate(old))
