"""Time `hookconform report` on some cases and all published adapters: `python -m benchmarks.report [CASES]`.

CASES defaults to 5,000; the budget for them is 10 s, with the site.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.multiplied import multiplied_corpus
from hookconform.cases.loading import iter_cases
from hookconform.corpus.locate import ENVIRONMENT_VARIABLE
from hookconform_lab.publish.publication import gather_corpus
from hookconform_lab.publish.published import run_published

ROUNDS = 3


def main() -> None:
    """Print the times of the Markdown, JSON and badges alone, and with the site."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        os.environ[ENVIRONMENT_VARIABLE] = str(multiplied_corpus(place, count))
        corpus = gather_corpus(list(iter_cases()))
        results: list[str] = []
        for report in run_published(corpus, lambda _: None):
            path = place / f"{report['adapter']['name']}.json"
            path.write_text(json.dumps(report), encoding="utf-8")
            results += ["--results", str(path)]
        sys.stdout.write(f"{len(corpus.cases)} cases, {len(results) // 2} adapters\n")
        for options in (["--no-site"], []):
            times = [timed([*results, *options, "--output", str(place / "reports")]) for _ in range(ROUNDS)]
            what = " ".join(options) or "with the site"
            sys.stdout.write(f"{what:14} best {min(times):.2f} s of {ROUNDS}\n")


def timed(arguments: list[str]) -> float:
    """Return the processor seconds of one `hookconform report`, start-up included."""
    before = os.times()
    subprocess.run([sys.executable, "-m", "hookconform", "report", *arguments], check=True, capture_output=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


if __name__ == "__main__":
    main()
