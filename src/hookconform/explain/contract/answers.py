"""Steps of what answers do, and of which ways go past a hook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hookconform.corpus.claims import Platform
from hookconform.corpus.escapes import UNMEASURED, escape_versions, load_escape_table, load_escapes
from hookconform.effects.rows import load_rows, measured_versions
from hookconform.explain.contract.effect_words import answer_words, effect_changes
from hookconform.explain.contract.step import MEASURED, ContractStep


def answer_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield each measured answer that did something else at the next measured version; raises as `load_rows`."""
    for after, since in pairwise(measured_versions(platform.id, platform.root)):
        before = {row.id: row for row in load_rows(platform.id, after, platform.root)}
        for row in load_rows(platform.id, since, platform.root):
            older = before.get(row.id)
            if older is None or older.answer != row.answer or older.effect == row.effect:
                continue
            states = repr(older.effect), repr(row.effect)
            for change in effect_changes(older.effect, row.effect):
                text = f"{answer_words(row.answer, row.tool, row.approval)} {change}"
                yield ContractStep("answer", (row.id,), text, after, since, MEASURED, *states)


def escape_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield each way that goes past a deny from some version on, or no longer does; raises as `load_escapes`."""
    versions = escape_versions(platform.id, platform.root)
    if len(versions) == 1 or not versions:
        return
    table = load_escape_table(platform.root)
    for after, since in pairwise(versions):
        old, new = (load_escapes(platform.id, version, platform.root) for version in (after, since))
        if old is None or new is None:
            continue
        before = {cell.row: cell.verdict for cell in old.cells if cell.verdict not in UNMEASURED}
        for cell in new.cells:
            was = before.get(cell.row)
            if was is None or cell.verdict in UNMEASURED:
                continue
            opened, title = table.verdicts[cell.verdict].is_open, table.rows[cell.row].title
            if opened != table.verdicts[was].is_open:
                text = f"{title}: a deny {'no longer stops' if opened else 'now stops'} it"
                yield ContractStep("escape", (cell.row,), text, after, since, MEASURED, was, cell.verdict)
