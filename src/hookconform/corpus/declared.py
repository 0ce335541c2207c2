"""What a program declared to its models: which tools, and what each takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hookconform.corpus.shown import Shown, shown_by
from hookconform.corpus.version_files import filed_versions, read_document, version_path
from hookconform.ground.packed import is_held
from hookconform.ground.pointers import escaped

# A schema with which a tool was declared, None for free text.
Form = dict[str, Any] | None


def declared_versions(platform: str, root: Path | None = None) -> list[str]:
    """Return the versions whose declared tools were recorded, oldest first."""
    return filed_versions(version_path(platform, "declared", "", root).parent)


def declared_tools(platform: str, version: str, root: Path | None = None) -> dict[str, Any]:
    """Return the tools that a version declared, by name; none if nothing was recorded.

    Raises `HookconformError` (`declared.unreadable`, `changes.damaged`).
    """
    path = version_path(platform, "declared", version, root)
    return read_document("declared", path)["tools"] if is_held(path) else {}


def has_models(tools: dict[str, Any]) -> bool:
    """Tell whether it was recorded to which models the tools were declared."""
    return all("models" in tool for tool in tools.values())


def forms_of(tool: dict[str, Any], is_of: Callable[[dict[str, Any]], bool]) -> list[Form]:
    """Return each schema with which a tool was declared in certain runs, None for free text.

    `is_of` is asked with `declared_in` and `models` of each; where no models were recorded, that is not there.
    """
    places = tool.get("variants", [tool] * len(tool["parameters"]))
    found: list[Form] = [schema for schema, seen in zip(tool["parameters"], places, strict=True) if is_of(seen)]
    texts = tool.get("free_text", () if tool["parameters"] else [tool])
    return found + [None for seen in texts if is_of(seen)]


def argument_keys(tool: dict[str, Any]) -> frozenset[str]:
    """Return the argument keys of one tool of a declared list, those of its schemas' alternatives too."""
    return frozenset(key for schema in tool["parameters"] for key in _keys(schema))


def argument_keys_of(tools: Mapping[str, dict[str, Any]]) -> dict[str, frozenset[str]]:
    """Return the argument keys of every tool of a declared list, by name."""
    return {name: argument_keys(tool) for name, tool in tools.items()}


def scenarios_of(tool: Mapping[str, Any]) -> frozenset[str]:
    """Return the scenarios of the lab in which a tool was declared; one whose places are not known has the one ''."""
    return frozenset(place.partition("/")[0] for place in tool.get("declared_in") or ("",))


def shown_tools(recordings: Mapping[str, Mapping[str, dict[str, Any]]]) -> Shown:
    """Return which scenarios of each version showed which tool; `recordings` are the declared tools by version."""
    return shown_by(
        {version: {name: scenarios_of(tool) for name, tool in tools.items()} for version, tools in recordings.items()}
    )


def argument_keys_in(tool: dict[str, Any], scenario: str) -> frozenset[str]:
    """Return the argument keys with which a tool was declared in a scenario, those of alternatives too."""
    forms = forms_of(tool, lambda seen: scenario in scenarios_of(seen))
    return frozenset(key for schema in forms if schema is not None for key in _keys(schema))


def free_texts(tool: dict[str, Any]) -> Iterator[str]:
    """Yield pointers to the texts that a tool takes, without those of an enum; `*` stands for any item and any key."""
    yield from dict.fromkeys(pointer for schema in tool["parameters"] for pointer in _texts(schema, ""))


def _texts(schema: Any, pointer: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    types = schema.get("type")
    if "string" in (types if isinstance(types, list) else [types]) and not {"enum", "const"} & schema.keys():
        yield pointer
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word, ()):
            yield from _texts(part, pointer)
    for key, part in schema.get("properties", {}).items():
        yield from _texts(part, f"{pointer}/{escaped(key)}")
    items = schema.get("items", ())
    below = [*(items if isinstance(items, list) else [items]), schema.get("additionalProperties")]
    below += [*schema.get("prefixItems", ()), *schema.get("patternProperties", {}).values()]
    for part in below:
        yield from _texts(part, f"{pointer}/*")


def _keys(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for word in ("anyOf", "oneOf", "allOf"):
            for part in schema.get(word, ()):
                yield from _keys(part)
