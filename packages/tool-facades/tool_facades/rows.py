"""One row of a provider's table: how the arguments of a tool, or of an item in one of its lists, go both ways."""

from __future__ import annotations

from typing import Any, NamedTuple

from tool_facades.absent import absent_value, has_value
from tool_facades.calls import Difference, Filled
from tool_facades.errors import FacadeError, meant
from tool_facades.fillers import filled_value
from tool_facades.forms import (
    AddressesInText,
    Form,
    LineRange,
    OneOrMany,
    Renamed,
    Unsayable,
    ViewRange,
)
from tool_facades.validation import problem, same

_GROUPS: dict[str, Any] = {"lines": LineRange, "view": ViewRange, "addresses": AddressesInText}


class Place(NamedTuple):
    """Where an object stands: the prefix of its names on the canonical side, and on the native side."""

    canonical: str = ""
    native: str = ""

    def item(self, canonical: str, native: str, number: int) -> Place:
        """Return the place of an item of a list in this object."""
        return Place(f"{self.canonical}{canonical}/{number}/", f"{self.native}{native}/{number}/")

    @property
    def number(self) -> int:
        """Return the number of the item that this is, from 1."""
        return next((int(part) + 1 for part in reversed(self.native.split("/")) if part.isdigit()), 1)


_TOP = Place()


class Report:
    """What a way to the native side leaves behind: fillings, dropped names.

    `advisory` are the canonical names that may be dropped, `own` the tool's own arguments that come back by themselves.
    It `is_silent` if a value is not said, because the tool has it anyway.
    """

    def __init__(self, advisory: frozenset[str], own: dict[str, Any]) -> None:
        self.advisory = advisory
        self.own = own
        self.filled: list[Filled] = []
        self.dropped: list[str] = []
        self.differences: list[Difference] = []
        self.is_silent = False

    def refuse_or_drop(self, name: str) -> None:
        """Drop an argument if it only talks about the call; raises `Unsayable` for every other."""
        if "/".join(part for part in name.split("/") if not part.isdigit()) not in self.advisory:
            raise Unsayable(name, "has no counterpart")
        self.dropped.append(name)


