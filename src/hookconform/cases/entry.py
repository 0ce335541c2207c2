"""What the head of an index says of a case, without the case."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

# Enough to notice damage.
_DIGITS = 16


class Entry(NamedTuple):
    """One case in the head of an index: its names, and the fields by which cases are chosen.

    `native_event` and `native_tool` are what its payload names, None if it is no object or the platform has no claims.
    `event` is None where the payload is to be refused; `may_refuse` is as of an `Expected`. `is_claimed_twice`: two
    rows, or a row and a case by hand, have this id. `is_probe` is as of a `Case`. `start` and `end` are where the case
    stands in the body, `digest` is its hash. A named tuple, because a list of all cases makes tens of thousands.
    """

    id: str
    title: str
    version: str | None
    origin: str
    registered_event: str | None
    event: str | None
    tool_name: str | None
    platform_tool_name: str | None
    kind: str | None
    native_event: str | None
    native_tool: str | None
    may_refuse: bool
    is_claimed_twice: bool
    is_probe: bool
    tags: tuple[str, ...]
    start: int
    end: int
    digest: str

    @property
    def is_refusal(self) -> bool:
        """Tell whether the payload is to be refused."""
        return self.event is None


def case_digest(text: bytes) -> str:
    """Return the hash by which a case is known that is read without those around it."""
    return hashlib.sha256(text).hexdigest()[:_DIGITS]
