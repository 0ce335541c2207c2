"""Fault: canonical times are in seconds, not in milliseconds."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native, with_arguments, with_calls

TIMES = ("timeout", "wait")


class Adapter(BrokenFacades):
    """Takes and gives `timeout` and `wait` a thousand times too small, so that its own way back is right."""

    name = "broken-facade-seconds"

    def asked(self, params: Params) -> Params:
        """Take a time for seconds."""
        return with_calls(params, lambda call: _times(call, 1000))

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Give a time in seconds."""
        return answer if is_to_native(params) else with_arguments(answer, lambda call: _times(call, 1 / 1000))


def _times(call: dict[str, Any], factor: float) -> dict[str, Any]:
    times = {name: call[name] for name in TIMES if isinstance(call.get(name), int | float)}
    return call | {name: _whole(time * factor) for name, time in times.items()}


def _whole(value: float) -> float:
    near = round(value, 6)
    return int(near) if near == int(near) else near


create = Adapter
