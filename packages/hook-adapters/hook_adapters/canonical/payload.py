"""Reads payload text strictly: what two readers could understand differently is refused, never guessed at."""

from __future__ import annotations

import json
import re

from hook_adapters.canonical.errors import InvalidPayload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

# Objects and arrays within one another. Recorded payloads stay below 40; Python's own limit is near 1,000.
MAX_DEPTH = 500
# Values of a text. Recorded payloads stay below 20,000; one of many millions would take longer to read than a hook has.
MAX_VALUES = 1_000_000
# A string with its end, if it has one; else what begins a value after the first.
_TOKENS = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{,]', re.DOTALL)
_INFINITE = (float("inf"), float("-inf"))


class TooManyValues(InvalidPayload):
    """The text has more than `MAX_VALUES` values, so nothing of it was parsed."""


class ParsedPayload(bytes):
    """Payload text together with the object that it holds: what asks several questions of it parses it once."""

    payload: dict[str, Any]

    @classmethod
    def of(cls, text: bytes) -> ParsedPayload:
        """Parse a payload; raises `InvalidPayload`."""
        payload = parse(text)
        result = cls(text)
        result.payload = payload
        return result


def parse(text: str | bytes) -> dict[str, Any]:
    """Return the payload object; raises `InvalidPayload` for anything but one JSON object without duplicate keys.

    One leading byte-order mark is accepted, bytes must be UTF-8, `NaN` and `Infinity` are not JSON.
    """
    if isinstance(text, ParsedPayload):
        return text.payload
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise InvalidPayload(not_utf8(error)) from None
    value = parse_json(text.removeprefix("\ufeff"))
    if not isinstance(value, dict):
        raise InvalidPayload(f"not a JSON object but {_kind(value)}")
    return value


def not_utf8(error: UnicodeDecodeError) -> str:
    """Return what is wrong with bytes that are not UTF-8: of UTF-16, as Windows writes it, no single byte is."""
    is_utf16 = error.object.startswith((b"\xff\xfe", b"\xfe\xff"))
    return "UTF-16, and must be UTF-8" if is_utf16 else f"not UTF-8 at byte {error.start}"


def decode_object(value: Any) -> Any:
    """Return the object that a string encodes as JSON; any other value as it is, also a text that is not JSON.

    Raises `InvalidPayload` if the string is an object that `parse` would refuse (duplicate keys, too deep): programs
    read it, so it is no text.
    """
    if not isinstance(value, str) or not value.lstrip().startswith("{"):
        return value
    _refuse_many_values(value)
    try:
        json.loads(value)
    except json.JSONDecodeError:
        return value
    except (ValueError, RecursionError):
        pass  # not broken, but larger or deeper than Python reads: refused below
    return parse_json(value)


def parse_json(text: str) -> Any:
    """Return the one value a JSON text holds, strictly as `parse` reads it; raises `InvalidPayload`."""
    if not text.strip():
        raise InvalidPayload("empty input")
    _refuse_many_values(text)
    try:
        value = _STRICT.decode(text)
    except RecursionError:
        raise InvalidPayload("nested too deeply") from None
    except json.JSONDecodeError as error:
        raise InvalidPayload(f"not JSON: {error}") from None
    except ValueError:
        raise InvalidPayload("a number has more digits than programs read") from None
    if text.count("{") + text.count("[") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise InvalidPayload(f"nested more than {MAX_DEPTH} deep")
    return value


def _has_too_many_values(text: str) -> bool:
    """Tell in linear time, before anything is parsed, whether a JSON text has more than `MAX_VALUES` values."""
    if text.count(",") + text.count("[") + text.count("{") <= MAX_VALUES:
        return False
    # A string is a value or the name of one.
    return any(count > 2 * MAX_VALUES for count, _ in enumerate(_TOKENS.finditer(text), 1))


def _refuse_many_values(text: str) -> None:
    if _has_too_many_values(text):
        raise TooManyValues(f"more than {MAX_VALUES:,} values")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise InvalidPayload(f"duplicate key {key!r}")
            seen.add(key)
    return result


def _float(text: str) -> float:
    """Return a number; one beyond what a double holds is infinite to some readers and an error to others."""
    value = float(text)
    if value in _INFINITE:
        raise InvalidPayload(f"a number that is too large: {text[:20]}")
    return value


def _no_constant(name: str) -> NoReturn:
    raise InvalidPayload(f"not JSON: {name}")


# Made once: making one costs as much as reading a payload.
_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_float)


def _depth(value: Any) -> int:
    depth = 0
    level = [value]
    while level:
        depth += 1
        level = [
            child
            for container in level
            for child in (container.values() if isinstance(container, dict) else container)
            if isinstance(child, dict | list)
        ]
    return depth


def _kind(value: Any) -> str:
    names = {list: "an array", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
