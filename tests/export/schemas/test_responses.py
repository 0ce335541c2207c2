"""Schemas of responses: JSON that had an effect follows them, and JSON that did nothing does not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import read_document
from hookconform.effects.answer_shape import shape
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_platforms, measured_versions, rows_path
from hookconform.export.schemas import response_schemas
from hookconform.ground.versions import at_least

pytestmark = pytest.mark.whole

ROOT = corpus_root()
CODEX_DENY = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}

# What the lab writes into answers: marks, commands that leave a file, patches.
OF_THE_LAB = re.compile(r"hookconform|printf|Begin Patch|\.txt", re.IGNORECASE)

# A schema cannot tell these from answers that had an effect.
EXCEPTED = {
    # `allow` skips a question, which was not asked here, and the partial input shows nowhere.
    ("claude-code", "PreToolUse/nested-updated-input-partial"),
    # With a changed input beside it, the same answer did something.
    ("codex", "PreToolUse/nested-allow-context"),
}


def rows_of(platform: str, version: str) -> list[dict[str, Any]]:
    """Return the rows of a version as filed, with those alone that answer by JSON and exit code 0, and the silent."""
    return [
        row
        for row in read_document("responses", rows_path(platform, version, ROOT))["rows"]
        if "plugin" not in row["answer"] and row["answer"]["exit_code"] == 0 and not row["answer"].get("late")
    ]


def said(row: dict[str, Any]) -> Any:
    try:
        return json.loads(row["answer"]["stdout"])
    except ValueError:
        return None


@pytest.mark.parametrize("platform", measured_platforms(ROOT))
def test_response_follows_the_schema_exactly_if_it_had_an_effect(platform: str) -> None:
    schemas = list(response_schemas([platform]))
    judged = {True: 0, False: 0}
    for version in measured_versions(platform, ROOT):
        rows = rows_of(platform, version)
        silent = {
            (row["registered_event"], row["tool"], row["approval"]): row["effect"]
            for row in rows
            if not row["answer"]["stdout"].strip() and not row["answer"]["stderr"]
        }
        for row in rows:
            place = (row["registered_event"], row["tool"], row["approval"])
            if not isinstance(said(row), dict) or row["answer"]["stderr"] or place not in silent:
                continue
            had_effect = row["effect"] != silent[place]
            fitting = [
                one["schema"] for one in schemas if one["event"] == row["registered_event"] and covers(one, version)
            ]
            assert len(fitting) <= 1
            is_valid = bool(fitting) and jsonschema_rs.is_valid(fitting[0], said(row))
            if had_effect:
                assert is_valid, (version, row["id"])
            elif is_valid:
                # The same words did something where the user had allowed the call, or had yet to be asked.
                is_excepted = (platform, row["id"]) in EXCEPTED
                assert is_excepted or masked(row) in effective_somewhere(rows, silent, row), (version, row["id"])
            judged[had_effect] += 1
    assert judged[True] >= 10


def masked(row: dict[str, Any]) -> Any:
    return shape(Answer(stdout=row["answer"]["stdout"]))


def effective_somewhere(rows: list[dict[str, Any]], silent: dict[Any, Any], like: dict[str, Any]) -> list[Any]:
    """Return what else had an effect at the event, or was measured where no silent answer was."""
    here = (row for row in rows if row["registered_event"] == like["registered_event"])
    places = ((row, silent.get((row["registered_event"], row["tool"], row["approval"]))) for row in here)
    return [masked(row) for row, without in places if row["effect"] != without]


def covers(schema: dict[str, Any], version: str) -> bool:
    return at_least(version, schema["since"]) and (schema["until"] is None or at_least(schema["until"], version))


@pytest.mark.parametrize(
    ("platform", "event", "response", "is_described"),
    [
        ("claude-code", "PreToolUse", {"decision": "block", "reason": "no"}, True),
        ("claude-code", "PreToolUse", {"decision": "blokc", "reason": "no"}, False),
        ("claude-code", "PreToolUse", {}, False),
        ("gemini-cli", "BeforeTool", {"decision": "deny", "reason": "no", "further": 1}, True),
        ("gemini-cli", "BeforeTool", {"decision": "Deny", "reason": "no"}, False),
        ("gemini-cli", "BeforeTool", {"permission": "deny"}, False),
        ("gemini-cli", "BeforeTool", {"decision": "deny", "reason": 1}, False),
        ("codex", "PreToolUse", {"hookSpecificOutput": CODEX_DENY}, True),
        # Measured: with another key beside it, Codex drops the whole answer, and the call runs.
        ("codex", "PreToolUse", {"suppressOutput": True, "hookSpecificOutput": CODEX_DENY}, False),
        ("copilot-cli", "preToolUse", {"permissionDecision": "deny", "permissionDecisionReason": "no"}, True),
    ],
)
def test_newest_version_takes_what_its_vendor_documents(
    platform: str, event: str, response: dict[str, Any], *, is_described: bool
) -> None:
    (schema,) = (
        one["schema"] for one in response_schemas([platform]) if one["event"] == event and one["until"] is None
    )
    assert jsonschema_rs.is_valid(schema, response) is is_described


def test_schemas_are_valid_and_their_ids_unique() -> None:
    found = [one["schema"] for one in response_schemas(platform_ids())]
    for schema in found:
        jsonschema_rs.meta.validate(schema)
    assert len({schema["$id"] for schema in found}) == len(found) > 50
    assert found == [one["schema"] for one in response_schemas(platform_ids())]


@pytest.mark.parametrize("platform", measured_platforms(ROOT))
def test_no_word_or_command_of_the_measurement_is_demanded(platform: str) -> None:
    demanded = [value for one in response_schemas([platform]) for value in constants(one["schema"])]
    assert [value for value in demanded if isinstance(value, str) and OF_THE_LAB.search(value)] == []


def constants(schema: Any) -> Iterator[Any]:
    """Yield every value that a schema names."""
    if isinstance(schema, dict):
        yield from [schema["const"]] if "const" in schema else []
        yield from schema.get("enum", ())
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from constants(inner)
