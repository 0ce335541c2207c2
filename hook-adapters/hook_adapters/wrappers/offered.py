"""Facades in front of tools: which are offered, and what a native call comes to. No framework is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from hook_adapters.base_tools.outcome import Result


class CanonicalCall(Protocol):
    """A call on canonical arguments, as `hook_adapters.facades.Call`."""

    @property
    def tool(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def arguments(self) -> Any: ...  # noqa: D102 (see the class)


class Tools(Protocol):
    """What does the work: `hook_adapters.base_tools.BaseTools`, or tools of your own on canonical arguments.

    `tools` are the canonical names that there are. `run` may raise: the model is told what.
    """

    @property
    def tools(self) -> tuple[str, ...]: ...  # noqa: D102 (see the class)

    def run(self, call: Any, /) -> Result: ...  # noqa: D102 (see the class)


class Mapped(Protocol):
    """What a facade makes of a native call, as `hook_adapters.facades.Mapped`."""

    @property
    def calls(self) -> Sequence[CanonicalCall]: ...  # noqa: D102 (see the class)


class Facade(Protocol):
    """A tool as a provider's models know it, as `hook_adapters.facades.ToolFacade`."""

    @property
    def tool_name(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def canonical(self) -> str: ...  # noqa: D102 (see the class)

    def definition(self, api: str) -> dict[str, Any]: ...  # noqa: D102 (see the class)

    def to_canonical(self, arguments: Any, /) -> Mapped: ...  # noqa: D102 (see the class)


class Offered:
    """The facades whose canonical tool there is, for each canonical tool the first; with `every` all of them.

    A program may have several tools for one thing, one of which is for other systems: the first is its main one. Raises
    `ValueError` where none is left: a model without tools is never what is meant.
    """

    def __init__(self, facades: Iterable[Facade], tools: Tools, *, every: bool = False) -> None:
        self._tools = tools
        chosen: dict[str, Facade] = {}
        served: set[str] = set()
        for facade in facades:
            if facade.canonical in tools.tools and (every or facade.canonical not in served):
                served.add(facade.canonical)
                chosen.setdefault(facade.tool_name, facade)
        if not chosen:
            raise ValueError(f"None of these facades stands for one of the tools {', '.join(tools.tools)}.")
        self.facades: Mapping[str, Facade] = chosen

    def run(self, name: str, arguments: dict[str, Any] | str) -> Result:
        """Carry out a call by native name and arguments, or the text of a tool of free text; never raises `Exception`.

        One that stands for several calls is carried out in order, up to the first that fails. What only the native tool
        knows has no effect, and the model is told so.
        """
        facade = self.facades.get(name)
        if facade is None:
            text = f"There is no tool {name!r}; there are {', '.join(self.facades)}."
            return Result(ok=False, outcome="unknown-tool", text=text)
        try:
            mapped = facade.to_canonical(arguments)
        except ValueError as error:
            return Result(ok=False, outcome="invalid", text=str(error))
        calls, without = mapped.calls, _without_effect(mapped)
        told: list[str] = []
        for number, call in enumerate(calls, 1):
            result = self._one(call)
            told.append(result.text)
            if not result.ok:
                if number > 1:
                    told.append(f"({number - 1} of {len(calls)} calls were carried out before.)")
                return Result(ok=False, outcome=result.outcome, text="\n".join([*told, *without]))
        return Result(ok=True, outcome="ok", text="\n".join([*told, *without]))

    def _one(self, call: CanonicalCall) -> Result:
        try:
            return self._tools.run(call)
        except Exception as error:  # noqa: BLE001 (the model can go on without this tool; the program must not end)
            text = f"{call.tool} failed: {error or type(error).__name__}"
            return Result(ok=False, outcome="refused", text=text)


def _without_effect(mapped: Mapped) -> list[str]:
    """Return a line about the native tool's own arguments that nothing was done with; none if there are none.

    Some ask for no more than what is done anyway, as a switch that is off, and some only talk about the call.
    """
    own: Mapping[str, Any] = getattr(mapped, "native_only", {})
    passed: frozenset[str] = getattr(own, "advisory", frozenset()) | getattr(own, "neutral", frozenset())
    names = [name for name, value in own.items() if value is not None and value is not False and name not in passed]
    return [f"({', '.join(names)} had no effect: not offered here.)"] if names else []
