"""One native tool with several actions, each a canonical tool, and tools that a vendor's interface defines."""

from __future__ import annotations

import functools
from typing import Any

from tool_facades import data
from tool_facades.asked import tool_of
from tool_facades.calls import Call, Mapped, NativeOnly
from tool_facades.errors import FacadeError, is_text, meant
from tool_facades.facade import ToolFacade
from tool_facades.operations import OperationFacade
from tool_facades.validation import same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tool_facades.calls import Assumed


class ActionFacade(ToolFacade):
    """A tool whose arguments say which of several actions is meant.

    `actions` are rows in order, each with `tool` (the canonical one) and `parameters` (a schema). An argument, the
    `discriminator`, has the row's `value`; a row without one is for every call. The arguments stand within the native
    argument `inside`, if there is one. `definition` is what a request offers, by interface, where the vendor defines
    the tool and no schema is sent.

    An action that is not the first of its canonical tool is kept in `native_only`: the same tool takes it back, every
    other does without and says so.
    """

    def __init__(self, provider: str, tool_name: str, row: dict[str, Any], *, version: str = "own") -> None:
        self._actions: list[dict[str, Any]] = row["actions"]
        self._discriminator: str = row.get("discriminator", "")
        self._inside: str = row.get("inside", "")
        self._defined: dict[str, dict[str, Any]] = row.get("definition", {})
        schemas = [self._whole(action) for action in self._actions]
        super().__init__(provider, tool_name, self._actions[0]["tool"], schemas, row, version=version)
        self._facades = [
            ToolFacade(provider, tool_name, action["tool"], [action["parameters"]], action, version=version)
            for action in self._actions
        ]

    @property
    def canonicals(self) -> tuple[str, ...]:
        """Return the canonical tools that the actions are, each once."""
        return tuple(dict.fromkeys(action["tool"] for action in self._actions))

    def definition(
        self, api: str, choices: Mapping[str, Sequence[str]] | None = None, *, text_as: str = ""
    ) -> dict[str, Any]:
        """Return what a request offers: the type that the vendor defines; raises `FacadeError` as any facade."""
        if not self._defined:
            return super().definition(api, choices, text_as=text_as)
        if not is_text(api) or api not in self._defined:
            what = f"{self.tool_name} is a tool of {' and '.join(self._defined)} alone."
            raise FacadeError("unknown-api", what, f"{self.provider} {self.tool_name}", meant(api, self._defined))
        for name in choices or {}:
            raise FacadeError(
                "unknown-argument", f"{name} is not declared.", f"{self.provider} {self.tool_name} {name}"
            )
        return dict(self._defined[api])

    def to_canonical(self, arguments: dict[str, Any] | str) -> Mapped:
        """Return the canonical calls of one native call; raises `FacadeError`."""
        number, inner = self._parted(arguments)
        mapped = self._facades[number].to_canonical(inner)
        own = dict(mapped.native_only)
        is_first = number == self._first(self._actions[number]["tool"])
        advisory: frozenset[str] = getattr(mapped.native_only, "advisory", frozenset())
        if not is_first:
            own[self._discriminator] = self._actions[number]["value"]
            advisory |= {self._discriminator}
        neutral: frozenset[str] = getattr(mapped.native_only, "neutral", frozenset())
        return mapped._replace(
            native_only=NativeOnly(own, self.provider, self.tool_name, advisory=advisory, neutral=neutral)
        )

    def to_native(
        self,
        calls: Mapped | Call | dict[str, Any] | Sequence[Call | dict[str, Any] | str],
        native_only: dict[str, Any] | None = None,
        assumed: Sequence[Assumed] = (),
    ) -> Mapped:
        """Return the native calls of the first action that can say canonical calls; raises `FacadeError`.

        Arguments without a tool are those of the first action's.
        """
        named = isinstance(calls, Mapped | Call) or (
            isinstance(calls, list | tuple) and bool(calls) and all(isinstance(call, Call) for call in calls)
        )
        tool = tool_of(calls, self.provider) if named else self.canonical
        own = calls.native_only if isinstance(calls, Mapped) and native_only is None else native_only
        numbers = [number for number, action in enumerate(self._actions) if action["tool"] == tool]
        if not numbers:
            what = f"has no action for {tool!r}."
            raise FacadeError("unknown-tool", what, f"{self.provider} {self.tool_name}", meant(tool, self.canonicals))
        if isinstance(own, dict) and self._discriminator in own and self._is_mine(own):
            wanted = own[self._discriminator]
            numbers = [one for one in numbers if same(self._actions[one].get("value"), wanted)] or numbers
            own = self._without(own)
        errors: list[FacadeError] = []
        for number in numbers:
            try:
                found = self._facades[number].to_native(calls, own, assumed)
            except FacadeError as error:
                errors.append(error)
            else:
                return found._replace(calls=tuple(self._put_together(number, call) for call in found.calls))
        raise errors[0]

    def _parted(self, arguments: Any) -> tuple[int, dict[str, Any]]:
        """Return the number of the action that is meant, and its arguments alone."""
        where = f"{self.provider} {self.tool_name}"
        inner = arguments.get(self._inside) if self._inside and isinstance(arguments, dict) else arguments
        if not isinstance(inner, dict) or (self._inside and len(arguments) > 1):
            what = f"takes one object, {self._inside}." if self._inside else "takes named arguments."
            raise FacadeError("wrong-argument", what, where)
        value = inner.get(self._discriminator)
        for number, action in enumerate(self._actions):
            if "value" not in action or same(action["value"], value):
                return number, {name: item for name, item in inner.items() if name != self._discriminator}
        known = [action["value"] for action in self._actions]
        code, said = ("wrong-argument", f"not {value!r}") if self._discriminator in inner else ("missing-argument", "")
        what = " ".join(filter(None, (f"{self._discriminator} must be one of {', '.join(known)}", said)))
        raise FacadeError(code, f"{what}.", f"{where} {self._discriminator}", meant(value, known) if said else "")

    def _put_together(self, number: int, call: Call) -> Call:
        action = self._actions[number]
        told = {self._discriminator: action["value"]} if "value" in action else {}
        inner = {**told, **call.arguments} if isinstance(call.arguments, dict) else call.arguments
        return Call(self.tool_name, {self._inside: inner} if self._inside else inner)

    def _whole(self, action: dict[str, Any]) -> dict[str, Any]:
        """Return the schema of a call with one action."""
        schema: dict[str, Any] = {"type": "object", **action["parameters"]}
        if "value" in action:
            told = {self._discriminator: {"type": "string", "const": action["value"]}}
            required = [self._discriminator, *schema.get("required", ())]
            schema = {**schema, "properties": {**told, **schema.get("properties", {})}, "required": required}
        if not self._inside:
            return schema
        return {"type": "object", "properties": {self._inside: schema}, "required": [self._inside]}

    def _first(self, tool: str) -> int:
        return next(number for number, action in enumerate(self._actions) if action["tool"] == tool)

    def _is_mine(self, own: dict[str, Any]) -> bool:
        whose = (getattr(own, "provider", self.provider), getattr(own, "tool_name", self.tool_name))
        return whose == (self.provider, self.tool_name)

    def _without(self, own: dict[str, Any]) -> dict[str, Any]:
        left = {name: value for name, value in own.items() if name != self._discriminator}
        if not isinstance(own, NativeOnly):
            return left
        return NativeOnly(left, own.provider, own.tool_name, advisory=own.advisory, neutral=own.neutral)


@functools.cache
def vendor_facades(provider: str) -> tuple[ToolFacade, ...]:
    """Return the tools that a vendor's interface defines, as `vendors/<provider>.json` has them."""
    document: dict[str, Any] = data.read(f"vendors/{provider}")
    return tuple(
        OperationFacade(provider, row["name"], "Edit", [row["operations"]], {})
        if "operations" in row
        else ActionFacade(provider, row["name"], row)
        for row in document["tools"]
    )
