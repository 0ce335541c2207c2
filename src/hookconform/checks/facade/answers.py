"""What adapters are asked about tools, and their answers read: results of `tools` and `map`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hookconform.attach.calls import Call
from hookconform.checks.capability import ResponseError
from hookconform.checks.compare import is_same
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_table import Given, NativeCall


@dataclass(frozen=True, slots=True)
class Offered:
    """A tool that is offered; `parameters` is None for a tool of free text.

    `forms` are all schemas with which it was declared, if the adapter says so.
    """

    canonical: str
    parameters: dict[str, Any] | None
    forms: tuple[dict[str, Any] | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class Mapped:
    """A result of `map`: calls in order, arguments that were filled in with their values, names of what was dropped.

    `calls` are without the `assumed` arguments, which are by number of the call; `whole` are with them. `differences`
    are canonical arguments with the values that were meant.
    """

    calls: tuple[NativeCall, ...]
    filled: tuple[tuple[str, Any], ...]
    dropped: tuple[str, ...]
    native_only: dict[str, Any]
    whole: tuple[NativeCall, ...] = ()
    assumed: tuple[tuple[int, str, Any], ...] = ()
    differences: tuple[tuple[str, Any], ...] = ()


def ask_tools(case: FacadeCase) -> Call:
    """Return the question which tools there are."""
    return Call("tools", _about(case), case_id=case.id)


def ask_to_canonical(case: FacadeCase, call: NativeCall) -> Call:
    """Return the question what a native call means."""
    params = {**_about(case), "direction": "to_canonical", "tool": call.tool, **_given(call.given)}
    return Call("map", params, case_id=case.id)


def ask_to_native(  # noqa: PLR0913, PLR0917 (the parameters of the protocol)
    case: FacadeCase,
    tool: str,
    canonical: Sequence[Given],
    native_only: dict[str, Any],
    native_tool: str,
    assumed: Sequence[tuple[int, str, Any]] = (),
) -> Call:
    """Return the question how canonical calls of one tool are said; an empty `native_tool` leaves the choice open."""
    params = {
        **_about(case),
        "direction": "to_native",
        "tool": tool,
        "calls": list(canonical),
        "native_only": native_only,
        "native_tool": native_tool or None,
    }
    if assumed:
        params["assumed"] = [{"call": call, "argument": name, "value": value} for call, name, value in assumed]
    return Call("map", params, case_id=case.id)


def offered_in(value: Any) -> dict[str, Offered]:
    """Return the tools in a result of `tools`, by native name; raises `ResponseError`."""
    tools = value.get("tools") if isinstance(value, dict) else None
    if not isinstance(tools, list):
        raise ResponseError("`tools` must be a list")
    found: dict[str, Offered] = {}
    for tool in tools:
        if not isinstance(tool, dict) or not isinstance(tool.get("name"), str):
            raise ResponseError("a tool must be an object with a `name`")
        if not isinstance(tool.get("canonical"), str):
            raise ResponseError(f"{tool['name']} needs `canonical`, a name")
        if not isinstance(tool.get("parameters", ""), dict | None):
            raise ResponseError(f"{tool['name']} needs `parameters`, a schema, or null for a tool of free text")
        if tool["name"] in found:
            raise ResponseError(f"{tool['name']} is there twice")
        forms = tool.get("forms")
        if forms is not None and not (isinstance(forms, list) and all(isinstance(one, dict | None) for one in forms)):
            raise ResponseError(f"{tool['name']} has `forms` that are no list of schemas")
        found[tool["name"]] = Offered(tool["canonical"], tool["parameters"], None if forms is None else tuple(forms))
    return found


def mapped_in(value: Any) -> Mapped:
    """Return a result of `map`; raises `ResponseError`."""
    if not isinstance(value, dict):
        raise ResponseError("the result must be an object")
    calls, filled, dropped = (value.get(name, []) for name in ("calls", "filled", "dropped"))
    native_only = value.get("native_only", {})
    if not isinstance(calls, list) or not calls:
        raise ResponseError("`calls` must be a list with at least one call")
    if not isinstance(filled, list) or not all(_is_filled(item) for item in filled):
        raise ResponseError("`filled` must be a list of objects with `argument`, `value` and `derivation`")
    if not isinstance(dropped, list) or not all(isinstance(name, str) for name in dropped):
        raise ResponseError("`dropped` must be a list of names")
    if not isinstance(native_only, dict):
        raise ResponseError("`native_only` must be an object")
    whole = tuple(_call(item) for item in calls)
    assumed = _assumed(value.get("assumed", []), whole)
    return Mapped(
        tuple(_without(number, call, assumed) for number, call in enumerate(whole)),
        tuple((item["argument"], item["value"]) for item in filled),
        tuple(dropped),
        native_only,
        whole,
        assumed,
        _differences(value.get("differences", [])),
    )


def _assumed(said: Any, calls: tuple[NativeCall, ...]) -> tuple[tuple[int, str, Any], ...]:
    """Return number, name and value of each assumed argument; raises `ResponseError` for one that is in no call."""
    if not isinstance(said, list):
        raise ResponseError("`assumed` must be a list")
    found: list[tuple[int, str, Any]] = []
    for item in said:
        number, name = (item.get("call"), item.get("argument")) if isinstance(item, dict) else (None, None)
        # `1` equals `1.0`, here too, and `true` is no number.
        at = next((place for place in range(len(calls)) if is_same(place, number)), None)
        given = None if at is None else calls[at].given
        if at is None or not isinstance(given, dict) or name not in given or "value" not in item:
            raise ResponseError("an item of `assumed` must be an argument of one of the `calls`")
        if not is_same(given[name], item["value"]):
            raise ResponseError("an item of `assumed` must be an argument of one of the `calls`, with its value")
        found.append((at, name, item["value"]))
    return tuple(found)


def _differences(said: Any) -> tuple[tuple[str, Any], ...]:
    if not isinstance(said, list) or not all(_is_difference(item) for item in said):
        raise ResponseError("`differences` must be a list of objects with `argument`, `meant` and `actual`")
    return tuple((item["argument"], item["meant"]) for item in said)


def _is_difference(item: Any) -> bool:
    return isinstance(item, dict) and isinstance(item.get("argument"), str) and "meant" in item and "actual" in item


def _without(number: int, call: NativeCall, assumed: tuple[tuple[int, str, Any], ...]) -> NativeCall:
    names = {name for one, name, _ in assumed if one == number}
    if not names or isinstance(call.given, str):
        return call
    return NativeCall(call.tool, {name: value for name, value in call.given.items() if name not in names})


def _about(case: FacadeCase) -> dict[str, Any]:
    return {"provider": case.provider, "model": case.model, "version": case.version}


def _given(given: Given) -> dict[str, Any]:
    return {"text": given} if isinstance(given, str) else {"arguments": given}


def _call(item: Any) -> NativeCall:
    if not isinstance(item, dict) or not isinstance(item.get("tool"), str):
        raise ResponseError("a call must be an object with a `tool`")
    if isinstance(item.get("text"), str) and "arguments" not in item:
        return NativeCall(item["tool"], item["text"])
    if not isinstance(item.get("arguments"), dict) or "text" in item:
        raise ResponseError(f"a call of {item['tool']} needs either `arguments`, an object, or `text`")
    return NativeCall(item["tool"], item["arguments"])


def _is_filled(item: Any) -> bool:
    return (
        isinstance(item, dict)
        and isinstance(item.get("argument"), str)
        and isinstance(item.get("derivation"), str)
        and "value" in item
    )
