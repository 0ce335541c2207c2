"""Print the table of adapters/options/README.md: `python adapters/options/measure.py`, some minutes."""

from __future__ import annotations

import sys
from pathlib import Path

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import RED, Outcome
from hookconform.run.engine import run
from hookconform.run.selection import Selection

OPTIONS = {
    "adapter-level mapping": "reference",
    "matcher-level aliases": str(Path(__file__).with_name("matcher_aliases")),
    "aliases from configuration": str(Path(__file__).with_name("config_aliases")),
}


def table(*platforms: str) -> str:
    """Return by platform how many checks of `rules` each option passes, as Markdown; all platforms if none is named."""
    rows: dict[str, list[str]] = {}
    for adapter in OPTIONS.values():
        counts = run(find_adapter(adapter), Selection(platforms, ("rules",)), counts_only=True).counts
        for platform in sorted({place[0] for place in counts}):
            passed = counts[platform, "rules", Outcome.PASSED]
            judged = passed + sum(counts[platform, "rules", outcome] for outcome in RED)
            rows.setdefault(platform, []).append(f"{passed} of {judged}")
    head = ["platform", *OPTIONS]
    lines = [head, ["---"] * len(head), *([platform, *cells] for platform, cells in rows.items())]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


if __name__ == "__main__":
    sys.stdout.write(f"{table()}\n")
