"""Which measured rows a judgement about an answer rests on: the same answer, one that works, or none at all."""

from __future__ import annotations

from collections.abc import Iterable

from hookconform.corpus.cases import Case
from hookconform.effects.answer_shape import shape
from hookconform.effects.effect import Answer
from hookconform.effects.rows import Row, adapter_rows, measured_versions, neighbours
from hookconform.effects.verdicts import carries_out
from hookconform.ground.plain_text import counted


def is_inferred(case: Case) -> bool:
    """Tell whether no answer was measured at the case's own version: it is judged by its measured neighbours'."""
    return case.version is not None and case.version not in measured_versions(case.platform)


def basis_of(case: Case, verdict: str, answer: Answer | None, words: Iterable[str]) -> str:
    """Return in a sentence what was measured of an answer at this event.

    `answer` is None where the adapter refused; `words` are the texts of its own that the adapter was told to say.
    """
    version = case.version or measured_versions(case.platform)[-1]
    nearest = " and ".join(neighbours(case.platform, version))
    rows = adapter_rows(case.platform, version, case.registered_event or "")
    where = f"measured at {nearest}"
    if is_inferred(case):
        where = f"{case.platform} {case.version} was not measured; inferred from the rows of {nearest}"
    same = None if answer is None else _same(answer, rows, tuple(words))
    if same is not None:
        return f"{where}, row {same.id}: {_seen(same)}"
    works = next((row for row in rows if carries_out(case.platform, version, row, verdict)), None)
    if works is None:
        return f"{where}: none of {counted(len(rows), 'answer')} does it"
    return f"{where}: this answer is none of the {counted(len(rows), 'row')}; {works.id} does it"


def _same(answer: Answer, rows: Iterable[Row], words: tuple[str, ...]) -> Row | None:
    """Return the row whose answer is this one but for the words in it."""
    wanted = shape(answer, words)
    return next((row for row in rows if shape(row.answer) == wanted), None)


def _seen(row: Row) -> str:
    seen = [f"the tool {row.effect.tool}"] if row.effect.tool else []
    if row.effect.input == "changed":
        seen.append("the input was changed")
    seen.append("the model was told" if row.effect.told else "the model was told nothing")
    return ", ".join([*seen, f"the turn {row.effect.turn}"])
