"""The difference of two runs for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hookconform.causes.lines import cause_lines
from hookconform.ground.plain_text import WIDTH, columns, counted
from hookconform.ground.printable import printable

_CHECKS = 10
_SHORT = 12


def difference_text(found: Mapping[str, Any], *, whole: bool = False) -> str:
    """Return what `difference` found as text; of many checks the first, or all if `whole`."""
    lines = [f"{name:<8}{_run(found[name])}" for name in ("before", "after")]
    if not found["same_corpus"]:
        lines += ["", "The corpora differ: what is newly red may be a check that was not there before."]
    if found["table"]:
        rows = [
            [row["platform"], row["capability"], _cell(row, "before"), _cell(row, "after")] for row in found["table"]
        ]
        lines += ["", *columns([["", "", "before", "after"], *rows], right_from=2)]
    lines += _causes("New causes", found["new_causes"])
    lines += _causes("Gone causes", found["gone_causes"])
    lines += _checks("Newly red", found["newly_red"], whole=whole)
    lines += _checks("Failing, and listed as known failures now", found["now_known"], whole=whole)
    lines += _checks("Not judged any more, and failing before", found["not_judged"], whole=whole)
    lines += _checks("Fixed", found["fixed"], whole=whole)
    lines += _checks("Passing, but listed as known failures (take them off the list)", found["stale"], whole=whole)
    parts = [f"{len(found['newly_red']):,} newly red", f"{len(found['fixed']):,} fixed"]
    parts += [f"{found['still_red']:,} still red"]
    parts += [counted(found["known"], "known failure")] if found["known"] else []
    parts += [f"{len(found['stale']):,} stale"] if found["stale"] else []
    lines += ["", ", ".join(parts)]
    return printable("\n".join(lines)) + "\n"


def _run(row: Mapping[str, str]) -> str:
    return f"{row['adapter']} {row['version']}, corpus {row['corpus'][:_SHORT]}, {row['verdict']}"


def _cell(row: Mapping[str, Any], name: str) -> str:
    return f"{row[name]['passed']}/{row[name]['judged']}"


def _causes(heading: str, causes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not causes:
        return
    yield from ("", f"{heading}: {len(causes)}")
    for line in cause_lines(causes):
        start = f"{line.checks:>7}  "
        yield from textwrap.wrap(
            line.said(), WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
        )


def _checks(heading: str, checks: Sequence[str], *, whole: bool) -> Iterator[str]:
    if not checks:
        return
    shown = checks if whole else checks[:_CHECKS]
    yield from ("", f"{heading}: {len(checks):,}")
    yield from (f"  {check}" for check in shown)
    if len(shown) < len(checks):
        yield f"  and {len(checks) - len(shown):,} more (--all)"
