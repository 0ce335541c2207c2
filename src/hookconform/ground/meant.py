"""The name that was meant: what every message about an unknown name ends with."""

from __future__ import annotations

from collections.abc import Iterable

from hookconform.ground.plain_text import listed

_SHOWN = 16
# Of more names, the first in the alphabet are no help.
_LISTABLE = 64
# Fewer letters begin too many names.
_BEGINNING = 3
# More names that begin alike are no help.
_OFFERED = 4


def nearest(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is nearest to one, whatever its case; None where none is near.

    The beginning of a name is nearer than any other likeness: `vscode` is `vscode-copilot`, and not `codex`.
    """
    longer = _begun(name, known)
    if longer:
        return min(longer, key=len)
    from difflib import get_close_matches  # noqa: PLC0415 (slow to import, and rarely needed)

    folded: dict[str, str] = {}
    for one in sorted(known):
        folded.setdefault(one.casefold(), one)
    close = get_close_matches(name.casefold(), folded, n=1, cutoff=0.6)
    return folded[close[0]] if close else None


def spelled(name: str, known: Iterable[str]) -> str:
    """Return the known name that has the same letters and digits; the name itself if none has, or several."""
    names = set(known)
    if name in names:
        return name
    letters = _letters(name)
    found = {one for one in names if letters and _letters(one) == letters}
    return found.pop() if len(found) == 1 else name


def meant(name: str, known: Iterable[str]) -> str:
    """Return a sentence with the nearest known name; where none is near, with the known ones, of many the likest."""
    names = sorted(known)
    if not names:
        return "None is known."
    several = [part.strip() for part in name.split(",") if part.strip()]
    if len(several) > 1 and set(several) <= set(names):
        return f"Give each by itself: {' '.join(several)}."
    same = spelled(name, names)
    if same in names:
        return f"Did you mean {same}?"
    begun = list({_letters(one): one for one in reversed(_begun(name, names))}.values())[::-1]
    if 1 < len(begun) <= _OFFERED:
        return f"Did you mean {', '.join(begun[:-1])} or {begun[-1]}?"
    near = nearest(name, names)
    if near is not None:
        return f"Did you mean {near}?"
    return _likest(name, names) or f"Known: {listed(names, _SHOWN)}."


def _likest(name: str, known: list[str]) -> str:
    """Return a sentence with those of many names that are somewhat like one, the likest first; empty for a few."""
    from difflib import get_close_matches  # noqa: PLC0415 (slow to import, and rarely needed)

    folded = {one.casefold(): one for one in known} if len(known) > _SHOWN else {}
    likest = get_close_matches(name.casefold(), folded, n=_OFFERED, cutoff=0.4)
    near = [folded[one] for one in likest if _shares_letters(name.casefold(), one)]
    if near:
        return f"Nearest of {len(known):,} known: {', '.join(near)}."
    return f"None of {len(known):,} known names is like it." if len(known) > _LISTABLE else ""


def _shares_letters(one: str, other: str) -> bool:
    """Tell whether two names begin alike or have a few letters in a row in common: single letters are no likeness."""
    from difflib import SequenceMatcher  # noqa: PLC0415 (slow to import, and rarely needed)

    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return one[:2] == other[:2] or matcher.find_longest_match().size >= _BEGINNING


def _begun(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that begin so, sorted."""
    begun = _letters(name)
    return [one for one in sorted(known) if len(begun) >= _BEGINNING and _letters(one).startswith(begun)]


def _letters(name: str) -> str:
    """Return the letters and digits of a name, in one case."""
    return "".join(filter(str.isalnum, name.casefold()))
