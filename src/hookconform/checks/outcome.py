"""What became of a check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hookconform.ground.pointers import MISSING


class Outcome(StrEnum):
    """The outcome of one check."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"  # the adapter broke
    UNSUPPORTED = "unsupported"  # the capability is not claimed
    KNOWN = "known"  # failed, and listed as known failure
    STALE = "stale"  # passed, although listed as known failure


# Outcomes that turn a run red.
RED = frozenset({Outcome.FAILED, Outcome.ERROR, Outcome.STALE})
# Outcomes that say something about the adapter; a run without any of them proves nothing.
JUDGED = frozenset(Outcome) - {Outcome.UNSUPPORTED}


@dataclass(frozen=True, slots=True)
class Difference:
    """One place in the adapter's result; `MISSING` stands for a value that is absent."""

    pointer: str
    expected: Any
    got: Any

    def as_json(self) -> dict[str, Any]:
        """Return pointer, expected and got; an absent value is an absent key."""
        values = {"expected": self.expected, "got": self.got}
        return {"pointer": self.pointer} | {key: value for key, value in values.items() if value is not MISSING}


@dataclass(frozen=True, slots=True)
class Judgement:
    """The outcome of a check before known failures are looked up, with a sentence and the differences."""

    outcome: Outcome
    message: str = ""
    differences: tuple[Difference, ...] = ()


PASS = Judgement(Outcome.PASSED)
UNCLAIMED = Judgement(Outcome.UNSUPPORTED, "the adapter does not claim this capability")


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One check of a run; `reason` is the one given in the list of known failures.

    `claim` is the row of the platform's tables the check rests on (`gemini-cli#tool:replace`), `evidence` its
    strongest evidence in words, `case_file` the case's file in the corpus; set where the check is not passed.
    """

    case_id: str
    capability: str
    platform: str
    outcome: Outcome
    message: str = ""
    differences: tuple[Difference, ...] = ()
    reason: str = ""
    case_file: str = ""
    claim: str = ""
    evidence: str = ""

    @property
    def id(self) -> str:
        """Return the check's identifier, `<case id>::<capability>`."""
        return f"{self.case_id}::{self.capability}"
