"""The one order of versions of programs, and what it says about pre-releases.

A version is numbers between dots, and whatever stands behind them a pre-release: `0.61.0-preview.1` comes before
`0.61.0`, and after `0.60.9`. So what is known "since 0.61.0" does not hold at its previews: nobody has seen it there,
and a claim about one of them names it. Missing numbers are zeros (`2.1` is `2.1.0`); what stands before the first
number (`v`), behind a `+` or behind a blank says nothing. Pre-releases are ordered part by part as in Semantic
Versioning: numbers by value and before words, fewer parts before more. A text without any number comes first of all.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

_VERSION = re.compile(r"[^0-9]*([0-9]+(?:\.[0-9]+)*)([^\s+]*)")
_PART = re.compile(r"[0-9]+|[A-Za-z]+")
# A number by its length and digits: they order as its value does, and no number is too long to be read.
_Part = tuple[bool, int, str]
_ZERO: _Part = (False, 0, "")
VersionKey = tuple[tuple[_Part, ...], bool, tuple[_Part, ...]]


# The same few versions are compared for each answer of each case of a run.
@lru_cache(maxsize=4096)
def version_key(version: str) -> VersionKey:
    """Return what orders versions: two are the same version exactly if their keys are equal."""
    found = _VERSION.match(version)
    if found is None:
        return (), False, ()
    numbers = _parts(found[1])
    while numbers and numbers[-1] == _ZERO:
        numbers.pop()
    prerelease = _parts(found[2])
    return tuple(numbers), not prerelease, tuple(prerelease)


def at_least(version: str, other: str) -> bool:
    """Tell whether a version is the same as or newer than another."""
    return version_key(version) >= version_key(other)


def within(version: str, since: str = "", before: str = "") -> bool:
    """Tell whether a version is at least `since` and older than `before`; empty means no bound."""
    return (not since or at_least(version, since)) and (not before or not at_least(version, before))


def in_order(versions: Iterable[str]) -> list[str]:
    """Return versions, oldest first; spellings of the same version by their text."""
    return sorted(versions, key=lambda version: (version_key(version), version))


def next_to(versions: Sequence[str], version: str) -> list[str]:
    """Return the version itself if it is one of `versions`, oldest first, else its neighbours among them."""
    older = [one for one in versions if at_least(version, one)]
    newer = [one for one in versions if not at_least(version, one)]
    return older[-1:] if older and at_least(older[-1], version) else [*older[-1:], *newer[:1]]


def as_listed(versions: Collection[str], text: str) -> str | None:
    """Return which of `versions` a text names, however it is written (`v1.0` is `1.0`); None if it is none of them."""
    if text in versions:
        return text
    return next((one for one in in_order(versions) if version_key(one) == version_key(text)), None)


def newest_of(versions: Collection[str]) -> str:
    """Return the newest of some versions, at least one."""
    return in_order(versions)[-1]


def is_version(text: str) -> bool:
    """Tell whether a text names a version: there is a number in it."""
    return _VERSION.match(text) is not None


def is_prerelease(version: str) -> bool:
    """Tell whether a version is a pre-release."""
    return not version_key(version)[1]


def is_next(version: str, other: str) -> bool:
    """Tell whether the numbers of two releases say that none lies between: only the last differs, by one."""
    found = [_VERSION.match(one) for one in (version, other)]
    if None in found or is_prerelease(version) or is_prerelease(other):
        return False
    before, now = ([int(number) for number in one[1].split(".")] for one in found if one is not None)
    return before[:-1] == now[:-1] and before[-1] + 1 == now[-1]


def series(version: str) -> str:
    """Return what the releases of one series have in common, the number before the first dot."""
    found = _VERSION.match(version)
    return "" if found is None else found[1].partition(".")[0]


def _parts(text: str) -> list[_Part]:
    return [_part(part) for part in _PART.findall(text)]


def _part(text: str) -> _Part:
    if text[0] in "0123456789":
        digits = text.lstrip("0")
        return False, len(digits), digits
    return True, 0, text
