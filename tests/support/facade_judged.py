"""One small facade and a case of each kind about it, judged by answers that are given."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.attach.calls import Response, Result
from hookconform.checks.facade.questions import Again, judged
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.facade_case import CanonicalCase, FacadeCase, NativeCase, ToolsCase
from hookconform.corpus.facade_table import CallRow, MadeRow, NativeCall

SCHEMA = {
    "type": "object",
    "required": ["path", "why"],
    "properties": {
        "path": {"type": "string"},
        "why": {"type": "string"},
        "all": {"type": "boolean"},
        "mode": {"type": "string", "enum": ["a", "b"]},
        "agent": {"type": "string", "enum": ["mine"], "environment": True},
    },
}
HEAD = ("p/facade/1.0.0/x", "p", "prov", "1.0.0", "m")
DECLARED = {"edit": [SCHEMA], "patch": [None], "own": [{"type": "object"}]}
TOOLS = ToolsCase(*HEAD, "tools", "f", DECLARED, {"edit": "Edit", "patch": "Edit"}, frozenset({"edit", "patch"}))
CALL = NativeCall("edit", {"path": "a", "why": "w", "all": True})
MEANING = {"file_path": "a", "description": "w", "replace_all": True}
ROW = CallRow("r", "1.0.0", "", "", CALL, (MEANING,), {})
TO_CANONICAL = NativeCase(*HEAD, "to-canonical", "f", DECLARED, CALL, "Edit", ROW)
ROUND = NativeCase(*HEAD, "round-trip", "f", DECLARED, CALL, "Edit")
ILL = replace(ROUND, misfit="why is missing")
MADE = MadeRow(
    "r", "1.0.0", "", "Edit", (MEANING,), (NativeCall("edit", {"path": "a"}),), frozenset({"why"}), frozenset(), ""
)
TO_NATIVE = CanonicalCase(*HEAD, "to-native", "f", DECLARED, "Edit", ({"file_path": "a"},), {}, row=MADE)
DECIDED = replace(TO_NATIVE, row=replace(MADE, filled_with={"why": "w"}))
REFUSED = replace(TO_NATIVE, row=replace(MADE, calls=(), filled=frozenset(), refused="no such tool"))
FROM = CanonicalCase(*HEAD, "from-others", "f", DECLARED, "Edit", (MEANING,), {})
OFFER = {
    "tools": [
        {"name": "edit", "canonical": "Edit", "parameters": SCHEMA},
        {"name": "patch", "canonical": "Edit", "parameters": None},
    ]
}


def mapped(*calls: dict[str, Any], **more: Any) -> Result:
    """Return a result of `map` that follows the protocol."""
    value = {"calls": list(calls), **more}
    assert schemas.problems({"map": value}, "protocol") == []
    return Result(value)


def native(**arguments: Any) -> dict[str, Any]:
    return {"tool": "edit", "arguments": arguments}


def canonical(**arguments: Any) -> dict[str, Any]:
    return {"tool": "Edit", "arguments": arguments}


def filled(**values: Any) -> list[dict[str, Any]]:
    return [{"argument": name, "value": value, "derivation": "d"} for name, value in values.items()]


def places(case: FacadeCase, *responses: Response) -> list[str]:
    """Return where the answers differ, the later ones those to what is asked then."""
    found = judged(case, responses[0])
    if isinstance(found, Again):
        assert len(responses) > 1
        found = found.judge(responses[1:])
    assert isinstance(found, Judgement)
    assert found.outcome in {Outcome.PASSED, Outcome.FAILED}
    assert (found.outcome is Outcome.FAILED) == bool(found.differences or found.message)
    return [difference.pointer for difference in found.differences] or ([found.message] if found.message else [])
