"""What the lab prints at the end: tables of plain text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from hookconform.ground.plain_text import column_widths, columns, counted

if TYPE_CHECKING:
    from hookconform_lab.lab.drift import Comparison
    from hookconform_lab.lab.record import Recorded

_WIDEST = 60


def recorded_table(recorded: Recorded) -> str:
    """Return what was recorded: scenarios, events, tools, and what was not reached with its reason."""
    manifest = recorded.manifest
    tools, events = manifest["tools"], manifest["events"]
    rows = [("scenario", "driven", "hook calls", "")]
    rows += [
        (item["name"], item["driven"], str(item["hook_calls"]), "" if item["complete"] else "INCOMPLETE")
        for item in manifest["scenarios"]
    ]
    parts = [_table(rows)]
    parts.append(_table([("event", "calls"), *((name, str(count)) for name, count in events["seen"].items())]))
    parts.append(_table([("tool", "calls"), *((name, str(count)) for name, count in tools["seen_by_hooks"].items())]))
    missing = {**tools["not_driven"], **events["not_seen"]}
    missing |= dict.fromkeys(tools["uncalled"], "this version does not declare it, so it was not called")
    if missing:
        parts.append(_table([("not recorded", "why"), *missing.items()]))
    state = "complete" if manifest["complete"] else "INCOMPLETE: " + "; ".join(manifest["problems"])
    declared, driven = len(tools["declared"]), len(tools["driven"])
    parts.append(
        f"{manifest['platform']} {manifest['version']}: {len(recorded.rows)} hook calls, "
        f"{driven} of {declared} declared tools driven, "
        f"{len(events['registered']) - len(events['not_seen'])} of {len(events['registered'])} events seen; {state}"
    )
    return "\n\n".join(parts)


def drift_table(comparison: Comparison, recorded: Recorded) -> str:
    """Return the drift, a line each, or the sentence that there is none."""
    head = f"{recorded.manifest['platform']} {recorded.manifest['version']}"
    compared = f"{counted(comparison.fresh, 'shape')} recorded, {comparison.known} in the corpus"
    if not comparison.drift:
        return f"{head}: no drift ({compared})"
    rows = [("drift", "event", "tool", "what")]
    rows += [(item.kind, item.event or "", item.tool or "", item.detail) for item in comparison.drift]
    return f"{_table(rows)}\n\n{head}: {counted(len(comparison.drift), 'difference')} ({compared})"


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    """Return rows as columns of equal width; the first row is the heading."""
    lines = list(rows)
    head, *written = columns(lines, widest=_WIDEST)
    rule = "  ".join("-" * width for width in column_widths(lines, widest=_WIDEST) if width).rstrip()
    return "\n".join([head, rule, *written])
