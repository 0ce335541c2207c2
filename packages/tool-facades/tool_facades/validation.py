"""Does a value fit a parameter schema? The part of JSON Schema that programs declare their tools in."""

from __future__ import annotations

from typing import Any, NamedTuple

from tool_facades.errors import is_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}

_OF_SEVERAL = ("allOf", "anyOf", "oneOf")
_COMBINING = frozenset((*_OF_SEVERAL, "not"))

# What is beyond, infinity among it, could not be counted in other units.
_LARGEST = 10**300


class Problem(NamedTuple):
    """Why a value does not fit: an error code, the place (`todos/0/status`, empty at the top), and a sentence."""

    code: str
    at: str
    what: str


def problem(value: Any, schema: Any, at: str = "", root: Any = None) -> Problem | None:
    """Return the first reason why a value does not fit a schema, or None.

    Knows type, enum, const, properties, required, additionalProperties, items, anyOf, oneOf, allOf, not, `$ref` within
    the schema, and all bounds; annotations (description, default, format) are passed over. `oneOf` is as `anyOf`:
    declarations are recorded without patterns, so that several alternatives may fit.
    """
    root = schema if root is None else root
    if isinstance(schema, bool):
        return None if schema else Problem("unknown-argument", at, "nothing may stand here")
    if "$ref" in schema:
        return problem(value, _resolved(schema["$ref"], root), at, root)
    if "type" in schema and not _is_of(value, schema["type"]):
        return Problem("wrong-argument", at, f"must be {_types(schema['type'])}, not {_named(value)}")
    if "enum" in schema and not any(same(value, one) for one in schema["enum"]):
        return Problem("wrong-argument", at, f"must be one of {', '.join(map(repr, schema['enum']))}, not {value!r}")
    if "const" in schema and not same(value, schema["const"]):
        return Problem("wrong-argument", at, f"must be {schema['const']!r}, not {value!r}")
    found = None if _BOUNDS.isdisjoint(schema) else _bounds(value, schema, at)
    if found is None and isinstance(value, dict):
        found = _object(value, schema, at, root)
    elif found is None and isinstance(value, list):
        found = _array(value, schema, at, root)
    return found if found is not None or _COMBINING.isdisjoint(schema) else _combined(value, schema, at, root)


def closed(schema: Any) -> Any:
    """Return a schema that takes no names but the declared ones, also where it does not say so."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        key: {name: closed(item) for name, item in value.items()} if key == "properties" else closed(value)
        for key, value in schema.items()
    }
    return {"additionalProperties": False, **found} if found.get("properties") else found


def same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal: true is not 1, and 1.0 is."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(item, other[name]) for name, item in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other, strict=True))
    return bool(one == other)


def _resolved(reference: str, root: Any) -> Any:
    found = root
    for part in reference.removeprefix("#").strip("/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    return found


def _is_of(value: Any, kinds: str | list[str]) -> bool:
    return _is_kind(value, kinds) if isinstance(kinds, str) else any(_is_kind(value, kind) for kind in kinds)


def _is_kind(value: Any, kind: str) -> bool:
    if kind in ("number", "integer"):
        if isinstance(value, bool) or not isinstance(value, int | float) or not -_LARGEST <= value <= _LARGEST:
            return False
        return kind == "number" or isinstance(value, int) or value.is_integer()
    return isinstance(value, _TYPES[kind])


def _types(kinds: str | list[str]) -> str:
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _named(value: Any) -> str:
    for name, types in _TYPES.items():
        if isinstance(value, types):
            return name
    return "number" if isinstance(value, int | float) else f"a Python {type(value).__name__}"


def _bounds(value: Any, schema: dict[str, Any], at: str) -> Problem | None:
    for keyword, (is_wrong, words) in _BOUNDS_OF.get(_named(value), {}).items():
        if keyword in schema and is_wrong(value, schema[keyword]):
            return Problem("wrong-argument", at, f"{words} {schema[keyword]}")
    return None


def _repeats(items: list[Any]) -> bool:
    return any(same(one, other) for index, one in enumerate(items) for other in items[:index])


def _object(value: dict[str, Any], schema: dict[str, Any], at: str, root: Any) -> Problem | None:
    known: dict[str, Any] = schema.get("properties", {})
    further = schema.get("additionalProperties", True)
    for name, item in value.items():
        if not is_text(name):
            return Problem("unknown-argument", _inside(at, repr(name)), "is no name")
        place = _inside(at, name)
        if name in known:
            found = problem(item, known[name], place, root)
        elif further is False:
            found = Problem("unknown-argument", place, "is not declared")
        else:
            found = problem(item, further, place, root)
        if found:
            return found
    for name in schema.get("required", ()):
        if name not in value:
            return Problem("missing-argument", _inside(at, name), "is required")
    return None


def _array(value: list[Any], schema: dict[str, Any], at: str, root: Any) -> Problem | None:
    first: list[Any] = schema.get("prefixItems", [])
    for index, item in enumerate(value):
        inner = first[index] if index < len(first) else schema.get("items", True)
        found = problem(item, inner, _inside(at, str(index)), root)
        if found:
            return found
    return None


def _combined(value: Any, schema: dict[str, Any], at: str, root: Any) -> Problem | None:
    for keyword in _OF_SEVERAL:
        if keyword not in schema:
            continue
        found = [problem(value, inner, at, root) for inner in schema[keyword]]
        wrong = [one for one in found if one]
        if keyword == "allOf" and wrong:
            return wrong[0]
        if keyword != "allOf" and len(wrong) == len(found):
            reasons = "; ".join(dict.fromkeys(f"{one.at or 'it'} {one.what}" for one in wrong))
            return Problem("wrong-argument", at, f"fits no alternative ({reasons})")
    if "not" in schema and problem(value, schema["not"], at, root) is None:
        return Problem("wrong-argument", at, "has a form that is not allowed")
    return None


def _inside(at: str, name: str) -> str:
    return f"{at}/{name}" if at else name


# By kind of value: a bound's keyword, the test for a fault, and words.
_BOUNDS_OF: dict[str, dict[str, tuple[Callable[[Any, Any], Any], str]]] = {
    "number": {
        "minimum": (lambda value, bound: value < bound, "must be at least"),
        "maximum": (lambda value, bound: value > bound, "must be at most"),
        "exclusiveMinimum": (lambda value, bound: value <= bound, "must be more than"),
        "exclusiveMaximum": (lambda value, bound: value >= bound, "must be less than"),
        "multipleOf": (lambda value, step: value % step != 0, "must be a multiple of"),
    },
    "string": {
        "minLength": (lambda value, bound: len(value) < bound, "must have a length of at least"),
        "maxLength": (lambda value, bound: len(value) > bound, "must have a length of at most"),
    },
    "array": {
        "minItems": (lambda value, bound: len(value) < bound, "must have as many items as"),
        "maxItems": (lambda value, bound: len(value) > bound, "must have no more items than"),
        "uniqueItems": (lambda value, wanted: wanted and _repeats(value), "must have no item twice: uniqueItems is"),
    },
    "object": {
        "minProperties": (lambda value, bound: len(value) < bound, "must have as many names as"),
        "maxProperties": (lambda value, bound: len(value) > bound, "must have no more names than"),
    },
}
_BOUNDS = frozenset(keyword for bounds in _BOUNDS_OF.values() for keyword in bounds)
