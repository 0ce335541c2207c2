"""What became of a check."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple

from hookconform.checks.traits import Trait
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


class Difference(NamedTuple):
    """One place in the adapter's result; `MISSING` stands for a value that is absent."""

    pointer: str
    expected: Any
    got: Any

    def as_json(self) -> dict[str, Any]:
        """Return pointer, expected and got; an absent value is an absent key."""
        values = {"expected": self.expected, "got": self.got}
        return {"pointer": self.pointer} | {key: value for key, value in values.items() if value is not MISSING}


class Judgement(NamedTuple):
    """The outcome of a check before known failures are looked up, with a sentence and the differences.

    `basis` says what the judgement rests on, where that is more than the claim's evidence; `left_out` names fields of
    the payload that the adapter may leave out, and did; `accepted`: a payload that must be refused was not.
    """

    outcome: Outcome
    message: str = ""
    differences: tuple[Difference, ...] = ()
    basis: str = ""
    left_out: tuple[str, ...] = ()
    accepted: bool = False

    @property
    def passed(self) -> bool:
        """Tell whether the check passed."""
        return self.outcome is Outcome.PASSED


PASS = Judgement(Outcome.PASSED)
UNCLAIMED = Judgement(Outcome.UNSUPPORTED, "the adapter does not claim this capability")


class CheckResult(NamedTuple):
    """One check of a run, a named tuple because a run makes a hundred thousand.

    `reason` is the one given in the list of known failures, `variant` the verdict or policy. `claim` is the row of the
    platform's tables the check rests on (`gemini-cli#tool:replace`), `evidence` its strongest evidence in words, or
    what else the judgement rests on, `case_file` the case's file in the corpus and `case_entry` its line, case or row
    in that file, empty where the file holds one case; set where the check is not passed. `inferred`: judged by what was
    measured at another version; `left_out` and `accepted` as in its judgement. A check of a tool or event that is
    renamed has the row that says so in `name_row`, passed or not, and the `traits` of its payload; `extended_name` is
    the one that only the tier core leaves alone.
    """

    case_id: str
    capability: str
    platform: str
    outcome: Outcome
    message: str = ""
    differences: tuple[Difference, ...] = ()
    reason: str = ""
    case_file: str = ""
    case_entry: str = ""
    claim: str = ""
    evidence: str = ""
    variant: str = ""
    inferred: bool = False
    left_out: tuple[str, ...] = ()
    accepted: bool = False
    name_row: str = ""
    traits: tuple[Trait, ...] = ()
    extended_name: str = ""

    @property
    def name(self) -> str:
        """Return the check's name within its case: the capability, with its variant in brackets if it has any."""
        return check_name(self.capability, self.variant)

    @property
    def id(self) -> str:
        """Return the check's identifier, `<case id>::<name>`."""
        return f"{self.case_id}::{self.name}"


def check_name(capability: str, variant: str) -> str:
    """Return `response[deny]`, or the capability alone."""
    return f"{capability}[{variant}]" if variant else capability


def split_name(name: str) -> tuple[str, str]:
    """Return (capability, variant) of a check's name, the reverse of `check_name`."""
    capability, bracket, rest = name.partition("[")
    return (capability, rest[:-1]) if bracket and rest.endswith("]") else (name, "")
