"""What a check compares. An absent value is `MISSING`; None is JSON's null, and a value."""

from __future__ import annotations

from typing import Any

MISSING = object()
_NUMBERS = (int, float)


def at(document: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer, `MISSING` if there is none."""
    value = document
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return MISSING
    return value


def is_same(one: Any, other: Any) -> bool:
    """Tell whether two JSON values are equal: `true` is not `1`, `1` is `1.0`, None is not absent."""
    left = [(one, other)]
    while left:
        a, b = left.pop()
        if isinstance(a, dict) and isinstance(b, dict):
            if a.keys() != b.keys():
                return False
            left += [(value, b[key]) for key, value in a.items()]
        elif isinstance(a, list) and isinstance(b, list):
            if len(a) != len(b):
                return False
            left += zip(a, b)
        elif (type(a) is not type(b) and not (type(a) in _NUMBERS and type(b) in _NUMBERS)) or (a is not b and a != b):
            return False
    return True


def differences(comparisons: list[dict[str, Any]], result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return where a result (`{events}` or `{matched_rules}`) differs from what a check expects; none: it passed."""
    found: list[dict[str, Any]] = []
    for one in comparisons:
        place, ignored = one["at"], one.get("ignoring", [])
        got = at(result, place)
        if place == "/matched_rules":
            counting = [name for name in got if name not in ignored]
            found += _difference(place, one["is"], counting)
        elif "at_most" in one:
            for number in range(one["at_most"], len(got)):
                found += _difference(f"{place}/{number}", MISSING, got[number])
        elif "without" in one:
            for key in one["without"]:
                found += _difference(f"{place}/{_escaped(key)}", MISSING, got.get(key, MISSING))
        elif "as" in one:
            # Of an event that is not there, another comparison says so.
            if got is not MISSING:
                found += _difference(place, _apart(at(result, one["as"]), ignored), _apart(got, ignored))
        else:
            counting = _left(got, ignored)
            if not (counting is MISSING and one.get("or_absent")):
                found += _difference(place, MISSING if one.get("absent") else one["is"], counting)
    return found


def _apart(event: dict[str, Any], keys: list[str]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key not in keys}


def _left(value: Any, ignored: list[str]) -> Any:
    """Return an object without the ignored keys; one that held nothing else is absent."""
    if not isinstance(value, dict) or not any(key in value for key in ignored):
        return value
    return _apart(value, ignored) or MISSING


def _difference(pointer: str, expected: Any, got: Any) -> list[dict[str, Any]]:
    if is_same(expected, got):
        return []
    values = {"expected": expected, "got": got}
    return [{"pointer": pointer} | {key: value for key, value in values.items() if value is not MISSING}]


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
