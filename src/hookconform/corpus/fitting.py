"""Whether a call fits the schema with which its tool was declared."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hookconform.ground.json_text import compact

_ANY = {"oneOf": "anyOf"}


def portable(schema: Any) -> Any:
    """Return a declared schema without the names of what one machine has installed."""
    if isinstance(schema, list):
        return [portable(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = ("enum", "environment") if schema.get("environment") is True else ()
    return {key: portable(value) for key, value in schema.items() if key not in left_out}


def closed(schema: Any) -> Any:
    """Return a schema that takes no names but the declared ones, also where it does not say so.

    `oneOf` is read as `anyOf`: programs take what several of its parts allow.
    """
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        _ANY.get(key, key): {name: closed(item) for name, item in value.items()}
        if key == "properties"
        else closed(value)
        for key, value in schema.items()
    }
    return {"additionalProperties": False, **found} if found.get("properties") else found


def misfit(given: dict[str, Any] | str, forms: Iterable[dict[str, Any] | None]) -> str:
    """Return what is wrong with arguments, or a text, by every form that a tool was declared with; empty if one fits.

    A form is a schema, None for free text. Names that are not declared do not fit, whatever the schema says of them.
    """
    problem = "the tool is not declared"
    for form in forms:
        if form is None or isinstance(given, str):
            if form is None and isinstance(given, str):
                return ""
            problem = "a text and named arguments are not the same"
            continue
        error = next(_validator(compact(form)).iter_errors(given), None)
        if error is None:
            return ""
        place = "/".join(str(part) for part in error.absolute_path)
        problem = f"{place}: {error.message}" if place else error.message
    return problem


# Hundreds of calls are held against each form.
@lru_cache(maxsize=2048)
def _validator(form: str) -> Any:
    """Return what finds the errors of arguments by a form, which is given as its JSON text."""
    # Imported here: jsonschema costs more start-up time than everything else together.
    import jsonschema  # noqa: PLC0415

    top = {"additionalProperties": False, **closed(portable(json.loads(form)))}
    return jsonschema.Draft202012Validator(top)
