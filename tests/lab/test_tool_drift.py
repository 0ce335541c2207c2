"""What differs between what the corpus and a fresh recording say of tools and calls."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.model_calls import ModelCall
from hookconform_lab.lab.tool_drift import call_drift, declaration_drift

LIMIT = {"type": "integer", "minimum": 1}
READ: dict[str, Any] = {
    "declared_in": ["tools"],
    "models": ["m-1"],
    "parameters": [
        {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}, "limit": LIMIT}}
    ],
}
PATCH: dict[str, Any] = {
    "declared_in": ["tools"],
    "models": ["m-1"],
    "parameters": [],
    "free_text": [
        {"kind": "grammar", "syntax": "lark", "sha256": "0" * 64, "declared_in": ["tools"], "models": ["m-1"]}
    ],
}
SKILL: dict[str, Any] = {
    "declared_in": ["tools"],
    "models": ["m-1"],
    "parameters": [{"properties": {"name": {"enum": ["mine"], "environment": True}}}],
}
KNOWN = {"read": READ, "patch": PATCH, "skill": SKILL}


def _with_schema(tool: dict[str, Any], **argument: Any) -> dict[str, Any]:
    schema = tool["parameters"][0]
    return {**tool, "parameters": [{**schema, "properties": {**schema["properties"], **argument}}]}


@pytest.mark.parametrize(
    ("fresh", "drift"),
    [
        (KNOWN, []),
        ({**KNOWN, "write": READ}, [("declared", "write", "is declared to the model now")]),
        ({"read": READ, "patch": PATCH}, [("declared", "skill", "is not declared to the model any more")]),
        (
            {**KNOWN, "read": _with_schema(READ, limit={**LIMIT, "minimum": 0})},
            [("declared schema", "read", "new limit/minimum 0; gone limit/minimum 1")],
        ),
        (
            {**KNOWN, "read": {**READ, "parameters": [{**READ["parameters"][0], "required": []}]}},
            [("declared schema", "read", 'new required []; gone required ["path"]')],
        ),
        ({**KNOWN, "read": _with_schema(READ, more={})}, [("declared parameters", "read", "new more")]),
        ({**KNOWN, "read": {**READ, "models": ["m-2"]}}, [("declared to", "read", "new m-2; gone m-1")]),
        (
            {**KNOWN, "patch": {**PATCH, "free_text": [{**PATCH["free_text"][0], "sha256": "1" * 64}]}},
            [("declared free text", "patch", f"new grammar {'1' * 12}; gone grammar {'0' * 12}")],
        ),
        ({**KNOWN, "skill": _with_schema(SKILL, name={"enum": ["yours"], "environment": True})}, []),
    ],
)
def test_a_changed_declaration_is_told(fresh: dict[str, Any], drift: list[object]) -> None:
    assert list(declaration_drift(KNOWN, fresh, {"tools"}, partial=False)) == drift


def test_a_partial_recording_does_not_show_what_is_gone() -> None:
    fresh = {"read": _with_schema(READ, limit={"type": "integer"})}
    assert list(declaration_drift(KNOWN, fresh, {"other"}, partial=True)) == []


def test_of_an_old_declaration_only_keys_are_compared() -> None:
    old = {"read": {key: value for key, value in READ.items() if key != "models"}}
    fresh = {"read": _with_schema(READ, limit={"type": "integer"})}
    assert list(declaration_drift(old, fresh, {"tools"}, partial=False)) == []
    assert [item[0] for item in declaration_drift(old, {"read": SKILL}, {"tools"}, partial=False)] == [
        "declared parameters"
    ]


def _call(outcome: str = "ok", tool: str = "read", **arguments: Any) -> ModelCall:
    return ModelCall("m-1", "any", tool, arguments, None, outcome, "tools")


def test_calls_differ_by_form_and_by_outcome() -> None:
    known = [_call(path="a"), _call(path="a", limit=1), _call("refused", tool="edit", path="a")]
    fresh = [_call(path="b"), _call(path="a", offset=1), _call("ok", tool="edit", path="a")]
    assert list(call_drift(known, fresh, {"tools"}, partial=False)) == [
        ("call", "read", "{offset, path}, asked by m-1 is new"),
        ("call outcome", "edit", "{path}, asked by m-1 was refused, is ok"),
        ("call", "read", "{limit, path}, asked by m-1 is not made or answered any more"),
    ]


@pytest.mark.parametrize(("ran", "partial"), [({"tools"}, True), ({"other"}, False)])
def test_a_call_that_was_not_tried_again_is_not_gone(ran: set[str], partial: bool) -> None:
    assert list(call_drift([_call(path="a")], [], ran, partial=partial)) == []
