"""Fault: the last line to read is taken for the number of lines, and the other way round."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native, with_arguments


class Adapter(BrokenFacades):
    """Gives `end_line`, and the second number of `view_range`, the value of the canonical `limit`."""

    name = "broken-facade-end-line-as-limit"

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Put one in the place of the other."""
        if not is_to_native(params):
            last = _last_line(params.get("arguments", {}))
            return with_arguments(answer, lambda call: call | {"limit": last} if last and "limit" in call else call)
        limit = params["calls"][0].get("limit")
        return with_arguments(answer, lambda call: _ending(call, limit)) if limit else answer


def _last_line(native: dict[str, Any]) -> int | None:
    of_range = native.get("view_range", ())
    return of_range[1] if len(of_range) > 1 else native.get("end_line")


def _ending(native: dict[str, Any], line: int) -> dict[str, Any]:
    if "view_range" in native:
        return native | {"view_range": [native["view_range"][0], line]}
    return native | {"end_line": line} if "end_line" in native else native


create = Adapter
