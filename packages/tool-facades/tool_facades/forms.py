"""Forms of arguments: how native arguments say what canonical ones say. Each is a row of a provider's table.

Every form has `natives` and `canonicals`, the names on either side. `to_canonical` takes those native arguments that
are there and returns canonical ones, or leaves what has no canonical meaning in `own`; `to_native` takes the canonical
ones that are there. Both get values that fit their declaration. `Unsayable` says what the native tool has no words for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from tool_facades.validation import same


class Unsayable(Exception):  # noqa: N818 (told to callers as a FacadeError)
    """A canonical argument that the native tool cannot express: its name, and why."""

    def __init__(self, argument: str, why: str) -> None:
        super().__init__(argument, why)
        self.argument = argument
        self.why = why


class Form(ABC):
    """Some native arguments on one side, some canonical ones on the other."""

    natives: tuple[str, ...] = ()
    canonicals: tuple[str, ...] = ()

    @abstractmethod
    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        """Return canonical arguments; what has no canonical meaning goes to `own`."""

    @abstractmethod
    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return native arguments; raises `Unsayable`."""


class Renamed(Form):
    """One native argument for one canonical one, in another unit or with other words for its values.

    `values` are pairs of a native and a canonical value. A text that begins with `unless` is the tool's own.
    """

    def __init__(self, native: str, row: dict[str, Any]) -> None:
        self.natives = (native,)
        self.canonicals = (row["to"],)
        self._unit = _UNITS[row["unit"]] if "unit" in row else None
        self._values: list[list[Any]] | None = row.get("values")
        self._unless: str | None = row.get("unless")

    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        """Return the one argument."""
        (native,), (canonical,) = self.natives, self.canonicals
        value = given[native]
        found = [pair for pair in self._values or () if same(pair[0], value)]
        # A number that is a name in canonical terms is a whole one.
        broken = self._unit is _UNITS["number"] and value != int(value)
        if broken or self._is_other(value) or (self._values is not None and not found):
            own[native] = value
            return {}
        if found:
            value = found[0][1]
        return {canonical: self._unit[0](value) if self._unit else value}

    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the one argument."""
        (native,), (canonical,) = self.natives, self.canonicals
        value = given[canonical]
        if self._unit:
            value = self._unit[1](canonical, value)
        if self._values is not None:
            found = [pair for pair in self._values if same(pair[1], value)]
            if not found:
                raise Unsayable(canonical, f"{value!r} has no counterpart")
            value = found[0][0]
        if self._is_other(value):
            raise Unsayable(canonical, f"{value!r} means something else there")
        return {native: value}

    def _is_other(self, value: Any) -> bool:
        return self._unless is not None and isinstance(value, str) and value.startswith(self._unless)


class LineRange(Form):
    """First and last line, both inclusive, for `offset` and `limit`. A start beyond the end is the tool's own."""

    canonicals = ("offset", "limit")

    def __init__(self, row: dict[str, Any]) -> None:
        self._start: str = row["start"]
        self._end: str = row["end"]
        self.natives = (self._start, self._end)

    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        """Return `offset` if there is a start, `limit` if there is an end."""
        return _range(given.get(self._start), given.get(self._end), given, own)

    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return start and end as far as they are said."""
        found = {self._start: given["offset"]} if "offset" in given else {}
        return found | ({self._end: given.get("offset", 1) + given["limit"] - 1} if "limit" in given else {})


class ViewRange(Form):
    """A list of first and last line, -1 for the end of the file, for `offset` and `limit`."""

    canonicals = ("offset", "limit")

    def __init__(self, row: dict[str, Any]) -> None:
        self.natives = (row["list"],)

    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
        """Return `offset`, and `limit` unless the range is open."""
        value = given[self.natives[0]]
        if len(value) != 2:  # noqa: PLR2004 (a pair)
            own |= given
            return {}
        start, end = value
        return _range(start, None if end == -1 else end, given, own)

    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the pair."""
        start = given.get("offset", 1)
        return {self.natives[0]: [start, start + given["limit"] - 1 if "limit" in given else -1]}


class OneOrMany(Form):
    """One native argument that takes a text or a list, for a singular and a plural canonical name."""

    def __init__(self, native: str, row: dict[str, Any]) -> None:
        self.natives = (native,)
        self.canonicals = (row["one"], row["many"])

    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002 (a form's)
        """Return the singular for a text, the plural for a list."""
        value = given[self.natives[0]]
        return {self.canonicals[isinstance(value, list)]: value}

    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return a list if there are several."""
        one, many = self.canonicals
        if one in given and many in given and given[one] not in given[many]:
            return {self.natives[0]: [given[one], *given[many]]}
        return {self.natives[0]: given.get(many, given.get(one))}


class AddressesInText(Form):
    """A prompt that holds the addresses to fetch, for `url`, `urls` and `prompt`."""

    canonicals = ("prompt", "url", "urls")

    def __init__(self, row: dict[str, Any]) -> None:
        self.natives = (row["text"],)

    def to_canonical(self, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:  # noqa: ARG002 (a form's)
        """Return the prompt word for word; `url` is the first address, `urls` all of several."""
        text = given[self.natives[0]]
        found = addresses(text)
        out: dict[str, Any] = {"prompt": text}
        if found:
            out["url"] = found[0]
        return out | ({"urls": found} if len(found) > 1 else {})

    def to_native(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return the prompt, with those addresses in front that do not stand in it."""
        prompt = given.get("prompt", "")
        wanted = list(dict.fromkeys(([given["url"]] if "url" in given else []) + given.get("urls", [])))
        there = set(addresses(prompt))
        missing = [one for one in wanted if one not in there]
        if any(addresses(one) != [one] for one in missing):
            raise Unsayable("url", "a program would not find this address in a text")
        if wanted and there - set(wanted):
            raise Unsayable("prompt", "addresses in it would be fetched, too")
        return {self.natives[0]: " ".join(filter(None, (*missing, prompt)))}


def addresses(text: str) -> list[str]:
    """Return the addresses in a text, in order and once each: words with `://` in them, as in the canonical event."""
    return list(dict.fromkeys(word for word in text.split() if "://" in word))


def _range(start: Any, end: Any, given: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    if (start is not None and start < 1) or (end is not None and end < (start or 1)):
        own |= given
        return {}
    found = {} if start is None else {"offset": start}
    return found | ({} if end is None else {"limit": end - (start or 1) + 1})


def _whole(value: float) -> float:
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _number(name: str, value: str) -> int:
    digits = value.removeprefix("-")
    # As it would be written back, so that nothing is lost; longer ones are no number of a shell or a step.
    if len(digits) > _DIGITS or not (digits.isascii() and digits.isdigit()) or str(int(value)) != value:
        raise Unsayable(name, f"{value!r} is no number")
    return int(value)


_DIGITS = 18
# Unit → (native to canonical, canonical name and value to native).
_UNITS: dict[str, Any] = {
    "seconds": (lambda value: _whole(value * 1000), lambda _name, value: _whole(value / 1000)),
    "from-zero": (lambda value: value + 1, lambda _name, value: value - 1),
    "number": (lambda value: str(int(value)), _number),
}
