"""The tools a program declared to the model, without prose: the ground truth for what exists at a version."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hookconform_lab.lab.driver import Driver, MachineEnum
from hookconform_lab.lab.run import Run


def declared_tools(runs: Iterable[Run], machine: Iterable[MachineEnum] = ()) -> dict[str, dict[str, Any]]:
    """Return every declared tool by name, sorted, as `declared.schema.json` describes it; each distinct schema once.

    A tool of free text has no parameters but a `free_text`. `declared_in` names `scenario` or, for a request of another
    conversation than the main one, `scenario/conversation`. Enums that `machine` names are marked.
    """
    marked = frozenset(machine)
    found: dict[str, _Tool] = {}
    for run in runs:
        for request in run.requests:
            place = run.scenario.name + ("" if request.conversation == "main" else f"/{request.conversation}")
            for name, schema in request.tools.items():
                tool = found.setdefault(name, _Tool())
                shown = None if schema is None else with_machine_enums(name, schema, marked)
                tool.add(_Seen(place, request.model), shown, request.formats.get(name))
    return {name: tool.as_json() for name, tool in sorted(found.items())}


def with_machine_enums(tool: str, schema: dict[str, Any], marked: frozenset[MachineEnum]) -> dict[str, Any]:
    """Return a schema whose enums that depend on the machine say so: `environment: true` beside the enum."""
    properties: dict[str, Any] = schema.get("properties", {})
    names = {argument for named, argument in marked if named == tool and "enum" in properties.get(argument, {})}
    if not names:
        return schema
    changed = {name: {**properties[name], "environment": True} for name in properties if name in names}
    return {**schema, "properties": {**properties, **changed}}


class _Seen(NamedTuple):
    place: str
    model: str


class _Tool:
    """One tool as it was declared again and again: what was given, and where each of it was seen."""

    def __init__(self) -> None:
        self._schemas: list[tuple[dict[str, Any], list[_Seen]]] = []
        self._formats: list[tuple[dict[str, Any], list[_Seen]]] = []

    def add(self, seen: _Seen, schema: dict[str, Any] | None, stated: dict[str, Any] | None) -> None:
        """Add one declaration: a schema, or, if that is None, a free text of which `stated` says what it must be."""
        given, kept = (stated or {"kind": "text"}, self._formats) if schema is None else (schema, self._schemas)
        entry = next((item for item in kept if item[0] == given), None)
        if entry is None:
            kept.append((given, [seen]))
        elif seen not in entry[1]:
            entry[1].append(seen)

    def as_json(self) -> dict[str, Any]:
        """Return the tool as its file has it."""
        everywhere = [seen for _, places in (*self._schemas, *self._formats) for seen in places]
        tool: dict[str, Any] = {**_where(everywhere), "parameters": [schema for schema, _ in self._schemas]}
        if len(self._schemas) > 1:
            tool["variants"] = [_where(places) for _, places in self._schemas]
        if self._formats:
            tool["free_text"] = [{**stated, **_where(places)} for stated, places in self._formats]
        return tool


def _where(seen: list[_Seen]) -> dict[str, Any]:
    return {
        "declared_in": list(dict.fromkeys(item.place for item in seen)),
        "models": sorted({item.model for item in seen}),
    }


def declared_document(driver: Driver, version: str, recorded: str, tools: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the content of `corpus/platforms/<platform>/declared/<version>.json`."""
    return {
        "$schema": "../../../schema/declared.schema.json",
        "platform": driver.platform,
        "version": version,
        "recorded": recorded,
        "tools": tools,
    }


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON document, pretty-printed, with a newline at the end."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
