"""The adapters whose results are published, and running them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.adapters.manifest import FILE_NAME
from hookconform.adapters.registry import find_adapter
from hookconform.corpus.locate import data_root
from hookconform.output.json_report import run_report
from hookconform.reports.publication import Corpus
from hookconform.reports.results import accept_results
from hookconform.run.engine import run
from hookconform.run.selection import Selection

# The adapters that are right, and for comparison four that carry the faults of published mapping tables.
PUBLISHED = (
    "reference",
    "example-node",
    "broken/gemini_planned_table",
    "broken/opencode_fetch",
    "broken/copilot_shell",
    "broken/case_insensitive",
)


def run_published(corpus: Corpus) -> tuple[dict[str, Any], ...]:
    """Run the published adapters that are installed here (a wheel has only the reference) and return their reports.

    Raises `HookconformError` if one of them cannot be started or does not come to its end.
    """
    return accept_results(_reports(corpus), corpus)


def _reports(corpus: Corpus) -> Iterator[tuple[dict[str, Any], str]]:
    for name in PUBLISHED:
        folder = data_root() / "adapters" / name
        if (folder / FILE_NAME).is_file():
            record = run(find_adapter(str(folder)), Selection(), cases=corpus.cases)
            yield run_report(record), f"a run of {name}"
