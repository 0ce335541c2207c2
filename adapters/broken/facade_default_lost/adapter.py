"""Fault: an argument that is left out stays out, whatever either side takes its absence for."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params


class Adapter(BrokenFacades):
    """Says nothing that was not said before, and not that anything differs."""

    name = "broken-facade-default-lost"

    def asked(self, params: Params) -> Params:
        """Leave out what another tool left to be understood."""
        calls = _without(params.get("calls", []), params.get("assumed", []), lambda call: call)
        return params | ({"calls": calls, "assumed": []} if "calls" in params else {})

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Leave out what has to be said."""
        del params
        calls = _without(answer["calls"], answer["assumed"], lambda call: call["arguments"])
        return answer | {"calls": calls, "assumed": [], "differences": []}


def _without(calls: list[dict[str, Any]], assumed: list[dict[str, Any]], arguments: Any) -> list[dict[str, Any]]:
    for one in assumed:
        arguments(calls[one["call"]]).pop(one["argument"])
    return calls


create = Adapter
