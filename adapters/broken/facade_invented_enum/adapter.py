"""Fault: a parameter that takes any text is offered with a list of values."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades


class Adapter(BrokenFacades):
    """Invents the values of the first parameter that is a text."""

    name = "broken-facade-invented-enum"

    def offered(self, answer: Answer) -> Answer:
        """Add values to every tool that has such a parameter."""
        return {"tools": [tool | {"parameters": _with_values(tool["parameters"])} for tool in answer["tools"]]}


def _with_values(schema: dict[str, Any] | None) -> dict[str, Any] | None:
    properties: dict[str, Any] = (schema or {}).get("properties", {})
    for name, said in properties.items():
        if said.get("type") == "string" and "enum" not in said:
            return {**(schema or {}), "properties": {**properties, name: {**said, "enum": ["one", "other"]}}}
    return schema


create = Adapter
