"""What programs and their clients take or add beyond the declarations: words for flags, arguments of the client."""

from __future__ import annotations

from typing import Any

# Gemini CLI adds it to calls of every tool, also of MCP servers; it orders calls and changes nothing that a tool does.
CLIENT_ARGUMENTS = frozenset({"wait_for_previous"})
_DIGITS = 15
_FLAGS = {"true": True, "false": False}


def without_client_arguments(arguments: dict[str, Any], declared: set[str]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return arguments without those of the client that a tool does not declare, and the names of these."""
    extra = tuple(name for name in arguments if name in CLIENT_ARGUMENTS and name not in declared)
    return ({name: value for name, value in arguments.items() if name not in extra} if extra else arguments), extra


def from_words(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """Return arguments in which `true`, `false` and digits in the place of a declared flag or number are that."""
    properties: dict[str, Any] = schema.get("properties", {})
    return {name: _from_word(value, properties.get(name)) for name, value in arguments.items()}


def _from_word(value: Any, schema: Any) -> Any:
    kind = schema.get("type") if isinstance(schema, dict) else None
    if not isinstance(value, str):
        return value
    if kind == "boolean":
        return _FLAGS.get(value, value)
    is_number = kind in {"integer", "number"} and value.isascii() and value.isdigit() and len(value) <= _DIGITS
    return int(value) if is_number else value
