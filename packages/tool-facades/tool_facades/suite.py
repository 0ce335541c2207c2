"""The serve protocol's methods `tools` and `map`, answered by the facades."""

from __future__ import annotations

from hook_adapters.canonical.errors import AdapterError
from tool_facades import Assumed, Call, FacadeError, ProviderToolRegistry
from tool_facades.registry import NEWEST, OWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tool_facades import Mapped, ToolFacade


class CannotMap(AdapterError):  # noqa: N818 (an outcome of the protocol, named as the protocol names it)
    """Nothing of the kind is known, or the call cannot be said there."""

    code = -32004
    title = "cannot be mapped"


class Facades:
    """Keyword arguments and results are the serve protocol's; raises `CannotMap`."""

    def __init__(self) -> None:
        self._registry = ProviderToolRegistry()

    def tools(self, provider: str, model: str | None, version: str | None) -> dict[str, Any]:
        """Return `{"tools": [{"name", "canonical", "parameters", "forms"}]}`, the last where all are known."""
        return {"tools": [_offered(facade) for facade in self._of(provider, model, version)]}

    def to_canonical(self, where: Sequence[str | None], tool: str, given: dict[str, Any] | str) -> dict[str, Any]:
        """Return the canonical calls of a native call; `where` is provider, model and version."""
        facade = _named(self._of(*where), tool)
        try:
            return _result(facade.to_canonical(given))
        except FacadeError as error:
            raise CannotMap(str(error)) from error

    def to_native(  # noqa: PLR0913, PLR0917 (the parameters of the protocol)
        self,
        where: Sequence[str | None],
        tool: str,
        calls: list[dict[str, Any]],
        native_only: dict[str, Any],
        native_tool: str | None,
        assumed: list[dict[str, Any]],
    ) -> dict[str, Any]:
        """Return the native calls for canonical calls of one tool, of the first tool that can say them."""
        facades = self._of(*where)
        if native_tool is not None:
            facades = [_named(facades, native_tool)]
        unsaid = [Assumed(one["call"], one["argument"], one["value"]) for one in assumed]
        errors: list[FacadeError] = []
        for facade in facades:
            if tool in facade.canonicals:
                try:
                    return _result(facade.to_native([Call(tool, call) for call in calls], native_only, unsaid))
                except FacadeError as error:
                    errors.append(error)
        if errors:
            raise CannotMap(str(errors[0])) from errors[0]
        raise CannotMap(f"{where[0]}: there is no tool for {tool!r}")

    def _of(self, provider: str | None, model: str | None = None, version: str | None = None) -> list[ToolFacade]:
        try:
            return self._registry.tools_for_provider(str(provider), model, NEWEST if version is None else version)
        except FacadeError as error:
            raise CannotMap(str(error)) from error


def _named(facades: list[ToolFacade], tool: str) -> ToolFacade:
    for facade in facades:
        if facade.tool_name == tool:
            return facade
    raise CannotMap(f"{tool!r} is no tool of these models")


def _offered(facade: ToolFacade) -> dict[str, Any]:
    parameters = None
    # A tool that a vendor defines goes out without a schema, by its type alone.
    if not facade.free_text and facade.version != OWN:
        offered = facade.definition("responses")
        # A tool in a namespace stands in a list of its own.
        parameters = offered.get("tools", [offered])[0]["parameters"]
    found = {"name": facade.tool_name, "canonical": facade.canonical, "parameters": parameters}
    # A call may fit any form in which a program declares the tool. What a vendor defines has a type in their place, and
    # of a tool that other models of the family are offered as free text, a facade knows one form only.
    if facade.version == OWN or ("text" in facade.row and facade.parameters):
        return found
    return found | {"forms": list(facade.parameters) or [None]}


def _result(mapped: Mapped) -> dict[str, Any]:
    return {
        "calls": [_call(call) for call in mapped.calls],
        "filled": [
            {"argument": item.argument, "value": item.value, "derivation": item.derivation} for item in mapped.filled
        ],
        "dropped": list(mapped.dropped),
        "native_only": dict(mapped.native_only),
        "assumed": [one._asdict() for one in mapped.assumed],
        "differences": [one._asdict() for one in mapped.differences],
    }


def _call(call: Call) -> dict[str, Any]:
    given = call.arguments
    return {"tool": call.tool, ("text" if isinstance(given, str) else "arguments"): given}
