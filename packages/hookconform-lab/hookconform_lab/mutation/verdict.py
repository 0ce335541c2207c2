"""What became of one mutant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fate = Literal["caught", "timed-out", "survived"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`timed-out` counts as caught; `by` names the check or test that turned red, or says what happened."""

    outcome: Fate
    by: str = ""
