"""What a request offers a tool with, for five interfaces. Descriptions are this project's own words."""

from __future__ import annotations

import copy
from typing import Any

from tool_facades import data
from tool_facades.errors import FacadeError, is_text, meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tool_facades.canonical_tools import CanonicalTool
    from tool_facades.facade import ToolFacade

APIS = ("messages", "responses", "chat", "gemini", "mcp")


def definition(
    facade: ToolFacade, tool: CanonicalTool, api: str, choices: Mapping[str, Sequence[str]], text_as: str = ""
) -> dict[str, Any]:
    """Return the definition of a facade; raises `FacadeError`."""
    if not is_text(api) or api not in APIS:
        raise FacadeError("unknown-api", f"{api!r} is no interface.", facade.provider, meant(api, APIS))
    row = facade.row
    where = f"{facade.provider} {facade.tool_name}"
    given = _choices(choices, where)
    space, _, name = facade.tool_name.rpartition(".")
    described = {"name": name, "description": row.get("description", tool.description)}
    if space and api != "responses":
        raise FacadeError("no-namespace", f"{api} has no room for the namespace {space!r}.", where)
    if facade.free_text:
        for name in given:
            raise FacadeError("unknown-argument", f"{name} is not declared.", f"{where} {name}", meant(name, ()))
        made = _text_function(facade, tool, described, api, text_as) if text_as else _free_text(described, api, where)
    else:
        made = _function(described, _parameters(facade, tool, given), api)
    return (
        {"type": "namespace", "name": space, "description": described["description"], "tools": [made]}
        if space
        else made
    )


def _function(described: dict[str, Any], parameters: dict[str, Any], api: str) -> dict[str, Any]:
    if api == "messages":
        return {**described, "input_schema": parameters}
    if api == "responses":
        return {"type": "function", **described, "parameters": parameters, "strict": False}
    if api == "chat":
        return {"type": "function", "function": {**described, "parameters": parameters}}
    return {**described, "parametersJsonSchema" if api == "gemini" else "inputSchema": parameters}


def _text_function(
    facade: ToolFacade, tool: CanonicalTool, described: dict[str, Any], api: str, name: str
) -> dict[str, Any]:
    """Return a tool of free text as a function, for interfaces that have functions only."""
    from tool_facades.facade import TEXT_ARGUMENTS

    if name not in TEXT_ARGUMENTS:
        what = f"{name!r} is no argument for a text."
        raise FacadeError("wrong-argument", what, f"{facade.provider} {facade.tool_name}", meant(name, TEXT_ARGUMENTS))
    text = {"type": "string", "description": tool.arguments[facade.row["text"]]["description"]}
    return _function(described, {"type": "object", "properties": {name: text}, "required": [name]}, api)


def _free_text(described: dict[str, Any], api: str, where: str) -> dict[str, Any]:
    grammar = {"syntax": "lark", "definition": data.text("declarations/apply-patch.lark")}
    if api == "responses":
        return {"type": "custom", **described, "format": {"type": "grammar", **grammar}}
    if api == "chat":
        return {"type": "custom", "custom": {**described, "format": {"type": "grammar", "grammar": grammar}}}
    raise FacadeError(
        "no-free-text",
        f"{api} has no tools of free text.",
        where,
        "Offer it as a function: definition(api, text_as='input').",
    )


def _choices(choices: Any, where: str) -> dict[str, list[str]]:
    """Return the choices as they were given; a text is no list of its letters."""
    from collections.abc import Iterable, Mapping

    if not isinstance(choices, Mapping):
        raise FacadeError("wrong-argument", f"choices are lists by name, not {choices!r}.", where)
    found: dict[str, list[str]] = {}
    for name, values in choices.items():
        texts: list[Any] = (
            list(values) if isinstance(values, Iterable) and not isinstance(values, (str, Mapping)) else [None]
        )
        if not all(map(is_text, texts)):
            what = f"the choices of a parameter are texts, not {values!r}."
            raise FacadeError("wrong-argument", what, f"{where} {name}")
        found[name] = texts
    return found


def _parameters(facade: ToolFacade, tool: CanonicalTool, choices: dict[str, list[str]]) -> dict[str, Any]:
    """Return the declared schema with descriptions, and with the choices of this machine."""
    schema = copy.deepcopy(facade.parameters[0])
    declared: dict[str, Any] = schema.setdefault("properties", {})
    for name, text in descriptions(facade.row, tool).items():
        if name in declared:
            declared[name] = {"description": text, **declared[name]}
    for name, values in choices.items():
        if name not in declared:
            where = f"{facade.provider} {facade.tool_name} {name}"
            raise FacadeError("unknown-argument", f"{name} is not declared.", where, meant(name, declared))
        declared[name] = {**declared[name], "enum": values}
    return schema


def descriptions(row: dict[str, Any], tool: CanonicalTool) -> dict[str, str]:
    """Return native name → what it is for: the row's own words, else those of the canonical argument."""
    found: dict[str, str] = {}
    for native, said in row.get("arguments", {}).items():
        one: dict[str, Any] = {"to": said} if isinstance(said, str) else said
        canonical = one.get("to") or one["many"]
        found[native] = tool.arguments[canonical]["description"]
    return found | row.get("describe", {})
