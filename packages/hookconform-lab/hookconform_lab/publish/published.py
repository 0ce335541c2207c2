"""The adapters whose results are published, and running them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from hookconform.attach.manifest import FILE_NAME, Manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult
from hookconform.corpus.locate import data_root
from hookconform.run.baseline import add_baseline, baseline_of
from hookconform.run.engine import run
from hookconform.run.formats.json_report import run_report
from hookconform.run.kept_baseline import keep_counts, kept_file, read_counts
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from hookconform_lab.publish.cached_reports import cache_file, cache_report, read_report
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

    Those whose name is in `besides` are left out: their reports are there. A report that the user's cache has is taken
    from there. `say` gets each adapter, and the platform of its current cases.
    Raises `HookconformError` if one of them cannot be started or does not come to its end.
    """
    return tuple(_reports(corpus, say, besides))


def _reports(corpus: Corpus, say: Callable[[str], None], besides: Collection[str]) -> Iterator[dict[str, Any]]:
    baselines: list[RunRecord] = []
    installed = {name: manifest for name in PUBLISHED if (manifest := _installed(name)) is not None}
    for number, (name, manifest) in enumerate(installed.items(), 1):
        if manifest.name in besides:
            continue
        step = f"running {name} ({number} of {len(installed)})"
        say(step)
        file = cache_file(manifest)
        report = None if file is None else read_report(file)
        if report is None:
            record = _run(manifest, corpus, baselines, lambda platform, step=step: say(f"{step}: {platform}"))
            # What comes from the cache was checked against this very corpus before.
            (report,) = accept_results([(run_report(record, corpus.fingerprint), f"a run of {name}")], corpus)
            if file is not None:
                cache_report(file, record, report)
        yield report


def _installed(name: str) -> Manifest | None:
    folder = data_root() / name
    if "/" in name and not (folder / FILE_NAME).is_file():
        return None
    return find_adapter(str(folder) if "/" in name else name)


def _run(manifest: Manifest, corpus: Corpus, baselines: list[RunRecord], say: Callable[[str], None]) -> RunRecord:
    """Run an adapter and its base line; `say` is told each platform, and `baselines` has those of other adapters."""
    last = ""

    def hear(result: CheckResult) -> None:
        nonlocal last
        if result.platform != last:
            last = result.platform
            say(last)

    record = run(manifest, Selection(), cases=corpus.cases, facades=corpus.facades, listener=hear)
    say("base line")
    file = kept_file(base := baseline_of(record.manifest), record.selection)
    counts = None if file is None else read_counts(file, base, record.selection)
    if counts is not None:
        baselines.append(counts)
    add_baseline(record, cases=corpus.cases, facades=corpus.facades, known=baselines)
    if file is not None and counts is None and record.baseline is not None:
        keep_counts(file, record.baseline)
    return record
