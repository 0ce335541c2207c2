"""What a schema finds wrong with a document, in plain words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hookconform.ground.excerpt import excerpt
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import listed

# Characters of a value, and of a message in the validator's own words, that are shown.
_VALUE, _MESSAGE = 60, 200
_ALTERNATIVES = 3
# How the schemas say that something is a name.
_NAME = "^[a-z0-9]+(-[a-z0-9]+)*$"
_TYPES = {
    "object": "a table of keys",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def described(error: Any) -> list[str]:
    """Return what one error of `jsonschema` says, each as `pointer: message`."""
    return [f"{_pointer(error)}: {message}" for message in _messages(error)]


def _pointer(error: Any) -> str:
    return "".join(f"/{part}" for part in error.absolute_path) or "/"


def _messages(error: Any) -> list[str]:
    return _BY_KEYWORD.get(error.validator, _as_reported)(error)


def _unknown_keys(error: Any) -> list[str]:
    known = [key for key in error.schema.get("properties", {}) if not key.startswith("$")]
    patterns = error.schema.get("patternProperties")
    if patterns or not isinstance(error.instance, Mapping):
        return _as_reported(error)
    unknown = (str(key) for key in error.instance if key not in error.schema.get("properties", {}))
    return [
        f"unknown key {excerpt(key, _VALUE)}. {meant(key, known) if known else 'None is allowed.'}" for key in unknown
    ]


def _missing_key(error: Any) -> list[str]:
    """Return the one key that an error is about: a list of three gives three errors, told apart by their messages."""
    missing = [key for key in error.validator_value if error.message == f"{key!r} is a required property"]
    return [f"{excerpt(key, _VALUE)} is missing" for key in missing] or _as_reported(error)


def _not_listed(error: Any) -> list[str]:
    shown = excerpt(error.instance, _VALUE)
    values = error.validator_value
    if isinstance(error.instance, str) and all(isinstance(value, str) for value in values):
        return [f"{shown} is not known. {meant(error.instance, values)}"]
    return [f"{shown} is none of {listed([excerpt(value, _VALUE) for value in values], len(values))}"]


def _no_name(error: Any) -> list[str]:
    """Return how a name is written, and the one that was meant; other patterns are shown as they are."""
    if error.validator_value != _NAME or not isinstance(error.instance, str):
        return _as_reported(error)
    near = re.sub(r"[^a-z0-9]+", "-", error.instance.lower()).strip("-")
    written = "is no name: it has small letters and digits, with single hyphens between them"
    return [f"{excerpt(error.instance, _VALUE)} {written}.{f' Did you mean {near[:_VALUE]}?' if near else ''}"]


def _of_another_type(error: Any) -> list[str]:
    wanted = [error.validator_value] if isinstance(error.validator_value, str) else error.validator_value
    return [f"{excerpt(error.instance, _VALUE)} is given where {' or '.join(_TYPES[name] for name in wanted)} belongs"]


def _of_alternatives(error: Any) -> list[str]:
    """Return which keys exclude each other, or what the nearest alternative finds."""
    alternatives: Sequence[Any] = error.validator_value
    keys = [one["required"][0] for one in alternatives if isinstance(one, Mapping) and _demands_one_key(one)]
    if len(keys) == len(alternatives) and isinstance(error.instance, Mapping):
        given = [key for key in keys if key in error.instance]
        return [f"{' and '.join(given)} exclude each other" if given else f"one of {', '.join(keys)} is missing"]
    depth = max((len(inner.absolute_path) for inner in error.context), default=0)
    deepest = [inner for inner in error.context if len(inner.absolute_path) == depth]
    is_here = depth == len(error.absolute_path)
    nearest = [line for inner in deepest for line in (_messages if is_here else described)(inner)]
    return [f"no form of it fits: {'; or '.join(nearest[:_ALTERNATIVES])}"] if nearest else _as_reported(error)


def _excluded(error: Any) -> list[str]:
    """Return which keys exclude each other, or which has no place here; other conditions are shown as they are."""
    keys = error.validator_value.get("required", [])
    if set(error.validator_value) != {"required"}:
        return _as_reported(error)
    return [f"{' and '.join(keys)} exclude each other" if len(keys) > 1 else f"{keys[0]} has no meaning here"]


def _demands_one_key(schema: Mapping[str, Any]) -> bool:
    return set(schema) == {"required"} and len(schema["required"]) == 1


def _as_reported(error: Any) -> list[str]:
    """Return the validator's own message, without the value where that is long."""
    message, shown = str(error.message), repr(error.instance)
    if len(shown) > _VALUE and message.startswith(shown):
        message = f"this {message.removeprefix(shown).lstrip()}"
    return [message[:_MESSAGE]]


_BY_KEYWORD = {
    "additionalProperties": _unknown_keys,
    "required": _missing_key,
    "enum": _not_listed,
    "type": _of_another_type,
    "pattern": _no_name,
    "not": _excluded,
    "oneOf": _of_alternatives,
    "anyOf": _of_alternatives,
}
