"""Fault: a native call that does not fit its declaration is taken as one without arguments."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, is_to_native

from tool_facades.suite import CannotMap


class Adapter(BrokenFacades):
    """Refuses no native call."""

    name = "broken-facade-unchecked"

    def map(self, **params: Any) -> Answer:
        """Answer where there must be a refusal."""
        try:
            return super().map(**params)
        except CannotMap:
            if is_to_native(params):
                raise
            return {"calls": [{"tool": params["tool"], "arguments": {}}]}


create = Adapter
