"""Shards of a run: each case belongs to one of N, by its id alone, so that shards need know nothing of each other."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

from hookconform.ground.errors import HookconformError

_TEXT = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")


@dataclass(frozen=True, slots=True)
class Shard:
    """The part `number` of a run in `total` parts, counted from 1."""

    number: int
    total: int

    def __str__(self) -> str:
        """Return the shard as it is written on the command line and in reports."""
        return f"{self.number}/{self.total}"

    def has(self, case_id: str) -> bool:
        """Tell whether a case belongs to the shard."""
        return zlib.crc32(case_id.encode()) % self.total == self.number - 1


def parse_shard(text: str, *, where: str = "--shard") -> Shard:
    """Return the shard that a text such as `2/8` names; raises `HookconformError` (`shard.form`)."""
    found = _TEXT.fullmatch(text)
    shard = Shard(int(found[1]), int(found[2])) if found is not None else None
    if shard is None or shard.number > shard.total:
        raise HookconformError(
            "shard.form", f"{text!r} is no shard.", where=where, hint="Write I/N with I from 1 to N: --shard 2/8."
        )
    return shard
