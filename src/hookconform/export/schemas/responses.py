"""JSON Schemas of hook responses: the forms of JSON on standard output that were measured to have an effect."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.effects.answer_shape import is_own_text
from hookconform.effects.effect import Observation
from hookconform.effects.rows import Row, load_rows, measured_versions
from hookconform.export.schemas.observed import DIALECT, Observed, ends, json_type, span
from hookconform.ground.json_text import json_object

# A run without an answer that stops nothing; without anybody to say yes, a question is a refusal.
_GOES_ON = Observation("ran", "original", "shown", (), "continues")

Schema = dict[str, Any]


def response_schemas(platforms: Sequence[str], root: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield a schema for each platform, event and range of measured versions.

    Responses without an effect, those with another exit code than 0, and hooks that are functions are left out.
    """
    base = root or corpus_root()
    for platform in platforms:
        versions = measured_versions(platform, base)
        by_event: dict[str, list[tuple[str, Schema]]] = {}
        for version in versions:
            for event, answers in _answers(load_rows(platform, version, base)).items():
                if answers.effective:
                    by_event.setdefault(event, []).append((version, _body(answers)))
        for event, measured in sorted(by_event.items()):
            for versions_of, body in _ranges(measured):
                until = versions_of[-1]
                yield {
                    "platform": platform,
                    "event": event,
                    "since": versions_of[0],
                    "until": None if until == versions[-1] else until,
                    "schema": _document(load_platform(platform, base).name, platform, event, versions_of, body),
                }


@dataclass(slots=True)
class _Answers:
    """The answers by JSON to one event, those that did what a run without an answer did not, and the others."""

    effective: list[Row] = field(default_factory=list[Row])
    ineffective: list[Row] = field(default_factory=list[Row])


def _answers(rows: Sequence[Row]) -> dict[str, _Answers]:
    without = {_place(row): row.effect for row in rows if _is_silent(row)}
    found: dict[str, _Answers] = {}
    for row in rows:
        if _said(row) is not None:
            answers = found.setdefault(row.registered_event, _Answers())
            had_effect = row.effect != without.get(_place(row), _unanswered(row))
            (answers.effective if had_effect else answers.ineffective).append(row)
    return found


def _place(row: Row) -> tuple[str, str | None, str]:
    return row.registered_event, row.tool, row.approval


def _is_silent(row: Row) -> bool:
    answer = row.answer
    return answer.plugin is None and not (answer.exit_code or answer.late or answer.stdout.strip() or answer.stderr)


def _unanswered(row: Row) -> Observation:
    if row.effect.tool is None:
        return Observation(None, None, None, (), "continues")
    return _GOES_ON if row.approval == "granted" else Observation("stopped", None, None, (), "continues")


def _said(row: Row) -> dict[str, Any] | None:
    """Return the object that an answer is, None if it is anything else or does not count by its text alone."""
    answer = row.answer
    if answer.plugin is not None or answer.exit_code or answer.late or answer.stderr:
        return None
    # An empty object says nothing.
    return json_object(answer.stdout) or None


@dataclass(frozen=True, slots=True)
class _Form:
    """One form with an effect: what must stand in the response, what it did, and the row that shows it."""

    condition: dict[str, Any]
    effect: dict[str, Any]
    row: str


def _ranges(measured: Sequence[tuple[str, Schema]]) -> Iterator[tuple[list[str], Schema]]:
    """Yield adjacent versions with the same schema."""
    versions: list[str] = []
    body: Schema = {}
    for version, fresh in measured:
        if versions and fresh != body:
            yield versions, body
            versions = []
        versions, body = [*versions, version], fresh
    yield versions, body


def _body(answers: _Answers) -> Schema:
    record = Observed()
    for row in answers.effective:
        record.add(_said(row))
    forms = [_form(row) for row in answers.effective]
    least = [one for one in forms if not any(_covers(other, one) for other in forms if other is not one)]
    # What has all that a form needs, and something that undoes it.
    undone = [one for one in map(_form, answers.ineffective) if _is_undone(one, forms)]
    return {
        "type": "object",
        "properties": _optional(record.schema()).get("properties", {}),
        "anyOf": [{"title": one.row, "x-effect": one.effect, **one.condition} for one in _different(least)],
        **({"not": {"anyOf": [{"title": one.row, **one.condition} for one in _different(undone)]}} if undone else {}),
    }


def _form(row: Row) -> _Form:
    return _Form(_condition(_said(row)), _effect(row.effect), row.id)


def _is_undone(one: _Form, forms: Sequence[_Form]) -> bool:
    return any(_is_less(form.condition, one.condition) for form in forms) and not any(
        _is_less(one.condition, form.condition) for form in forms
    )


def _optional(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema that requires no key: what a response needs, its form says."""
    found = {key: value for key, value in schema.items() if key != "required"}
    if "properties" in found:
        found["properties"] = {key: _optional(value) for key, value in found["properties"].items()}
    return found


def _condition(value: Any) -> dict[str, Any]:
    """Return the schema of responses like this one: its own texts may be any, its other values count."""
    if isinstance(value, dict):
        return {
            "type": "object",
            "properties": {key: _condition(item) for key, item in sorted(value.items())},
            "required": sorted(value),
        }
    if isinstance(value, bool) or (isinstance(value, str) and not is_own_text(value)):
        return {"const": value}
    return {"type": json_type(value)}


def _covers(one: _Form, other: _Form) -> bool:
    """Tell whether a form needs less for the same effect; of two that need the same neither does."""
    return one.effect == other.effect and one.condition != other.condition and _is_less(one.condition, other.condition)


def _is_less(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if "properties" not in one or "properties" not in other:
        return one == other or ("const" in other and one.get("type") == json_type(other["const"]))
    inner = other["properties"]
    return all(key in inner and _is_less(value, inner[key]) for key, value in one["properties"].items())


def _different(forms: Sequence[_Form]) -> list[_Form]:
    found: dict[str, _Form] = {}
    for one in forms:
        found.setdefault(json.dumps([one.condition, one.effect]), one)
    return list(found.values())


def _effect(effect: Observation) -> dict[str, Any]:
    """Return what was observed; instead of the words of the measurement, that any reached the model."""
    found = {"tool": effect.tool, "input": effect.input, "output": effect.output, "turn": effect.turn}
    return {key: value for key, value in found.items() if value is not None} | {"told": bool(effect.told)}


def _document(name: str, platform: str, event: str, versions: list[str], body: Schema) -> Schema:
    return {
        "$schema": DIALECT,
        "$id": f"urn:hookconform:response:{platform}:{event}:{versions[0]}",
        "title": f"{name}: response to {event}",
        "description": f"JSON on standard output, with exit code 0, that had an effect. Measured at {span(versions)}.",
        "x-evidence": [f"{platform}/responses/{version}" for version in ends(versions)],
        "x-versions": versions,
        **body,
    }
