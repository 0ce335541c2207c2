"""For comparing two states of the code: `pytest benchmarks --benchmark-autosave`, then `--benchmark-compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks import measures
from hookconform.checks.compare import differences
from hookconform.corpus.cases import Case


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return measures.load_cases()


def test_reading_the_corpus(benchmark: Any) -> None:
    assert benchmark(measures.load_cases)


def test_parsing_the_payloads(benchmark: Any, cases: list[Case]) -> None:
    benchmark(measures.parse_payloads, cases)


def test_judging_over_one_served_adapter(benchmark: Any, cases: list[Case], tmp_path: Path) -> None:
    benchmark.pedantic(measures.served_run, (tmp_path, cases), rounds=3, warmup_rounds=1)


def test_comparing_arguments(benchmark: Any, cases: list[Case]) -> None:
    inputs = [case.expected.arguments for case in cases]
    assert benchmark(lambda: [differences(value, value, "") for value in inputs]) == [[] for _ in inputs]
