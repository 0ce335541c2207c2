"""The adapters whose results are published, and running them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from hookconform.attach.manifest import FILE_NAME
from hookconform.attach.registry import find_adapter
from hookconform.corpus.locate import data_root
from hookconform.run.baseline import add_baseline
from hookconform.run.engine import run
from hookconform.run.formats.json_report import run_report
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from hookconform_lab.publish.publication import Corpus
from hookconform_lab.publish.results import accept_results

# The adapters that are right, and for comparison four that carry the faults of published mapping tables.
PUBLISHED = (
    "reference",
    "examples/node",
    "adapters/broken/gemini_planned_table",
    "adapters/broken/opencode_fetch",
    "adapters/broken/copilot_shell",
    "adapters/broken/case_insensitive",
)


def run_published(
    corpus: Corpus, say: Callable[[str], None], besides: Collection[str] = ()
) -> tuple[dict[str, Any], ...]:
    """Run the published adapters that are installed here (a wheel has only the reference) and return their reports.

    Those whose name is in `besides` are left out: their reports are there.

    `say` is told each before it runs.
    Raises `HookconformError` if one of them cannot be started or does not come to its end.
    """
    return accept_results(_reports(corpus, say, besides), corpus)


def _reports(
    corpus: Corpus, say: Callable[[str], None], besides: Collection[str]
) -> Iterator[tuple[dict[str, Any], str]]:
    baselines: list[RunRecord] = []
    for name in PUBLISHED:
        folder = data_root() / name
        if "/" in name and not (folder / FILE_NAME).is_file():
            continue
        manifest = find_adapter(str(folder) if "/" in name else name)
        if manifest.name not in besides:
            say(f"running {name}")
            record = run(manifest, Selection(), cases=corpus.cases, facades=corpus.facades)
            add_baseline(record, cases=corpus.cases, facades=corpus.facades, known=baselines)
            yield run_report(record, corpus.fingerprint), f"a run of {name}"
