"""Fault: the first line of a file is line 0 in canonical arguments."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native, with_arguments, with_calls


class Adapter(BrokenFacades):
    """Takes and gives the canonical `offset` one too small, so that its own way back is right."""

    name = "broken-facade-offset-from-zero"

    def asked(self, params: Params) -> Params:
        """Add the line that is missing."""
        return with_calls(params, lambda call: _moved(call, 1))

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Take a line away."""
        return answer if is_to_native(params) else with_arguments(answer, lambda call: _moved(call, -1))


def _moved(call: dict[str, Any], by: int) -> dict[str, Any]:
    line = call.get("offset")
    return call | {"offset": line + by} if isinstance(line, int) else call


create = Adapter
