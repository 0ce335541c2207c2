"""What hook answers did, as measured, for a platform's page."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import version_key


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

    Raises `HookconformError` (`responses.unreadable`).
    """
    paths = sorted((platform.path.parent / "responses").glob("[0-9]*.json"), key=lambda path: version_key(path.stem))
    if not paths:
        return None
    by_version = {path.stem: _rows(path) for path in paths}
    newest, rows = by_version.popitem()
    events: dict[str, list[MeasuredAnswer]] = {}
    for row in rows:
        events.setdefault(row["registered_event"], []).append(_answer(row))
    others = tuple((version, len(more)) for version, more in reversed(by_version.items()))
    return MeasuredAnswers(newest, events, others)


def _rows(path: Any) -> list[dict[str, Any]]:
    try:
        return json.loads(path.read_bytes())["rows"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise HookconformError(
            "responses.unreadable",
            f"The measured answers cannot be read: {type(error).__name__}: {error}.",
            where=str(path),
            hint="Run `hookconform corpus lint`.",
        ) from error


def _answer(row: dict[str, Any]) -> MeasuredAnswer:
    effect = row["effect"]
    tool = effect["tool"] or ""
    if effect.get("input") == "changed":
        tool += ", with changed input"
    if effect.get("output") == "hidden":
        tool += ", output hidden"
    return MeasuredAnswer(
        form=row["id"].split("/", 1)[1],
        answer=_said(row["answer"]),
        question=row["approval"] == "needed",
        tool=tool,
        told=", ".join(effect["told"]),
        turn=effect["turn"],
    )


def _said(answer: dict[str, Any]) -> str:
    if "plugin" in answer:
        return json.dumps(answer["plugin"], ensure_ascii=False)
    parts = [f"exit {answer['exit_code']}"]
    parts += [f"{name}: {answer[name].strip()}" for name in ("stdout", "stderr") if answer[name]]
    if answer.get("late"):
        parts.append("after the time limit")
    return " · ".join(parts)
