"""Parameter schemas without prose: names, types, bounds and defaults, no description and no example."""

from __future__ import annotations

import hashlib
import re
from typing import Any, cast

# Everything else (description, title, examples, pattern …) may be the vendor's prose.
_KEPT = ("type", "required", "additionalProperties", "nullable", "$ref", "uniqueItems")
_BOUNDS = (
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
)
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
    result |= {key: source[key] for key in _BOUNDS if isinstance(source.get(key), int | float)}
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
    result |= {key: source[key] for key in ("const", "default", "format") if key in source and _is_name(source[key])}
    return result


def free_text(stated: dict[str, Any]) -> dict[str, Any]:
    """Return what is said of a tool's free text: `kind` (text, grammar), and of a grammar `syntax` and `sha256`.

    The grammar itself is the vendor's text: its hash tells whether it is one that is known.
    """
    definition = stated.get("definition")
    found = {"kind": stated.get("type") or "text", "syntax": stated.get("syntax")}
    if isinstance(definition, str):
        found["sha256"] = hashlib.sha256(definition.encode()).hexdigest()
    return {key: value for key, value in found.items() if value is not None}


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
    """Tell whether a value can be no prose: a number, a truth value, nothing, a word, or a list or object of such."""
    if isinstance(value, dict):
        return all(_is_name(item) for pair in cast("dict[str, Any]", value).items() for item in pair)
    if isinstance(value, list):
        return all(_is_name(item) for item in cast("list[Any]", value))
    return not isinstance(value, str) or not value or bool(_NAME.fullmatch(value))
