"""Calls that a declaration does not allow, beside those that it does: one of these, with one thing wrong.

What is wrong is each time what one word of the schema forbids: a required argument is missing, a name is not declared,
a value is of another type, a text that reads like it or null, is no word of an enumeration or one in other letters, or
is just beyond a bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from hookconform.corpus.declared_calls import (
    DEEPEST,
    NAME,
    NUMBER,
    TEXT,
    calls_of,
    least_of,
    resolved,
    values,
    values_by_name,
    whole_calls_of,
)
from hookconform.corpus.fitting import misfit, portable
from hookconform.ground.json_text import compact

# Texts that read like a truth value and a number.
WORD, DIGITS = "true", str(NUMBER)


def told_apart(forms: Sequence[dict[str, Any] | None]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls by the forms of a tool, each with what is wrong with it, empty if nothing is.

    Of several forms calls with every argument tell more: what one form lacks, another may have.
    """
    for form in forms:
        if form is not None:
            yield from ((call, "") for call in calls_of(form))
            if len(forms) > 1:
                yield from ((call, "") for call in whole_calls_of(form))
            yield from misfits_of(form, forms)


def misfits_of(schema: dict[str, Any], forms: Iterable[dict[str, Any] | None]) -> list[tuple[dict[str, Any], str]]:
    """Return calls that no form of a tool takes, each once, with what is wrong.

    They are those of `schema`, one of the `forms` that the tool is declared with, in order of the declaration.
    """
    root, forms = portable(schema), list(forms)
    found = {compact(call): call for call in _objects(root, root, 0)}
    told = ((call, misfit(call, forms)) for call in found.values())
    return [(call, problem) for call, problem in told if problem]


def holds_words(value: Any) -> bool:
    """Tell whether a value is, or holds, a text that reads like a truth value or a number."""
    if isinstance(value, dict | list):
        return any(holds_words(item) for item in (value.values() if isinstance(value, dict) else value))
    return value in (WORD, DIGITS)


def _objects(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    """Yield objects that have what they must and one thing wrong: a name is missing, too many, or of a wrong value."""
    least = least_of(schema, values_by_name(schema, root, depth))
    for missing in least:
        yield {name: value for name, value in least.items() if name != missing}
    yield {**least, NAME: TEXT}
    optional = [name for name in schema.get("properties", {}) if name not in least]
    yield from ({**least, name: None} for name in optional[:1])
    for name, inner in (*schema.get("properties", {}).items(), (NAME, schema.get("additionalProperties"))):
        yield from ({**least, name: wrong} for wrong in _wrong(inner, root, depth + 1))


def _wrong(schema: Any, root: dict[str, Any], depth: int) -> Iterator[Any]:
    """Yield values with one thing wrong by one part of the schema; some may fit another."""
    if depth > DEEPEST or not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield from _wrong(resolved(schema["$ref"], root), root, depth + 1)
        return
    for inner in schema.get("anyOf", schema.get("oneOf", ())):
        yield from _wrong(inner, root, depth)
    kinds = schema.get("type", ())
    yield NUMBER if "string" in kinds or "enum" in schema else TEXT
    if "enum" in schema or "const" in schema:
        yield TEXT
        words = [word for word in schema.get("enum", [schema.get("const")]) if isinstance(word, str)]
        yield from [word.swapcase() for word in words][:1]
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        yield from _of_kind(kind, schema, root, depth)


def _of_kind(kind: str, schema: dict[str, Any], root: dict[str, Any], depth: int) -> Iterator[Any]:
    if kind == "string":
        if "maxLength" in schema:
            yield "." * (schema["maxLength"] + 1)
        if schema.get("minLength"):
            yield "." * (schema["minLength"] - 1)
    elif kind == "boolean":
        yield WORD
    elif kind in {"integer", "number"}:
        yield DIGITS
        yield from ([schema["minimum"] - 1] if "minimum" in schema else [])
        yield from ([schema["maximum"] + 1] if "maximum" in schema else [])
        yield from (schema[word] for word in ("exclusiveMinimum", "exclusiveMaximum") if word in schema)
        yield from ([NUMBER + 0.5] if kind == "integer" else [])
    elif kind == "object":
        yield from _objects(schema, root, depth)
    elif kind == "array":
        yield from _arrays(schema, root, depth)


def _arrays(schema: dict[str, Any], root: dict[str, Any], depth: int) -> Iterator[list[Any]]:
    good = next(values(schema.get("items"), root, depth + 1), TEXT)
    least: int = schema.get("minItems", 0)
    yield from ([wrong, *[good] * (least - 1)] for wrong in _wrong(schema.get("items"), root, depth + 1))
    if least:
        yield [good] * (least - 1)
    if "maxItems" in schema:
        yield [good] * (schema["maxItems"] + 1)
