"""Which measured rows a judgement about an answer rests on: the same answer, one that works, or none at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.effects.effect import Answer
from hookconform.effects.rows import Row, adapter_rows, measured_versions, rows_version
from hookconform.effects.verdicts import carries_out

# What the lab's forms put into answers (`forms.py`): words of a row's own, and commands that leave a mark.
_OWN_WORDS = re.compile(r"(?:REASON|CONTEXT)-[A-Za-z0-9-]+|printf .*")


def is_inferred(case: Case) -> bool:
    """Tell whether no answer was measured at the case's own version: it is judged by the nearest older one's."""
    return case.version is not None and case.version not in measured_versions(case.platform)


def basis_of(case: Case, verdict: str, answer: Answer | None, words: Iterable[str]) -> str:
    """Return in a sentence what was measured of an answer at this event.

    `answer` is None where the adapter refused; `words` are the texts of its own that the adapter was told to say.
    """
    version = case.version or measured_versions(case.platform)[-1]
    nearest = rows_version(case.platform, version)
    rows = adapter_rows(case.platform, version, case.registered_event or "")
    where = f"measured at {nearest}"
    if is_inferred(case):
        where = f"{case.platform} {case.version} was not measured; inferred from the rows of {nearest}"
    same = None if answer is None else _same(answer, rows, tuple(words))
    if same is not None:
        return f"{where}, row {same.id}: {_seen(same)}"
    works = next((row for row in rows if carries_out(case.platform, version, row, verdict)), None)
    if works is None:
        return f"{where}: none of {len(rows)} answers does it"
    return f"{where}: this answer is none of the {len(rows)} rows; {works.id} does it"


def _same(answer: Answer, rows: Iterable[Row], words: tuple[str, ...]) -> Row | None:
    """Return the row whose answer is this one but for the words in it."""
    shape = _shape(answer, words)
    return next((row for row in rows if _shape(row.answer, ()) == shape), None)


def _shape(answer: Answer, words: tuple[str, ...]) -> tuple[int, Any, Any]:
    return answer.exit_code, _masked(_parsed(answer.stdout), words), _masked(_parsed(answer.stderr), words)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text.strip()


def _masked(value: Any, words: tuple[str, ...]) -> Any:
    match value:
        case dict():
            return {key: _masked(item, words) for key, item in value.items()}
        case list():
            return [_masked(item, words) for item in value]
        case str():
            own = any(word in value for word in words) or _OWN_WORDS.search(value)
            return "<words>" if own else value
        case _:
            return value


def _seen(row: Row) -> str:
    seen = [f"the tool {row.effect.tool}"] if row.effect.tool else []
    if row.effect.input == "changed":
        seen.append("the input was changed")
    seen.append("the model was told" if row.effect.told else "the model was told nothing")
    return ", ".join([*seen, f"the turn {row.effect.turn}"])
