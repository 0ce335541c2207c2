"""Parameter schemas without prose: names, types and required keys, no description and no example."""

from __future__ import annotations

import re
from typing import Any, cast

# Everything else (description, title, default, examples, pattern …) may be the vendor's prose.
_KEPT = ("type", "required", "additionalProperties", "nullable", "$ref")
_SCHEMAS = ("items", "additionalProperties", "not")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "$defs", "definitions")
_NAME = re.compile(r"[^\s]{1,64}")


def without_prose(schema: object) -> dict[str, Any]:
    """Return the structure of a JSON Schema; of `enum` and `const` only values that are names or numbers."""
    if not isinstance(schema, dict):
        return {}
    source = cast("dict[str, Any]", schema)
    result: dict[str, Any] = {key: source[key] for key in _KEPT if key in source}
    for key in _SCHEMAS:
        if isinstance(source.get(key), dict):
            result[key] = without_prose(source[key])
    for key in _LISTS:
        if isinstance(source.get(key), list):
            result[key] = [without_prose(item) for item in source[key]]
    for key in _MAPS:
        if isinstance(source.get(key), dict):
            result[key] = {name: without_prose(item) for name, item in source[key].items()}
    if isinstance(source.get("enum"), list) and all(_is_name(item) for item in source["enum"]):
        result["enum"] = source["enum"]
    if "const" in source and _is_name(source["const"]):
        result["const"] = source["const"]
    return result


def example_of(schema: dict[str, Any]) -> Any:
    """Return a small value that fits a schema: the first name of an enum, else an empty or neutral value."""
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type", "object" if "properties" in schema else "string")
    name = str(kind[0] if isinstance(kind, list) else kind).lower()
    if name == "object":
        properties: dict[str, Any] = schema.get("properties", {})
        return {key: example_of(value) for key, value in properties.items()}
    return {"array": [], "number": 0, "integer": 0, "boolean": False}.get(name, "x")


def _is_name(value: object) -> bool:
    return not isinstance(value, str) or bool(_NAME.fullmatch(value))