class Row:
    """The arguments of one object on both sides.

    A row of a table has `arguments` (native name → canonical name, or a form), `groups` (forms of several arguments),
    `absent` (canonical name → what the tool does where it is not said) and `fill` (native name → derivation).
    `arguments` with `items` are lists of objects, each with a row of its own, or of texts that are one argument of
    them. `single` is a canonical list of which the tool takes one item, whose arguments stand beside the others.
    `arguments` are the schemas of the canonical arguments by name: a native value that says nothing which fits them is
    the tool's own.
    Raises `FacadeError` (`unknown-argument`) for a row that names others.
    """

    def __init__(self, row: dict[str, Any], arguments: dict[str, Any]) -> None:
        self._arguments = arguments
        self._items: dict[str, tuple[str, Row | str]] = {}
        self._only_with: dict[str, tuple[str, dict[str, Any]]] = {}
        self._forms: list[Form] = [_GROUPS[group["form"]](group) for group in row.get("groups", ())]
        for native, said in row.get("arguments", {}).items():
            one: dict[str, Any] = {"to": said} if isinstance(said, str) else said
            if "items" in one:
                inner: dict[str, Any] | str = one["items"]
                self._items[native] = (one["to"], inner if isinstance(inner, str) else self._row_of(one["to"], inner))
            elif "many" in one:
                self._forms.append(OneOrMany(native, one))
            else:
                self._forms.append(Renamed(native, one))
                if "only_with" in one:
                    self._only_with[one["to"]] = (native, one["only_with"])
        single: dict[str, Any] | None = row.get("single")
        self._single: tuple[str, Row] | None = (
            (single["to"], self._row_of(single["to"], single["items"])) if single else None
        )
        for name in (
            *(name for form in self._forms for name in form.canonicals),
            *(to for to, _ in self._items.values()),
        ):
            self._known(name)
        self._absent: dict[str, Any] = row.get("absent", {})
        self._fill: dict[str, dict[str, Any]] = row.get("fill", {})

    @property
    def natives(self) -> set[str]:
        """Return every native name that the row speaks of."""
        single = self._single[1].natives if self._single else set[str]()
        return {name for form in self._forms for name in form.natives} | self._items.keys() | self._fill.keys() | single

    def takes(self, canonical: str, declared: dict[str, Any]) -> bool:
        """Tell whether a canonical argument has a counterpart among the declared ones."""
        return any(canonical in form.canonicals for form in self._active(declared)) or any(
            canonical == to and native in declared for native, (to, _) in self._items.items()
        )

    def has_effect(self, canonical: str, call: dict[str, Any]) -> bool:
        """Tell whether an argument has an effect in a call: some have one only beside another."""
        return canonical not in self._only_with or _has(call, self._only_with[canonical][1])

    def is_about(self, canonical: str, declared: dict[str, Any]) -> bool:
        """Tell whether a canonical argument has a counterpart, or a value that needs none."""
        return self.takes(canonical, declared) or canonical in self._absent

    def natives_of(self, canonical: str, declared: dict[str, Any]) -> list[str]:
        """Return the declared native arguments that say a canonical one."""
        forms = [form for form in self._active(declared) if canonical in form.canonicals]
        lists = [native for native, (to, _) in self._items.items() if to == canonical and native in declared]
        return [*(name for form in forms for name in form.natives), *lists]

    def absent(self, schema: dict[str, Any], version: str) -> dict[str, Any]:
        """Return what the tool does, by canonical name, where it is not said: declared defaults, else the table's."""
        declared: dict[str, Any] = schema.get("properties", {})
        found: dict[str, Any] = {}
        for name, said in self._absent.items():
            value = absent_value(said, version, is_declared=bool(self.natives_of(name, declared)))
            if value:
                found[name] = value[0]
        for form in self._active(declared):
            if len(form.natives) == 1:
                (native,) = form.natives
                default = declared[native].get("default") if isinstance(declared[native], dict) else None
                if default is not None:
                    found |= form.to_canonical({native: default}, {})
        return found

    def to_canonical(self, native: dict[str, Any], own: dict[str, Any], at: str = "") -> dict[str, Any]:
        """Return canonical arguments; what the table does not speak of goes to `own`, by its place."""
        left = {name: value for name, value in native.items() if value is not None}
        kept: dict[str, Any] = {name: None for name, value in native.items() if value is None}
        found: dict[str, Any] = {}
        for form in self._forms:
            given = {name: left[name] for name in form.natives if name in left}
            if given and not any(name in found for name in form.canonicals):
                found |= self._fitting(form.to_canonical(given, kept), given, kept)
                left = {name: value for name, value in left.items() if name not in given}
        for name, (native_name, others) in self._only_with.items():
            if name in found and not _has(found, others):
                del found[name]
                kept[native_name] = native[native_name]
        for name, (to, inner) in self._items.items():
            if name in left and to not in found:
                inside: dict[str, Any] = {}
                items = [_canonical_item(item, inner, inside, f"{at}{name}/{n}/") for n, item in enumerate(left[name])]
                if problem(items, self._arguments[to]) is None:
                    del left[name]
                    found[to] = items
                    own |= inside
        if self._single:
            to, inner = self._single
            given = {name: left.pop(name) for name in inner.natives if name in left}
            item = inner.to_canonical(given, kept)
            found |= self._fitting({to: [item]}, given, kept) if item else {}
        own |= {at + name: value for name, value in (kept | left).items()}
        return found

    def to_native(
        self, canonical: dict[str, Any], schema: dict[str, Any], report: Report, place: Place = _TOP
    ) -> dict[str, Any]:
        """Return native arguments for a schema; raises `Unsayable`."""
        declared: dict[str, Any] = schema.get("properties", {})
        left = dict(canonical)
        found: dict[str, Any] = {}
        for form in self._active(declared):
            given = {name: left.pop(name) for name in form.canonicals if name in left}
            for name in given:
                if name in self._only_with and not _has(canonical, self._only_with[name][1]):
                    raise Unsayable(name, f"has an effect only with {', '.join(self._only_with[name][1])}")
            if given:
                found |= _whole_numbers(form.to_native(given), declared, given, report)
        for name, (to, inner) in self._items.items():
            if to in left and name in declared:
                items: list[Any] = left.pop(to)
                item_schema: dict[str, Any] = declared[name].get("items", {})
                places = [place.item(to, name, number) for number in range(len(items))]
                found[name] = [
                    _native_item(item, inner, item_schema, report, at) for item, at in zip(items, places, strict=True)
                ]
        found |= self._of_single(left, schema, report, place)
        for name, value in left.items():
            if name in self._absent and has_value(self._absent[name], value):
                report.is_silent = True
            else:
                report.refuse_or_drop(place.canonical + name)
        self._fill_in(found, canonical, schema, report, place)
        return found

    def _of_single(self, left: dict[str, Any], schema: dict[str, Any], report: Report, place: Place) -> dict[str, Any]:
        if self._single is None or self._single[0] not in left:
            return {}
        to, inner = self._single
        items: list[dict[str, Any]] = left.pop(to)
        if len(items) != 1:
            raise Unsayable(place.canonical + to, "has more or fewer than the one item there is room for")
        return inner.to_native(items[0], schema, report, Place(f"{place.canonical}{to}/0/", place.native))

    def _fill_in(
        self, found: dict[str, Any], canonical: dict[str, Any], schema: dict[str, Any], report: Report, place: Place
    ) -> None:
        for name, rule in self._fill.items():
            required = name in schema.get("properties", {}) and name in schema.get("required", ())
            if not required or name in found or place.native + name in report.own:
                continue
            value, derivation = filled_value(rule, canonical, place.number)
            if value is not None:
                found[name] = value
                report.filled.append(Filled(place.native + name, value, derivation))

    def _row_of(self, canonical: str, row: dict[str, Any]) -> Row:
        """Return the row of the items of a canonical list; raises `FacadeError`, as `_known`."""
        listed: dict[str, Any] = self._known(canonical).get("items", {})
        return Row(row, listed.get("properties", {}))

    def _known(self, canonical: str) -> dict[str, Any]:
        """Return the schema of a canonical argument; raises `FacadeError` (`unknown-argument`)."""
        if canonical not in self._arguments:
            what = f"{canonical!r} is no canonical argument."
            raise FacadeError("unknown-argument", what, "row", meant(canonical, self._arguments))
        return self._arguments[canonical]

    def _fitting(self, made: dict[str, Any], given: dict[str, Any], kept: dict[str, Any]) -> dict[str, Any]:
        """Return canonical arguments; where one is beyond what the canonical tool takes, keep what it was made of."""
        if all(problem(value, self._arguments[name]) is None for name, value in made.items()):
            return made
        kept |= given
        return {}

    def _active(self, declared: dict[str, Any]) -> list[Form]:
        return [form for form in self._forms if all(name in declared for name in form.natives)]


def _has(arguments: dict[str, Any], others: dict[str, Any]) -> bool:
    return all(name in arguments and same(arguments[name], value) for name, value in others.items())


def _whole_numbers(
    native: dict[str, Any], declared: dict[str, Any], given: dict[str, Any], report: Report
) -> dict[str, Any]:
    """Return native arguments with times rounded up where the tool counts whole seconds; what changes is reported."""
    for name, value in native.items():
        schema = declared[name] if isinstance(declared[name], dict) else {}
        if isinstance(value, float) and not value.is_integer() and schema.get("type") == "integer":
            whole = -int(-value // 1)
            ((canonical, meant),) = given.items()
            report.differences.append(Difference(canonical, meant, meant / value * whole))
            native = {**native, name: whole}
    return native


def _canonical_item(item: Any, inner: Row | str, own: dict[str, Any], at: str) -> Any:
    return {inner: item} if isinstance(inner, str) else inner.to_canonical(item, own, at)


def _native_item(item: dict[str, Any], inner: Row | str, schema: dict[str, Any], report: Report, place: Place) -> Any:
    if not isinstance(inner, str):
        return inner.to_native(item, schema, report, place)
    for name in item:
        if name != inner:
            report.refuse_or_drop(place.canonical + name)
    return item[inner]
