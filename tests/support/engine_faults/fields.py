"""Faults in which fields are there, and of which type they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hook_adapters.rules import matchers
from tests.support.engine_faults.putting import KINDS, RIGHT, Event, Fault, arguments, compiler, function


def kind(name: str, wrong: Callable[[Any], Any]) -> Fault:
    return lambda patch: patch.setitem(matchers.KINDS, name, wrong)


def fields(wrong: Callable[[Event, list[str]], tuple[bool, Any]]) -> Fault:
    return function("_lookup", wrong)


def walk_lists(event: Event, field: list[str]) -> tuple[bool, Any]:
    value: Any = arguments(event)
    for key in field:
        if isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        elif isinstance(value, dict) and key in value:
            value = value[key]
        else:
            return False, None
    return True, value


def walk_json(event: Event, field: list[str]) -> tuple[bool, Any]:
    value: Any = arguments(event)
    for key in field:
        if isinstance(value, str) and value.startswith("{"):
            value = json.loads(value)
        if not isinstance(value, dict) or key not in value:
            return False, None
        value = value[key]
    return True, value


def only_if(found: tuple[bool, Any], is_there: Callable[[Any], bool]) -> tuple[bool, Any]:
    return found if found[0] and is_there(found[1]) else (False, None)


def typed(event: Event, field: str, name: str) -> bool:
    there, value = RIGHT["_lookup"](event, field.split("."))
    return there and KINDS[name](value)


FAULTS: dict[str, Fault] = {
    "an empty field is none": fields(lambda e, f: only_if(RIGHT["_lookup"](e, f), lambda v: v not in ("", [], {}))),
    "zero is no field": fields(lambda e, f: only_if(RIGHT["_lookup"](e, f), lambda v: v is False or v != 0)),
    "false is no field": fields(lambda e, f: only_if(RIGHT["_lookup"](e, f), lambda v: v is not False)),
    "null is no field": fields(lambda e, f: only_if(RIGHT["_lookup"](e, f), lambda v: v is not None)),
    "lists are gone into": fields(walk_lists),
    "texts that are JSON are gone into": fields(walk_json),
    "dots are part of a name": fields(lambda e, f: (".".join(f) in arguments(e), arguments(e).get(".".join(f)))),
    "a name with dots is looked up too": fields(
        lambda e, f: (True, arguments(e)[".".join(f)]) if ".".join(f) in arguments(e) else RIGHT["_lookup"](e, f)
    ),
    "only the last name of a field": fields(lambda e, f: RIGHT["_lookup"](e, f[-1:])),
    "only the first name of a field": fields(lambda e, f: RIGHT["_lookup"](e, f[:1])),
    "fields of the event": fields(lambda e, f: RIGHT["_lookup"]({"tool_input": {**e, **arguments(e)}}, f)),
    "fields in any case": fields(
        lambda e, f: only_if((True, arguments(e)), lambda all_: f[0].lower() in [key.lower() for key in all_])
    ),
    "one field is enough": compiler(
        "require_fields", lambda value: lambda e: any(RIGHT["_lookup"](e, f.split("."))[0] for f in value)
    ),
    "the first field is enough": compiler(
        "require_fields", lambda value: lambda e: RIGHT["_lookup"](e, value[0].split("."))[0]
    ),
    "one type is enough": compiler(
        "field_types",
        lambda value: lambda e: any(typed(e, f, k) for f, k in value.items()),
    ),
    "a missing field is of any type": compiler(
        "field_types",
        lambda value: (
            lambda e: all(typed(e, f, k) or not RIGHT["_lookup"](e, f.split("."))[0] for f, k in value.items())
        ),
    ),
    "a missing field is null": compiler(
        "field_types",
        lambda value: lambda e: all(KINDS[k](RIGHT["_lookup"](e, f.split("."))[1]) for f, k in value.items()),
    ),
    "true is an integer": kind("integer", lambda v: isinstance(v, int)),
    "true is a number": kind("number", lambda v: isinstance(v, int | float)),
    "a number with a point is no integer": kind("integer", lambda v: type(v) is int),
    "every number is an integer": kind("integer", KINDS["number"]),
    "an integer is no number": kind("number", lambda v: type(v) is float),
    "large numbers are no integers": kind("integer", lambda v: KINDS["integer"](v) and abs(v) < 2**53),
    "digits are a number": kind("number", lambda v: KINDS["number"](v) or (isinstance(v, str) and v.isdigit())),
    "one is a truth value": kind("boolean", lambda v: v in (0, 1)),
    "the word true is a truth value": kind("boolean", lambda v: v in ("true", "false") or isinstance(v, bool)),
    "a list is an object": kind("object", lambda v: isinstance(v, dict | list)),
    "null is an object": kind("object", lambda v: v is None or isinstance(v, dict)),
    "an empty list is no array": kind("array", lambda v: isinstance(v, list) and bool(v)),
    "an object is an array": kind("array", lambda v: isinstance(v, dict | list)),
    "a text is an array": kind("array", lambda v: isinstance(v, str | list)),
    "an empty text is no string": kind("string", lambda v: isinstance(v, str) and bool(v)),
    "null is a string": kind("string", lambda v: v is None or isinstance(v, str)),
    "whatever is empty is null": kind("null", lambda v: not v),
    "nothing is null": kind("null", lambda _: False),
}
