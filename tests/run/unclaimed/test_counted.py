"""Cases of platforms that an adapter does not claim are counted, and not built."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.cases.index import PlatformIndex
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import data_root
from hookconform.run.engine import run
from hookconform.run.selection import Selection
from hookconform.run.sharding import Shard

pytestmark = pytest.mark.whole

ADAPTER = data_root() / "adapters" / "broken" / "gemini_planned_table"


@pytest.mark.parametrize("shard", [None, Shard(2, 3)])
def test_they_count_as_if_each_had_been_looked_at(monkeypatch: pytest.MonkeyPatch, shard: Shard | None) -> None:
    manifest = find_adapter(str(ADAPTER)).claiming(["gemini-cli"])
    selection = Selection(cases=("*/captured/*/*read*", "codex/synthetic/*"), shard=shard)
    each = run(manifest, selection, cases=list(selection.iter_cases()), in_process=True)
    built: set[str] = set()
    real = PlatformIndex._case

    def noted(index: PlatformIndex, case_id: str) -> Case:
        built.add(Path(case_id).parts[0])
        return real(index, case_id)

    monkeypatch.setattr(PlatformIndex, "_case", noted)
    counted = run(manifest, selection, in_process=True)
    assert built == {"gemini-cli"}
    assert (counted.cases, counted.counts, counted.stale_entries) == (each.cases, each.counts, each.stale_entries)
    assert list(counted.not_applicable.items()) == list(each.not_applicable.items())
    assert len(counted.not_applicable) > 5
