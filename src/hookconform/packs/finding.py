"""What was found of one rule: its standing on each platform, and its holes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hookconform.packs.rule import Rule

# How a rule stands on a platform: it fires on recorded payloads; it could, but no recorded value is of the kind it
# looks for; it never can.
State = Literal["fires", "waits", "never"]
# The code of a rule that neither denies nor asks.
STOPS_NOTHING = "stops-nothing"


@dataclass(frozen=True, slots=True)
class Hole:
    """Where a rule does not hold: a stable code, a sentence, what it is about, and where (empty: everywhere).

    Of a tool that is not seen `kind` is its kind, `tool` its canonical name or its own.
    """

    code: str
    text: str
    name: str = ""
    platform: str = ""
    kind: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """A rule on one platform: on how many shapes it fires, of those of its events and tools; `why` where it never can.

    `notes` say what a reader should know and what is no hole. `untried` tells that a rule which never fires is
    about a tool and event of the platform of which no payload is there, `unmeasured` that nobody measured whether it
    stops anything at the events where it fires. `reached` are the places of the shapes that have all
    that it looks at, of tools whose kind is known.
    """

    platform: str
    basis: str
    state: State
    fires: int
    shapes: int
    why: str
    notes: tuple[str, ...]
    holes: tuple[Hole, ...]
    untried: bool = False
    unmeasured: bool = False
    reached: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Finding:
    """One rule on all platforms; `holes` are those of the rule itself."""

    rule: Rule
    standings: tuple[Standing, ...]
    holes: tuple[Hole, ...]

    @property
    def all_holes(self) -> tuple[Hole, ...]:
        """Return the rule's holes, then those of each platform."""
        return (*self.holes, *(hole for standing in self.standings for hole in standing.holes))
