"""How well claims are proved, as hookconform-lab computes it; without it nothing is graded."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import entry_points

from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform


def grades(platform: Platform, claims: Sequence[Claim], cases: Sequence[Case]) -> dict[str, str]:
    """Return the id of each claim → its grade, as docs/evidence.md defines it; empty without hookconform-lab.

    `cases` are at least those that count for the grades of these claims.
    """
    for found in entry_points(group="hookconform.grades", name="claims"):
        return found.load()(platform, claims, cases)
    return {}
