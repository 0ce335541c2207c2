"""Fault: of a tool that is declared in several forms, calls of the first alone are taken."""

from __future__ import annotations

from functools import cache

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native

from tool_facades.suite import CannotMap


class Adapter(BrokenFacades):
    """Knows the arguments of the form that it offers, and no others."""

    name = "broken-facade-first-form"

    def __init__(self) -> None:
        super().__init__()
        self._offered = cache(self._names)

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Refuse a native call with an argument that is not offered."""
        if not is_to_native(params) and "arguments" in params:
            offered = self._offered(params["provider"], params["model"], params["version"])
            unknown = params["arguments"].keys() - offered[params["tool"]]
            if unknown:
                raise CannotMap(f"unknown: {', '.join(sorted(unknown))}")
        return answer

    def _names(self, provider: str, model: str, version: str) -> dict[str, set[str]]:
        """Return the names of the arguments that each tool is offered with."""
        tools = self.tools(provider=provider, model=model, version=version)["tools"]
        return {tool["name"]: set((tool["parameters"] or {}).get("properties", {})) for tool in tools}


create = Adapter
