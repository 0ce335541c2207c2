"""The examples of docs/maintainers/evidence.md still have the grades they are examples of."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.evidence.grades import Grade

TEXT = (Path(__file__).parents[2] / "docs" / "maintainers" / "evidence.md").read_text(encoding="utf-8")
EXAMPLES = [
    (section.splitlines()[0].strip(), claim)
    for section in TEXT.split("\n### ")[1:]
    for claim in re.findall(r"^Example: `([^`]+)`", section.split("\n## ")[0], re.MULTILINE)
]


@cache
def grades(platform: str) -> dict[str, Grade]:
    return {row.claim.id: row.grade for row in evaluate(platform).claims}


def test_every_grade_has_an_example() -> None:
    assert list(dict(EXAMPLES)) == [grade.value for grade in Grade]


@pytest.mark.whole
@pytest.mark.parametrize(("grade", "claim"), EXAMPLES)
def test_an_example_has_its_grade(grade: str, claim: str) -> None:
    assert grades(claim.partition("#")[0])[claim] == grade
