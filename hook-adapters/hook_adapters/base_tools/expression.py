r"""Regular expressions of the search tool: the common part of all dialects, without what needs going back.

Read: letters, `.`, classes `[a-z]`, `\d \w \s` and their opposites, `^ $ \b \B`, groups, `|`, `* + ? {2,5}`, and
`(?i)` at the beginning. Refused, with the reason: looking ahead or behind, back references, and escapes with no
meaning here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from hook_adapters.base_tools.automaton import Choice, Edge, Letters, Pattern, Repeat, Sequence
from hook_adapters.base_tools.outcome import InvalidCall

MOST_REPEATS = 1000
MOST_NESTED = 50
Fits = Callable[[str], bool]
_COUNT = re.compile(r"\{(\d{1,9})(,(\d{0,9}))?\}")
_GROUP = re.compile(r"\?(:|P?<[A-Za-z_]\w*>)")
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})")
_SETS: dict[str, Fits] = {
    "d": lambda letter: letter.isdecimal(),
    "w": lambda letter: letter.isalnum() or letter == "_",
    "s": str.isspace,
}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_EDGES: dict[str, Literal["word", "no-word"]] = {"b": "word", "B": "no-word"}
_LAST_LETTER = 0x10FFFF


def expression(text: str, *, ignore_case: bool = False) -> Pattern:
    """Return the pattern of a regular expression; raises `InvalidCall` with the place and the reason."""
    if text.startswith("(?i)"):
        return _Parser(text, 4, ignore_case=True).whole()
    return _Parser(text, 0, ignore_case=ignore_case).whole()


def literal(text: str, *, ignore_case: bool = False) -> Pattern:
    """Return the pattern of a text that means nothing but itself."""
    return Sequence(tuple(letter(one, ignore_case=ignore_case) for one in text))


def letter(one: str, *, ignore_case: bool) -> Letters:
    """Return the pattern of one letter."""
    forms = _forms(one) if ignore_case else {one}
    return Letters(lambda other: other in forms, only=one if len(forms) == 1 else "")


def _forms(one: str) -> set[str]:
    return {one, one.lower(), one.upper(), one.swapcase()}


class _Parser:
    def __init__(self, text: str, at: int, *, ignore_case: bool) -> None:
        self._text = text
        self._at = at
        self._ignore_case = ignore_case
        self._depth = 0

    def whole(self) -> Pattern:
        """Read everything."""
        found = self._choice()
        if self._at < len(self._text):
            raise self._wrong("a ) without (")
        return found

    def _wrong(self, what: str) -> InvalidCall:
        return InvalidCall(f"The pattern {self._text!r} cannot be used, at character {self._at + 1}: {what}.")

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _choice(self) -> Pattern:
        ways = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            ways.append(self._sequence())
        return ways[0] if len(ways) == 1 else Choice(tuple(ways))

    def _sequence(self) -> Pattern:
        parts: list[Pattern] = []
        while self._peek() not in ("", "|", ")"):
            part = self._one()
            parts.append(self._repeated(part))
        return parts[0] if len(parts) == 1 else Sequence(tuple(parts))

    def _repeated(self, part: Pattern) -> Pattern:
        counts = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        count = _COUNT.match(self._text, self._at)
        sign = self._peek()
        if sign in counts:
            least, most = counts[sign]
            self._at += 1
        elif count:
            least = int(count[1])
            most = least if count[2] is None else int(count[3]) if count[3] else None
            if max(least, most or 0) > MOST_REPEATS or (most is not None and most < least):
                raise self._wrong(f"a count is at most {MOST_REPEATS}, and rising")
            self._at = count.end()
        else:
            return part
        if isinstance(part, Edge):
            raise self._wrong("a place cannot be repeated")
        if self._peek() == "?":
            self._at += 1  # as few as possible: which letters match is the same
        if self._peek() in ("*", "+", "?") or _COUNT.match(self._text, self._at):
            raise self._wrong("a repetition is repeated")
        return Repeat(part, least, most)

    def _one(self) -> Pattern:
        sign = self._peek()
        if sign in "*+?":
            raise self._wrong(f"there is nothing that {sign} could repeat")
        self._at += 1
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._set()
        if sign == "\\":
            return self._escape()
        if sign == ".":
            return Letters(lambda _letter: True)
        if sign in "^$":
            return Edge("begin" if sign == "^" else "end")
        return letter(sign, ignore_case=self._ignore_case)

    def _group(self) -> Pattern:
        if self._peek() == "?":
            opened = _GROUP.match(self._text, self._at)
            if not opened:
                raise self._wrong("looking ahead or behind, and other (?…), are not supported; groups and (?:…) are")
            self._at = opened.end()
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise self._wrong(f"groups are nested more than {MOST_NESTED} deep")
        found = self._choice()
        if self._peek() != ")":
            raise self._wrong("a ( without )")
        self._at += 1
        self._depth -= 1
        return found

    def _escape(self) -> Pattern:
        if self._peek() in _EDGES and self._peek():
            self._at += 1
            return Edge(_EDGES[self._text[self._at - 1]])
        found = self._escaped()
        return letter(found, ignore_case=self._ignore_case) if isinstance(found, str) else Letters(found)

    def _escaped(self) -> str | Fits:
        """Return what an escape stands for: a letter or a set of them."""
        sign = self._peek()
        code = _CODE.match(self._text, self._at)
        if code:
            number = int(next(part for part in code.groups() if part), 16)
            if number > _LAST_LETTER:
                raise self._wrong("there is no letter of that number")
            self._at = code.end()
            return chr(number)
        if not sign:
            raise self._wrong("it ends in \\")
        if sign.lower() in _SETS:
            fits = _SETS[sign.lower()]
            self._at += 1
            return fits if sign.islower() else lambda letter: not fits(letter)
        if sign in _CONTROLS:
            self._at += 1
            return _CONTROLS[sign]
        if sign.isalnum():
            reason = "back references are not supported" if sign.isdecimal() else "this escape means nothing here"
            raise self._wrong(f"\\{sign}: {reason}")
        self._at += 1
        return sign

    def _set(self) -> Pattern:
        negated = self._peek() == "^"
        self._at += negated
        singles: set[str] = set()
        ranges: list[tuple[str, str]] = []
        kinds: list[Fits] = []
        first = True
        while first or self._peek() != "]":
            first = False
            low = self._set_item()
            if callable(low):
                kinds.append(low)
            elif self._peek() == "-" and self._text[self._at + 1 : self._at + 2] not in ("", "]"):
                self._at += 1
                high = self._set_item()
                if callable(high) or high < low:
                    raise self._wrong("a range goes from a letter to a later one")
                ranges.append((low, high))
            else:
                singles.add(low)
        self._at += 1

        def fits(one: str) -> bool:
            forms = _forms(one) if self._ignore_case else {one}
            return negated != any(
                form in singles or any(low <= form <= high for low, high in ranges) or any(kind(form) for kind in kinds)
                for form in forms
            )

        return Letters(fits)

    def _set_item(self) -> str | Fits:
        sign = self._peek()
        if not sign:
            raise self._wrong("a [ without ]")
        if sign == "[" and self._text[self._at + 1 : self._at + 2] in (":", ".", "="):
            raise self._wrong("[:name:] is not supported; write the letters or \\d \\w \\s")
        self._at += 1
        return self._escaped() if sign == "\\" else sign
