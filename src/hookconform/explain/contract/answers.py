"""Steps of what answers do, and of which ways go past a hook."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform.corpus.escapes import UNMEASURED, escape_versions, load_escape_table, load_escapes
from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform.explain.contract.effect_words import answer_words, effect_changes
from hookconform.explain.contract.step import MEASURED, ContractStep


def answer_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield each answer that did something else at the next version where it was measured; raises as `load_rows`."""
    # Beside a change a release may have been asked for the answers that change around it only.
    last: dict[str, tuple[str, Row]] = {}
    for since in measured_versions(platform.id, platform.root):
        for row in load_rows(platform.id, since, platform.root):
            after, older = last.get(row.id, (since, row))
            last[row.id] = since, row
            if older.answer != row.answer or older.effect == row.effect:
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
    last: dict[str, tuple[str, str]] = {}
    for since in versions:
        measured = load_escapes(platform.id, since, platform.root)
        for cell in () if measured is None else measured.cells:
            if cell.verdict in UNMEASURED:
                continue
            after, was = last.get(cell.row, (since, cell.verdict))
            last[cell.row] = since, cell.verdict
            opened, title = table.verdicts[cell.verdict].is_open, table.rows[cell.row].title
            if opened != table.verdicts[was].is_open:
                text = f"{title}: a deny {'no longer stops' if opened else 'now stops'} it"
                yield ContractStep("escape", (cell.row,), text, after, since, MEASURED, was, cell.verdict)
