"""Fault: nothing is mapped: every argument is kept as the tool's own, and given back as it was."""

from __future__ import annotations

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native, with_arguments


class Adapter(BrokenFacades):
    """Says in canonical terms that a tool was called, and no more; its own way back is right."""

    name = "broken-facade-all-native-only"

    def map(self, **params: object) -> Answer:
        """Give back what was kept, and what is asked in canonical terms as the reference adapter does."""
        if is_to_native(params) and not any(params["calls"]):
            call = {"tool": params["native_tool"], "arguments": params["native_only"]}
            return {"calls": [call], "filled": [], "dropped": [], "native_only": {}}
        return super().map(**params)

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Keep everything."""
        if is_to_native(params) or "arguments" not in params:
            return answer
        return with_arguments(answer, lambda _: {}) | {"native_only": params["arguments"]}


create = Adapter
