"""The miniature corpus with a right and a wrong adapter, as it would be published."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support import miniature

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.run.engine import run
from hookconform.run.formats.json_report import run_report
from hookconform.run.selection import Selection
from hookconform_lab.publish.publication import Corpus, Publication, gather_corpus
from hookconform_lab.publish.results import accept_results

BROKEN = Path(__file__).parents[2] / "adapters" / "broken" / "gemini_planned_table"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    root = tmp_path / "corpus"
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return gather_corpus(list(iter_cases()))


@pytest.fixture
def publication(corpus: Corpus) -> Publication:
    records = [run(find_adapter(named), Selection()) for named in ("reference", str(BROKEN))]
    reports = [(run_report(record), "a run") for record in records]
    for report, _ in reports:
        report["corpus"]["fingerprint"] = corpus.fingerprint
    return Publication(corpus, accept_results(reports, corpus), version="0")
