"""The answers by which platforms are compared (`corpus/answers.yaml`), and what each did where it was measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.answer_shape import shape
from hookconform.effects.effect import Answer
from hookconform.effects.forms import filled_answer
from hookconform.effects.rows import Row, load_rows, measured_platforms, measured_versions
from hookconform.ground.json_text import compact

# The tool that all of them are measured with.
_TOOL = "Bash"


@dataclass(frozen=True, slots=True)
class CommonAnswer:
    """One answer; `title` says it in words, `said` is its JSON in one line, empty where it has none."""

    name: str
    title: str
    said: str
    body: dict[str, Any]

    def at(self, registered_event: str) -> Answer:
        """Return the answer as a hook registered for this event gives it."""
        return filled_answer(self.name, self.body, registered_event)


@dataclass(frozen=True, slots=True)
class AskedBefore:
    """A place where a platform asks a hook before a tool runs, with the rows of its newest measured version.

    `plugin` tells that hooks are functions of a plugin there: what a command says reaches the platform by a bridge.
    """

    platform: str
    version: str
    registered_event: str
    rows: tuple[Row, ...]
    plugin: bool

    def row_of(self, answer: CommonAnswer) -> Row | None:
        """Return the row of this answer, None if it was not measured."""
        wanted = shape(answer.at(self.registered_event))
        return next((row for row in self.rows if shape(row.answer) == wanted), None)


def common_answers(root: Path | None = None) -> tuple[CommonAnswer, ...]:
    """Return all answers in file order, none if the corpus has no such file.

    Raises `HookconformError` (`schema.answers`, and as `strict_yaml`).
    """
    return _read(root or corpus_root())


def asked_before_tools(root: Path | None = None) -> tuple[AskedBefore, ...]:
    """Return where hooks are asked before a shell command and were measured, by platform and event.

    Raises `HookconformError` (`responses.unreadable`, `schema.responses`).
    """
    found: list[AskedBefore] = []
    for platform in measured_platforms(root):
        version = measured_versions(platform, root)[-1]
        claims = load_platform(platform, root)
        rows = [row for row in load_rows(platform, version, root) if _is_before(claims, row)]
        plugin = any(row.answer.plugin is not None for row in rows)
        for event in dict.fromkeys(row.registered_event for row in rows):
            mine = tuple(row for row in rows if row.registered_event == event)
            found.append(AskedBefore(platform, version, event, mine, plugin))
    return tuple(found)


def _is_before(claims: Platform, row: Row) -> bool:
    """Tell whether a row is about a shell command that the platform would run without asking anybody."""
    claim = claims.registrations.get(row.registered_event)
    before = claim is not None and claim.canonical == PRE_TOOL
    return before and row.tool == _TOOL and row.approval == "granted"


@cache
def _read(root: Path) -> tuple[CommonAnswer, ...]:
    path = root / "answers.yaml"
    if not path.is_file():
        return ()
    raw: dict[str, Any] = load_document(path, "answers", root)
    return tuple(_answer(name, body) for name, body in raw["answers"].items())


def _answer(name: str, body: dict[str, Any]) -> CommonAnswer:
    said = compact(body["json"]) if "json" in body else ""
    return CommonAnswer(
        name=name,
        title=body.get("title", ""),
        said=said.replace("@reason", "…").replace("@stop", "…").replace("@event", "EVENT"),
        body=body,
    )
