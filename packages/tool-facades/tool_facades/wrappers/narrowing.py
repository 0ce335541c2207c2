"""Parameters of a native tool that the tool behind it does nothing with, found by asking the facade."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

# Where definitions keep the schema of the arguments, from the outside in.
_PLACES = (
    ("input_schema",),
    ("parameters",),
    ("function", "parameters"),
    ("parametersJsonSchema",),
    ("inputSchema",),
)
_SAMPLES: Mapping[str, Any] = {"string": "x", "boolean": True, "null": None}


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a definition lacks: `parameters` that have no effect, and `values` (parameter → values) of others."""

    parameters: tuple[str, ...] = ()
    values: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    def __bool__(self) -> bool:
        """Tell whether anything is missing."""
        return bool(self.parameters or self.values)


def narrowing(facade: Any, does: Mapping[str, Iterable[str]] | None) -> Narrowing:
    """Return what of a facade has no effect, where `does` maps a canonical tool to the arguments that have one.

    A parameter has none if it stays native, or becomes a canonical argument that the tool does nothing with. Parameters
    that only talk about the call stay, as do required ones, and those for which no sample is found.
    """
    if not getattr(facade, "parameters", ()):
        return Narrowing()
    schema: dict[str, Any] = facade.parameters[0]
    required: list[str] = schema.get("required", [])
    declared: dict[str, Any] = schema.get("properties", {})
    base = {name: sample(declared[name]) for name in required if name in declared}
    known = None if does is None or facade.canonical not in does else frozenset(does[facade.canonical])
    # Some parameters count only beside a switch that is on.
    switches: list[dict[str, Any]] = [{name: True} for name, one in declared.items() if one.get("type") == "boolean"]
    asked = [one for one in ({**base, **switch} for switch in ({}, *switches)) if _asked(facade, one) is not None]
    if not asked:
        return Narrowing()
    parameters: list[str] = []
    values: list[tuple[str, tuple[Any, ...]]] = []
    for name, one in declared.items():
        choices: list[Any] = one.get("enum", [None])
        without = tuple(
            choice
            for choice in choices
            if _is_without_effect(
                facade,
                [call for call in asked if name in required or name not in call],
                name,
                [choice] if "enum" in one else _samples(one),
                known,
            )
        )
        if name not in required and without and len(choices) - len(without) <= (len(choices) > 1):
            parameters.append(name)
        elif without and len(without) < len(choices):
            values.append((name, without))
    return Narrowing(tuple(parameters), tuple(values))


def narrowed_definition(definition: dict[str, Any], one: Narrowing) -> dict[str, Any]:
    """Return a copy of a definition of any API without what has no effect."""
    made = copy.deepcopy(definition)
    for place in _PLACES:
        schema: Any = made
        for key in place:
            schema = schema.get(key) if isinstance(schema, dict) else None
        if isinstance(schema, dict) and "properties" in schema:
            for name in one.parameters:
                schema["properties"].pop(name, None)
            for name, values in one.values:
                prop: dict[str, Any] = schema["properties"].get(name, {})
                prop["enum"] = [value for value in prop.get("enum", ()) if value not in values]
    return made


def sample(schema: dict[str, Any]) -> Any:
    """Return a value that fits a simple schema: the first of an enumeration, the least number, a short text."""
    if "enum" in schema:
        return schema["enum"][0]
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        return sample(choice)
    kind: Any = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind in ("integer", "number"):
        return max(schema.get("minimum", 1), schema.get("exclusiveMinimum", 0) + 1, 1)
    if kind == "array":
        return [sample(schema.get("items", {}))] * max(schema.get("minItems", 1), 1)
    if kind == "object":
        inside: dict[str, Any] = schema.get("properties", {})
        return {name: sample(inside.get(name, {})) for name in schema.get("required", ())}
    return _SAMPLES.get(kind, "x")


def _samples(schema: dict[str, Any]) -> list[Any]:
    """Return values that fit a schema: of a list with one item, and with two."""
    one = sample(schema)
    return [one, one * 2] if isinstance(one, list) and len(one) == 1 else [one]


def _is_without_effect(
    facade: Any, asked: list[dict[str, Any]], name: str, values: list[Any], known: frozenset[str] | None
) -> bool:
    """Tell whether none of the values does something in any of the calls, and the facade takes one of them."""
    effects = [
        _has_effect(facade, {**call, name: value}, name, _asked(facade, call), known)
        for call in asked
        for value in values
    ]
    return True not in effects and False in effects


def _asked(facade: Any, arguments: dict[str, Any]) -> Any:
    try:
        return facade.to_canonical(arguments)
    except ValueError:
        return None


def _has_effect(
    facade: Any, arguments: dict[str, Any], name: str, usual: Any, known: frozenset[str] | None
) -> bool | None:
    """Tell whether an argument does something; None where the facade does not take the sample."""
    mapped = _asked(facade, arguments)
    if mapped is None:
        return None
    own: Any = getattr(mapped, "native_only", {})
    if name in own:
        return name in getattr(own, "advisory", ()) or name in getattr(own, "neutral", ())
    if known is None:
        return True
    before: list[Any] = [call.arguments for call in usual.calls]
    after: list[Any] = [call.arguments for call in mapped.calls]
    changed = {
        canonical
        for number, call in enumerate(after)
        if isinstance(call, dict)
        for canonical, value in call.items()
        if value is not False and (number >= len(before) or before[number].get(canonical) != value)
    }
    return changed <= known
