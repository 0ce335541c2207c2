"""Every recorded payload with the module and the type that it is a value of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from hookconform.cases.loading import captured_cases, captured_versions
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.export.schemas import payload_schemas
from hookconform.export.types import Language, render
from hookconform.export.types.model import Payload
from hookconform.export.types.reading import read_module
from hookconform.ground.versions import at_least

ROOT = corpus_root()
RECORDED = [name for name in platform_ids() if captured_versions(ROOT, name)]


class TypedPayload(NamedTuple):
    """A recorded payload: its case, the type of its event and version, its schema, and its tool if that has a type."""

    case: str
    type: Payload
    schema: dict[str, Any]
    value: dict[str, Any]
    tool: str


@cache
def schemas_of(platform: str) -> list[dict[str, Any]]:
    return list(payload_schemas([platform]))


@cache
def module_text(language: Language, platform: str) -> str:
    return render(language, platform, schemas_of(platform))


def typed_payloads(platform: str) -> Iterator[TypedPayload]:
    """Yield the payloads that a platform's recordings filed, each once."""
    schemas = schemas_of(platform)
    payloads = read_module(platform, schemas).payloads
    for version in captured_versions(ROOT, platform):
        for case in captured_cases(ROOT, platform, version):
            if case.repeats:
                continue
            registered = (case.registered_event or "").partition("[")[0]
            ((kind, schema),) = (
                (kind, schema)
                for kind, schema in zip(payloads, schemas, strict=True)
                if schema["event"] == registered
                and schema["native"] in {case.expected.native_event, registered}
                and at_least(version, schema["since"])
                and (schema["until"] is None or at_least(schema["until"], version))
            )
            value = case.payload_object or {}
            yield TypedPayload(case.id, kind, schema["schema"], value, _tool(kind, value))


def _tool(kind: Payload, value: Any) -> str:
    for key in kind.name_at:
        value = value.get(key) if isinstance(value, dict) else None
    return next((tool.name for tool in kind.tools if tool.name == value), "")


def without_nulls(value: Any) -> Any:
    """Return JSON without keys whose value is null: types may leave them out."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


def broken(payload: TypedPayload) -> dict[str, Any]:
    """Return the payload without the first key that its schema requires."""
    missing = payload.schema["required"][0]
    return {key: value for key, value in payload.value.items() if key != missing}


def as_line(**values: Any) -> str:
    return json.dumps(values) + "\n"


ODD_KEYS = (
    "tool-use",
    "1",
    "class",
    "type",
    "self",
    "fn",
    "func",
    "json",
    "model_x",
    "é",
    "a b",
    '"',
    "toolName",
    "tool_name",
)
# Half of a pair of surrogates, which JSON text can escape and most languages have no string of.
HALF = "\ud800"


def odd_schemas() -> list[dict[str, Any]]:
    """Return the schema of a payload whose keys and tools are hard to name in one language or another."""
    texts = {key: {"type": "string"} for key in (*ODD_KEYS, HALF)}
    named = {"anyOf": [{"enum": ["Bash", "bash", "tool-use", "1", "Self", HALF]}, {"type": "string"}]}
    properties = {**texts, "tool": named, "args": {"type": "object"}, "event": {"enum": [HALF, "x"]}}
    tools = [
        {
            "title": tool,
            "if": {"properties": {"tool": {"const": tool}}, "required": ["tool"]},
            "then": {"properties": {"args": {"type": "object", "properties": texts, "required": ["1"]}}},
        }
        for tool in ("Bash", "bash", "tool-use", HALF)
    ]
    schema = {
        "description": f'Odd */ """ {HALF}.',
        "x-versions": ["1.0.0"],
        "type": "object",
        "properties": properties,
        "required": sorted(properties),
        "allOf": tools,
    }
    where = {"platform": "odd-keys", "event": "odd.event", "native": "odd.event", "since": "1.0.0", "until": None}
    return [{**where, "schema": schema}]


def odd_module(language: Language) -> str:
    return render(language, "odd-keys", odd_schemas())
