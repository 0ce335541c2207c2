"""How a measurement differs from the one in the corpus."""

from __future__ import annotations

from hookconform.corpus.escapes import UNMEASURED, EscapeCell, MeasuredEscapes, load_escape_claims
from hookconform_lab.lab.escapes.measuring import Outcome


def differences(kept: MeasuredEscapes | None, found: Outcome, only: tuple[str, ...]) -> list[str]:
    """Return a line for each cell with another verdict or event, except for rows that are claimed to depend on timing.

    A cell without runs says nothing of the program, so what it says is not compared.
    """
    if kept is None:
        return [f"no version {found.measured.version} of {found.measured.platform} is in the corpus"]
    timing = load_escape_claims(kept.platform).timing
    before = {cell.row: cell for cell in kept.cells if (not only or cell.row in only) and cell.row not in timing}
    after = {cell.row: cell for cell in (*found.measured.cells, *found.withheld)}
    lines: list[str] = []
    for row, cell in before.items():
        now = after.get(row)
        if now is None:
            lines.append(f"{row}: {_says(cell)} in the corpus, and it was not driven")
        elif _says(now) != _says(cell):
            lines.append(f"{row}: {_says(cell)} in the corpus, {_says(now)} now")
    withheld = {cell.row for cell in found.withheld}
    lines += [
        f"{row}: not in the corpus, {_says(cell)} now"
        for row, cell in after.items()
        if row not in {*before, *withheld, *timing}
    ]
    return lines


def _says(cell: EscapeCell) -> str:
    return cell.verdict if cell.verdict in UNMEASURED else " at ".join(filter(None, (cell.verdict, cell.event)))
