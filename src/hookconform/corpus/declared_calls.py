"""Calls that a declared schema allows: what it requires, and each other argument beside that, once for each value.

A value is one that the schema tells apart: every word of an enumeration, both booleans, the least number and others,
an empty text and list, a text as short and as long as may be, every alternative. Machine-dependent words are any text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.fitting import misfit, portable
from hookconform.ground.json_text import compact

# What is lost when a text is trimmed, cut, put into other letters or given other ends of lines.
TEXT = " e\u0301 \u212b \ufb01 \u2192 \U0001f600 ./a/../b\r\n\tand so on" + "." * 300 + "\n"
NUMBER = 7
# A name that no declaration has.
NAME = "not-declared"
# A call within a call within a call says nothing that the others do not.
DEEPEST = 7


def calls_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the calls in order of the declaration, each once; all fit the schema."""
    found = {compact(call): call for call in _objects(portable(schema), portable(schema), 0)}
    return [call for call in found.values() if not misfit(call, [schema])]


def whole_calls_of(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return calls that have every argument of a declaration, each of them once with each of its values.

    They fit no other form of the tool that lacks one of these arguments.
    """
    root = portable(schema)
    named = values_by_name(root, root, 0)
    whole = {name: there[0] for name, there in named.items() if there}
    calls = [whole, *({**whole, name: value} for name, there in named.items() for value in there[1:])]
    return [call for call in calls if not misfit(call, [schema])]


def _objects(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    named = values_by_name(schema, root, depth)
    least = least_of(schema, named)
    yield least
    for name, there in named.items():
        yield from ({**least, name: value} for value in there)


def least_of(schema: dict[str, Any], named: dict[str, list[Any]]) -> dict[str, Any]:
    """Return an object that has what is required and no more; `named` as `values_by_name`."""
    return {name: named[name][0] for name in schema.get("required", ()) if named.get(name)}


def values_by_name(schema: dict[str, Any], root: dict[str, Any], depth: int) -> dict[str, list[Any]]:
    """Return the values of each name that may stand in an object, one of those that it leaves open among them."""
    declared: dict[str, Any] = schema.get("properties", {})
    further = schema.get("additionalProperties")
    if isinstance(further, dict) and further:
        declared = {**declared, NAME: further}
    return {name: list(values(inner, root, depth + 1)) for name, inner in declared.items()}


def values(schema: Any, root: dict[str, Any], depth: int) -> Iterator[Any]:
    """Yield the values that a part of the schema `root` tells apart."""
    if depth > DEEPEST:
        return
    if not isinstance(schema, dict):
        yield TEXT
    elif "$ref" in schema:
        yield from values(resolved(schema["$ref"], root), root, depth + 1)
    elif "const" in schema or "enum" in schema:
        yield from schema.get("enum", [schema.get("const")])
    elif "anyOf" in schema or "oneOf" in schema:
        for inner in schema.get("anyOf", schema.get("oneOf", ())):
            yield from values(inner, root, depth)
    else:
        kinds = schema.get("type", "object" if "properties" in schema else "string")
        for kind in [kinds] if isinstance(kinds, str) else kinds:
            yield from _of_kind(kind, schema, root, depth)


def _of_kind(kind: str, schema: dict[str, Any], root: dict[str, Any], depth: int) -> Iterator[Any]:
    if kind == "string":
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        yield TEXT.ljust(least, ".")[:most]
        yield from ("." * length for length in (least, most) if length)
        if depth == 1:
            yield ""
    elif kind == "boolean":
        yield from (True, False)
    elif kind in {"integer", "number"}:
        yield from _numbers(kind, schema)
    elif kind == "null":
        yield None
    elif kind == "object":
        yield from _objects(schema, root, depth)
    elif kind == "array":
        items = list(values(schema.get("items"), root, depth + 1))
        more = items[:1] * max(schema.get("minItems", 0) - 1, 0)
        yield from ([item, *more] for item in items)
        yield [*items[:1], *items[-1:], *more]
        yield []


def _numbers(kind: str, schema: dict[str, Any]) -> Iterator[float]:
    """Yield a number in the middle, the ends, zero, two that are no whole ones, and a whole one with a point."""
    least = schema.get("minimum", schema.get("exclusiveMinimum", -1))
    most = schema.get("maximum", max(least, NUMBER))
    middle = min(max(NUMBER, least), most)
    yield middle
    yield from sorted({value for value in (least, 0, most) if least <= value <= most} - {NUMBER})
    if kind == "number":
        yield from (least + 0.5, NUMBER + 0.5)
    yield float(middle)


def resolved(reference: str, root: dict[str, Any]) -> Any:
    """Return the part of a schema that a `$ref` names."""
    found: Any = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found
