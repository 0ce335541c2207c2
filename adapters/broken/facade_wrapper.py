"""The reference adapter's facades with a place for one fault: subclasses change what is asked, or what is answered."""

from __future__ import annotations

from typing import Any

from hook_adapters.suite import create

Params = dict[str, Any]
Answer = dict[str, Any]


class BrokenFacades:
    """Answers `tools` and `map` as the reference adapter does, but for `asked` and `answered`."""

    name: str

    def __init__(self) -> None:
        self._right = create()

    def initialize(self, **params: Any) -> Answer:
        """Say who this is."""
        return self._right.initialize(**params) | {"name": self.name}

    def tools(self, **params: Any) -> Answer:
        """Return the reference adapter's tools, distorted."""
        return self.offered(self._right.tools(**self.asked(params)))

    def map(self, **params: Any) -> Answer:
        """Return what the reference adapter makes of a call, distorted."""
        return self.answered(params, self._right.map(**self.asked(params)))

    def asked(self, params: Params) -> Params:
        """Return the parameters as this adapter takes them."""
        return params

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Return a result of `map` as this adapter gets it wrong; `params` are those it was asked with."""
        del params
        return answer

    def offered(self, answer: Answer) -> Answer:
        """Return a result of `tools` as this adapter gets it wrong."""
        return answer


def with_calls(params: Params, change: Any) -> Params:
    """Return parameters with each canonical call changed; those about a native call stay."""
    if "calls" not in params:
        return params
    calls = [change(call) for call in params["calls"]]
    return params | {"calls": calls, "assumed": _assumed(params.get("assumed", []), calls)}


def with_arguments(answer: Answer, change: Any) -> Answer:
    """Return a result with the arguments of each call changed; calls with a text stay."""
    calls = [
        {**call, "arguments": change(call["arguments"])} if "arguments" in call else call for call in answer["calls"]
    ]
    return answer | {"calls": calls, "assumed": _assumed(answer["assumed"], [call.get("arguments") for call in calls])}


def _assumed(assumed: list[dict[str, Any]], arguments: list[Any]) -> list[dict[str, Any]]:
    """Return assumed arguments as they stand in changed calls."""
    there = [one for one in assumed if one["argument"] in arguments[one["call"]]]
    return [{**one, "value": arguments[one["call"]][one["argument"]]} for one in there]


def is_to_native(params: Params) -> bool:
    """Tell whether a call is mapped to native ones."""
    return params["direction"] == "to_native"
