"""Facades in front of tools: which are offered, and what a native call comes to. No framework is needed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Protocol

from tool_facades.base_tools.outcome import Result, carried_out
from tool_facades.base_tools.stop import Stop
from tool_facades.calls import Call
from tool_facades.wrappers.narrowing import Narrowing, narrowed_definition, narrowing
from tool_facades.wrappers.programs import numbers_without_effect, refused_argument, understood_arguments


class CanonicalCall(Protocol):
    """A call on canonical arguments, as `tool_facades.Call`."""

    @property
    def tool(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def arguments(self) -> Any: ...  # noqa: D102 (see the class)


class Tools(Protocol):
    """What does the work: `tool_facades.base_tools.BaseTools`, or tools of your own on canonical arguments.

    `tools` are the canonical names that there are. `run` may raise: the model is told what. What they may have beside
    that: `run` may take a `Stop` as `stop`, which ends the call; `run_together(calls, stop)` carries out the calls that
    one native call stands for, as one; `arguments` maps a canonical tool to the arguments that it does something with.
    """

    @property
    def tools(self) -> tuple[str, ...]: ...  # noqa: D102 (see the class)

    def run(self, call: Any, /) -> Result: ...  # noqa: D102 (see the class)


class Mapped(Protocol):
    """What a facade makes of a native call, as `tool_facades.Mapped`."""

    @property
    def calls(self) -> Sequence[CanonicalCall]: ...  # noqa: D102 (see the class)


class Facade(Protocol):
    """A tool as a provider's models know it, as `tool_facades.ToolFacade`."""

    @property
    def tool_name(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def canonical(self) -> str: ...  # noqa: D102 (see the class)

    def definition(self, api: str) -> dict[str, Any]: ...  # noqa: D102 (see the class)

    def to_canonical(self, arguments: Any, /) -> Mapped: ...  # noqa: D102 (see the class)


# The one argument of a tool of free text that is offered as a function.
TEXT_ARGUMENT = "input"
# Models say what a call is for also where the tool does not ask; programs take no notice of it.
_TALK = "description"


class Offered:
    """The facades whose canonical tool there is, for each canonical tool the first; with `every` all of them.

    A program may have several tools for one thing, one of which is for other systems: the first is its main one. With
    `narrowed`, definitions lack the parameters that `tools` does nothing with; `narrowings` says which. Without
    `free_text` there are only functions: a tool of free text is one with the argument `input` (`as_functions` names
    them), and none is a tool that a vendor defines. `left_out` says why a facade is not offered, by its name.
    Raises `ValueError` where none is left: a model without tools is never what is meant.
    """

    def __init__(
        self,
        facades: Iterable[Facade],
        tools: Tools,
        *,
        every: bool = False,
        narrowed: bool = False,
        free_text: bool = True,
    ) -> None:
        self._run: Callable[..., Result] = tools.run
        self._stops = "stop" in inspect.signature(tools.run).parameters
        self._together: Callable[[Sequence[CanonicalCall], Stop], Result] | None = getattr(tools, "run_together", None)
        chosen: dict[str, Facade] = {}
        served: set[str] = set()
        left_out: dict[str, str] = {}
        functions: list[str] = []
        for facade in facades:
            if facade.canonical not in tools.tools:
                left_out[facade.tool_name] = f"there is no {facade.canonical} behind it"
            elif not free_text and (reason := why_no_function(facade)):
                left_out[facade.tool_name] = reason
            elif not every and facade.canonical in served:
                left_out[facade.tool_name] = f"another tool is offered for {facade.canonical}"
            elif facade.tool_name in chosen:
                left_out[facade.tool_name] = "another tool has the same name"
            else:
                served.add(facade.canonical)
                chosen[facade.tool_name] = facade
                if not free_text and getattr(facade, "free_text", False):
                    functions.append(facade.tool_name)
        if not chosen:
            why = "; ".join(f"{name}: {reason}" for name, reason in left_out.items())
            raise ValueError(
                f"None of these facades stands for one of the tools {', '.join(tools.tools)}. {why}".rstrip()
            )
        self.facades: Mapping[str, Facade] = chosen
        self.left_out: Mapping[str, str] = left_out
        self.as_functions: tuple[str, ...] = tuple(functions)
        does: Mapping[str, Iterable[str]] | None = getattr(tools, "arguments", None)
        found = {name: narrowing(facade, does) for name, facade in chosen.items()} if narrowed else {}
        self.narrowings: Mapping[str, Narrowing] = {name: one for name, one in found.items() if one}

    def definition(self, name: str, api: str) -> dict[str, Any]:
        """Return what a request offers a tool with, narrowed if that was asked; raises as `definition` of a facade."""
        if name in self.as_functions:
            return _text_function(self.facades[name], api)
        definition = self.facades[name].definition(api)
        return narrowed_definition(definition, self.narrowings[name]) if name in self.narrowings else definition

    def run(self, name: str, arguments: dict[str, Any] | str, stop: Stop | None = None) -> Result:
        """Carry out a call by native name and arguments, or the text of a tool of free text; never raises `Exception`.

        One that stands for several calls is carried out in order, up to the first that fails. What only the native tool
        knows has no effect, and the model is told so. `stop` ends the call.
        """
        facade = self.facades.get(name)
        if facade is None:
            text = f"There is no tool {name!r}; there are {', '.join(self.facades)}."
            return Result(ok=False, outcome="unknown-tool", text=text)
        arguments, talk = _without_talk(facade, arguments)
        provider = getattr(facade, "provider", "")
        small: dict[str, object] = {}
        if isinstance(arguments, dict):
            small = numbers_without_effect(provider, name, arguments)
            arguments = {key: value for key, value in arguments.items() if key not in small}
        try:
            mapped = facade.to_canonical(arguments)
        except ValueError as error:
            return Result(ok=False, outcome="invalid", text=str(error))
        own: Mapping[str, Any] = getattr(mapped, "native_only", {})
        refused = refused_argument(provider, name, own)
        if refused:
            argument, why = refused
            text = f"{name} cannot be called with {argument} {own[argument]!r}: {why}."
            return Result(ok=False, outcome="invalid", text=text)
        understood = understood_arguments(provider, name, own) if len(mapped.calls) == 1 else {}
        without = _without_effect(mapped, understood)
        without += [f"({argument} had no effect: {value} is too small.)" for argument, value in small.items()]
        if extras := sorted({*talk, *getattr(mapped, "dropped", ())}):
            without.append(f"({', '.join(extras)} was left out: this tool has no such argument.)")
        calls: Sequence[CanonicalCall] = mapped.calls
        if understood:
            calls = [Call(call.tool, {**call.arguments, **understood}) for call in calls]
        result = self._all(calls, stop or Stop())
        return Result(ok=result.ok, outcome=result.outcome, text="\n".join([result.text, *without]))

    def _all(self, calls: Sequence[CanonicalCall], stop: Stop) -> Result:
        if self._together is not None:
            together = self._together
            return _told(calls[0].tool if calls else "call", lambda: together(calls, stop))
        told: list[str] = []
        for number, call in enumerate(calls, 1):
            result = _told(call.tool, lambda call=call: self._one(call, stop))
            told.append(result.text)
            if not result.ok:
                if number > 1:
                    told.append(carried_out(number - 1, len(calls)))
                return Result(ok=False, outcome=result.outcome, text="\n".join(told))
        return Result(ok=True, outcome="ok", text="\n".join(told))

    def _one(self, call: CanonicalCall, stop: Stop) -> Result:
        stop.check()
        return self._run(call, stop=stop) if self._stops else self._run(call)


def _told(tool: str, run: Callable[[], Result]) -> Result:
    try:
        return run()
    except Exception as error:  # noqa: BLE001 (the model can go on without this tool; the program must not end)
        return Result(ok=False, outcome="refused", text=f"{tool} failed: {error or type(error).__name__}")


def why_no_function(facade: Facade) -> str:
    """Return why a facade cannot be offered as a function with named arguments; an empty text if it can."""
    is_text = getattr(facade, "free_text", False)
    try:
        _text_function(facade, "mcp") if is_text else facade.definition("mcp")
    except TypeError:
        return "it takes free text, and has no form as a function"
    except ValueError as error:
        return f"it is no function ({error})"
    return ""


def _text_function(facade: Any, api: str) -> dict[str, Any]:
    """Return the definition of a tool of free text as a function; `TypeError` for one that has no such form."""
    return facade.definition(api, text_as=TEXT_ARGUMENT)


def _without_talk(facade: Facade, arguments: Any) -> tuple[Any, tuple[str, ...]]:
    """Return arguments without a description that the tool does not declare, and the names of what was left out."""
    declared: set[str] = {name for one in getattr(facade, "parameters", ()) for name in one.get("properties", {})}
    if not isinstance(arguments, dict) or _TALK not in arguments or _TALK in declared:
        return arguments, ()
    return {name: value for name, value in arguments.items() if name != _TALK}, (_TALK,)


def _without_effect(mapped: Mapped, understood: Container[str]) -> list[str]:
    """Return a line about the native tool's own arguments that nothing was done with; none if there are none.

    Some ask for no more than what is done anyway, as a switch that is off, and some only talk about the call.
    """
    own: Mapping[str, Any] = getattr(mapped, "native_only", {})
    passed: frozenset[str] = getattr(own, "advisory", frozenset()) | getattr(own, "neutral", frozenset())
    names = [
        name
        for name, value in own.items()
        if value is not None and value is not False and name not in passed and name not in understood
    ]
    return [f"({', '.join(names)} had no effect: not offered here.)"] if names else []
