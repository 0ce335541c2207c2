"""The two ways of one tool: native arguments to canonical calls, canonical arguments to native calls."""

from __future__ import annotations

from typing import Any

from tool_facades.forms import Unsayable
from tool_facades.rows import Place, Report, Row
from tool_facades.validation import same

# What a list of calls may stand for where a tool takes one: plural canonical name → singular.
_PLURALS = {"urls": "url", "paths": "path"}


class Mapping:
    """How one tool is mapped: a row, and perhaps a list of which each item is a call of its own (`each`).

    `arguments` are the schemas of the canonical arguments by name. A list without items is the tool's own. Raises
    `FacadeError` (`unknown-argument`) for a row that names others.
    """

    def __init__(self, row: dict[str, Any], arguments: dict[str, Any]) -> None:
        self.row = Row(row, arguments)
        self._list: str | None = row.get("each", {}).get("list")
        said: Any = row.get("each", {}).get("items", "")
        self._item: Row | str = said if isinstance(said, str) else Row(said, arguments)

    @property
    def natives(self) -> set[str]:
        """Return every native name at the top that the mapping speaks of."""
        return self.row.natives | ({self._list} if self._list else set())

    def to_canonical(self, native: dict[str, Any], own: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the canonical arguments of each call; what the table does not speak of goes to `own`."""
        name = self._list
        if name is None or not native.get(name):
            return [self.row.to_canonical(native, own)]
        shared = self.row.to_canonical({key: value for key, value in native.items() if key != name}, own)
        calls: list[dict[str, Any]] = []
        for number, item in enumerate(native[name]):
            if isinstance(self._item, str):
                calls.append({**shared, self._item: item})
            else:
                calls.append(shared | self._item.to_canonical(item, own, f"{name}/{number}/"))
        return calls

    def to_native(self, calls: list[dict[str, Any]], schema: dict[str, Any], report: Report) -> list[dict[str, Any]]:
        """Return native arguments, a call each or one for all; raises `Unsayable`."""
        declared: dict[str, Any] = schema.get("properties", {})
        calls = [one for call in calls for one in self._singular(call, declared)]
        if self._list is None or self._list not in declared:
            return [self.row.to_native(call, schema, report) for call in calls]
        found: list[dict[str, Any]] = []
        for call in calls:
            number = len(found[-1].get(self._list, ())) if found else 0
            shared, item = self._parted(call, schema, report, Place("", f"{self._list}/{number}/"))
            if item is None:
                found.append(shared)
            elif found and same({key: value for key, value in found[-1].items() if key != self._list}, shared):
                found[-1][self._list].append(item)
            else:
                found.append({**shared, self._list: [item]})
        return found

    def _parted(
        self, call: dict[str, Any], schema: dict[str, Any], report: Report, place: Place
    ) -> tuple[dict[str, Any], Any]:
        """Return what stands beside the list, and the item of this call; None if the call has none and needs none."""
        declared: dict[str, Any] = schema["properties"]
        item_schema: dict[str, Any] = declared[self._list or ""].get("items", {})
        rest = {key: value for key, value in declared.items() if key != self._list}
        inside: dict[str, Any] = item_schema.get("properties", {})
        inner = {
            name: value
            for name, value in call.items()
            if (name == self._item if isinstance(self._item, str) else self._item.is_about(name, inside))
        }
        outer = {name: value for name, value in call.items() if name not in inner}
        shared = self.row.to_native(outer, {**schema, "properties": rest}, report)
        if not inner and (self._list in report.own or self._list not in schema.get("required", ())):
            return shared, None
        if isinstance(self._item, str):
            if self._item not in inner:
                raise Unsayable(self._item, "is missing")
            return shared, inner[self._item]
        return shared, self._item.to_native(inner, item_schema, report, place)

    def _singular(self, call: dict[str, Any], declared: dict[str, Any]) -> list[dict[str, Any]]:
        """Return one call for each value of a plural that the tool has no room for."""
        for many, one in _PLURALS.items():
            if many in call and not self.takes(many, declared) and self.takes(one, declared):
                rest = {name: value for name, value in call.items() if name not in (many, one)}
                values = dict.fromkeys(([call[one]] if one in call else []) + call[many])
                return [{**rest, one: value} for value in values]
        return [call]

    def absent(self, schema: dict[str, Any], version: str) -> dict[str, Any]:
        """Return canonical name → what the tool does where it is not said, as far as that is known."""
        inner: dict[str, Any] = schema.get("properties", {}).get(self._list, {}).get("items", {}) if self._list else {}
        of_items = {} if isinstance(self._item, str) else self._item.absent(inner, version)
        return of_items | self.row.absent(schema, version)

    def natives_of(self, canonical: str, declared: dict[str, Any]) -> list[str]:
        """Return the declared native arguments at the top that say a canonical one."""
        return self.row.natives_of(canonical, declared)

    def takes(self, name: str, declared: dict[str, Any]) -> bool:
        """Tell whether a canonical argument has a counterpart among the declared ones, also in items of the list."""
        if self.row.takes(name, declared):
            return True
        if self._list is None or self._list not in declared:
            return False
        if isinstance(self._item, str):
            return name == self._item
        return self._item.takes(name, declared[self._list].get("items", {}).get("properties", {}))
