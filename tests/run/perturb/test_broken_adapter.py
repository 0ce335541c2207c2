"""An adapter that knows the corpus by heart passes as long as the cases are asked as they are filed, and only so."""

from __future__ import annotations

from functools import cache

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import Outcome
from hookconform.corpus.locate import data_root
from hookconform.run.checklist import Checklist
from hookconform.run.engine import run
from hookconform.run.record import RunRecord, Status
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

PLATFORMS = ("codex", "cursor")
FOLDER = data_root() / "adapters" / "broken" / "knows_the_corpus"


@cache
def judged(perturb: int | None) -> RunRecord:
    return run(find_adapter(str(FOLDER)), Selection(PLATFORMS, perturb=perturb))


def test_it_passes_the_cases_as_they_are_filed() -> None:
    assert judged(None).status is Status.PASSED


def test_it_fails_in_every_capability_when_they_are_perturbed() -> None:
    record = judged(5)
    assert record.status is Status.FAILED
    failed = {
        name: record.total_of(name, Outcome.FAILED) for name in ("tool-name", "event", "input", "result", "rules")
    }
    assert all(failed.values()), failed
    assert record.total(Outcome.FAILED) > record.total(Outcome.PASSED)


def test_another_seed_does_not_help_it() -> None:
    assert judged(6).total(Outcome.FAILED) > judged(6).total(Outcome.PASSED)


def test_pytest_asks_in_the_form_of_the_seed() -> None:
    wanted = {result.id: result.outcome for result in judged(5).notable if result.capability == "event"}
    checklist = Checklist(str(FOLDER), perturb=5)
    checks = [check for check in checklist.checks("event") if check[0].startswith(PLATFORMS)]
    checklist.run(checks)
    found = {result.id: result.outcome for result in (checklist.result(*check) for check in checks)}
    assert {check: outcome for check, outcome in found.items() if outcome is not Outcome.PASSED} == wanted
