"""Answers: further events that one payload fires, and verdicts that a platform carries out, each with its own grade."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hookconform_lab.evidence.grades import Grade

Kind = Literal["also", "verdict"]


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """One answer of the table: `native` event, and the canonical event it also fires or the verdict given to it.

    `holds` is False for a verdict that no measured answer carries out; `when` says in words when a further event
    fires. `versions` are those at which it was seen, oldest first. `proof` is a case that fails an adapter which gets
    it wrong.
    """

    platform: str
    kind: Kind
    native: str
    name: str
    grade: Grade
    reasons: tuple[str, ...]
    holds: bool = True
    when: str = ""
    versions: tuple[str, ...] = ()
    proof: str = ""

    @property
    def id(self) -> str:
        """Return the identifier, `platform#also:native>name` or `platform#verdict:native>name`."""
        return f"{self.platform}#{self.kind}:{self.native}>{self.name}"
