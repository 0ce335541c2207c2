"""The name that was meant: what a message about an unknown name ends with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Near is a name when 60 % of both together are alike: one that is over 2.34 times as long as another never is.
_LONGEST = 3


def nearest(name: object, known: Iterable[str]) -> str | None:
    """Return the known name nearest to a wrong one, whatever the case of either; None where none is near."""
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for other in known:
        folded.setdefault(other.casefold(), other)
    wrong = str(name).casefold()
    if len(wrong) > _LONGEST * max(map(len, folded), default=0):
        return None  # what others send may be of any length, and comparing costs as much
    near = get_close_matches(wrong, folded, 1)
    return folded[near[0]] if near else None


def meant(name: object, known: Iterable[str]) -> str:
    """Return `; did you mean X?` for the known name nearest to a wrong one in any case, or the list of all."""
    names = list(known)
    near = nearest(name, names)
    return f"; did you mean {near}?" if near else f"; there are: {', '.join(names)}"
