"""The example in JavaScript attaches as adapters/README.md says, and passes but for what JSON.parse cannot see."""

from __future__ import annotations

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import Outcome
from hookconform.corpus.locate import data_root
from hookconform.run.engine import run
from hookconform.run.record import Status
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

EXAMPLE = data_root() / "examples" / "node"


@pytest.mark.needs("node")
def test_the_example_passes_but_for_duplicate_keys() -> None:
    record = run(find_adapter(str(EXAMPLE)), Selection(), deadline=60)
    assert record.status is Status.PASSED, record.verdict
    assert {result.outcome for result in record.notable} == {Outcome.KNOWN}
    assert all("/duplicate-" in result.case_id or "key-twice" in result.case_id for result in record.notable)
    assert record.total(Outcome.PASSED) > 200
    assert record.stray.count == 0


def test_the_example_is_as_short_as_the_manual_says() -> None:
    assert len((EXAMPLE / "adapter.mjs").read_text(encoding="utf-8").splitlines()) <= 40
