"""`python -m benchmarks.ratios [CASES]`: the budgets of the project, as seconds and as ratios, on this machine.

Ratios travel between machines, seconds do not; nothing here is asserted. CASES defaults to 5,000.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks import measures
from benchmarks.multiplied import multiplied_corpus
from hookconform.corpus.locate import ENVIRONMENT_VARIABLE

SAMPLE = 50
# Each is measured over a bare start of Python, with the caches that its first run fills.
LOOKUPS = (
    ("respond", "codex", "PreToolUse", "deny"),
    ("respond", "--all", "PreToolUse", "deny"),
    ("explain", "replace"),
    ("explain", "gemini-cli", "BeforeTool"),
    ("cases", "gemini-cli"),
)
RUNS = (("run", "reference", "--platform", "gemini-cli"), ("run", "reference"), ("corpus", "lint"))


def main() -> None:
    """Measure one thing after the other and print a line each."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    # Of the corpus itself.
    of_starts = [_over_a_start(words, 15) for words in LOOKUPS] + [_over_a_start(words, 3) for words in RUNS]
    checkout = Path(__file__).resolve().parents[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ[ENVIRONMENT_VARIABLE] = str(multiplied_corpus(folder, count))
        measures.served_run(folder)  # fills caches: schemas, tables, rule packs
        cases = measures.load_cases()
        parsing = measures.cpu(lambda: measures.parse_payloads(cases))
        judging = measures.cpu(lambda: measures.served_run(folder, cases))
        whole = measures.cpu(lambda: measures.served_run(folder))
        one_process = measures.cpu_of_children(lambda: measures.served_run(folder, cases))
        alone = measures.cpu_of_children(lambda: measures.whole_command("--no-baseline"))
        command = measures.cpu_of_children(measures.whole_command)
        processes = measures.cpu_of_children(lambda: measures.process_per_case(cases[:SAMPLE])) * count / SAMPLE
        through_pytest = measures.cpu_of_children(lambda: measures.pytest_conformance(checkout))
        start = min(measures.cpu_of_children(measures.start_up) for _ in range(5))
        bare = min(measures.cpu_of_children(measures.start_python) for _ in range(5))
        facades = min(measures.cpu_of_children(measures.import_facades) for _ in range(5)) - bare
        mapping = measures.cpu(measures.map_calls)
        part = measures.peak_memory(folder, ("*-copy-0",))
        all_of_it = measures.peak_memory(folder, ())
    rows = [
        (f"{count:,} cases", "CPU", "ratio"),
        ("json.loads of the payloads", f"{parsing:.3f} s", "1"),
        ("engine: judge them over one served adapter", f"{judging:.3f} s", f"{judging / parsing:.1f}"),
        ("engine: read them from files and judge them", f"{whole:.3f} s", f"{whole / parsing:.1f}"),
        ("the served adapter itself", f"{one_process:.3f} s", "1"),
        ("hookconform run reference, adapter and all", f"{alone:.1f} s", f"{alone / parsing:.0f}"),
        ("the same with its base line", f"{command:.1f} s", f"{command / parsing:.0f}"),
        (f"one process a case (from {SAMPLE})", f"{processes:.1f} s", f"{processes / one_process:.1f}"),
        ("pytest conformance/", f"{through_pytest:.1f} s", f"{through_pytest / judging:.1f}"),
        ("hookconform --version", f"{start * 1000:.0f} ms", ""),
        ("importing the tool facades, over a bare Python", f"{facades * 1000:.0f} ms", f"{facades / bare:.1f}"),
        ("1,000 calls to canonical and to another provider", f"{mapping:.3f} s", f"{mapping / parsing:.1f}"),
        ("peak memory, all cases against the first copies", f"{all_of_it >> 20} MB", f"{all_of_it / part:.2f}"),
        *of_starts,
    ]
    for what, amount, ratio in rows:
        sys.stdout.write(f"{what:<52} {amount:>9} {ratio:>12}\n")


def _over_a_start(words: tuple[str, ...], times: int) -> tuple[str, str, str]:
    """Return the line of a command: its time, and how many bare starts of Python that is."""
    measures.look_up(*words)
    # By turns: the speed of a machine changes.
    pairs = [
        (
            measures.cpu_of_children(measures.start_python),
            measures.cpu_of_children(lambda: measures.look_up(*words)),
        )
        for _ in range(times)
    ]
    bare, taken = (statistics.median(times) for times in zip(*pairs, strict=True))
    return f"hookconform {' '.join(words)}", f"{taken * 1000:.0f} ms", f"{taken / bare:.1f}"


if __name__ == "__main__":
    main()
