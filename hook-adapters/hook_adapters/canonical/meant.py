"""The name that was meant: what a message about an unknown name ends with."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def meant(name: object, known: Iterable[str]) -> str:
    """Return `; did you mean X?` for the known name nearest to a wrong one in any case, or the list of all."""
    from difflib import get_close_matches  # noqa: PLC0415 (only a name that is refused needs it)

    names = list(known)
    folded = {other.casefold(): other for other in reversed(names)}
    near = get_close_matches(str(name).casefold(), folded, 1)
    return f"; did you mean {folded[near[0]]}?" if near else f"; there are: {', '.join(names)}"
