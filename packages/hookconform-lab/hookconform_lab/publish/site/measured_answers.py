"""What hook answers did, as measured, for a platform's page."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hookconform.corpus.claims import Platform
from hookconform.effects.effect import Answer
from hookconform.effects.rows import Row, load_rows, measured_versions


@dataclass(frozen=True, slots=True)
class MeasuredAnswer:
    """One answer and its effect, in words."""

    form: str
    answer: str
    question: bool
    tool: str
    told: str
    turn: str


@dataclass(frozen=True, slots=True)
class MeasuredAnswers:
    """The answers measured at one version, by registered event; `others` are further versions with their counts."""

    version: str
    events: dict[str, list[MeasuredAnswer]]
    others: tuple[tuple[str, int], ...]


def measured_answers(platform: Platform) -> MeasuredAnswers | None:
    """Return the answers measured at the newest version that has any; None if none were.

    Raises `HookconformError` (`responses.unreadable`, `schema.responses`).
    """
    root = platform.path.parents[2]
    versions = measured_versions(platform.id, root)
    if not versions:
        return None
    *older, newest = versions
    events: dict[str, list[MeasuredAnswer]] = {}
    for row in load_rows(platform.id, newest, root):
        events.setdefault(row.registered_event, []).append(_answer(row))
    others = tuple((version, len(load_rows(platform.id, version, root))) for version in reversed(older))
    return MeasuredAnswers(newest, events, others)


def _answer(row: Row) -> MeasuredAnswer:
    effect = row.effect
    tool = effect.tool or ""
    if effect.input == "changed":
        tool += ", with changed input"
    if effect.output == "hidden":
        tool += ", output hidden"
    return MeasuredAnswer(
        form=row.id.split("/", 1)[1],
        answer=_said(row.answer),
        question=row.approval == "needed",
        tool=tool,
        told=", ".join(effect.told),
        turn=effect.turn,
    )


def _said(answer: Answer) -> str:
    if answer.plugin is not None:
        return json.dumps(answer.plugin, ensure_ascii=False)
    parts = [f"exit {answer.exit_code}"]
    parts += [
        f"{name}: {text.strip()}" for name, text in (("stdout", answer.stdout), ("stderr", answer.stderr)) if text
    ]
    if answer.late:
        parts.append("after the time limit")
    return " · ".join(parts)
