"""Answers of an adapter to exported cases, and what the engine says of each check: what every package must say, too."""

from __future__ import annotations

import json
from functools import lru_cache
from itertools import islice
from typing import Any

from hookconform.attach.attaching import attach
from hookconform.attach.calls import Refusal, Response, Result
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import Outcome
from hookconform.export.request import Request
from hookconform.run.engine import pack_of
from hookconform.run.plan import plan_case
from hookconform.run.selection import Selection


@lru_cache(maxsize=4)
def recorded(adapter: str, platform: str, start: int = 0, step: int = 1) -> list[tuple[str, dict[str, Outcome]]]:
    """Return a line of answers a case, and the outcome of each check by id; the adapter is asked what is exported.

    Of the platform's cases it is asked one in `step`.
    """
    found: list[tuple[str, dict[str, Outcome]]] = []
    request = Request((platform,))
    pack = pack_of(request.adapter)
    manifest = find_adapter(adapter)
    session = attach(manifest, in_process=manifest.kind == "python")
    try:
        for case in islice(Selection(platforms=(platform,)).iter_cases(), start, None, step):
            plan = plan_case(case, request.adapter, pack, tuple(request.compared))
            if plan is None or not plan.checks:
                continue
            responses = list(session.responses(plan.calls))
            answers = {call.key: _as_json(one) for call, one in zip(plan.calls, responses, strict=True)}
            outcomes = {result.id: result.outcome for result in plan.judge(responses, explained=False)}
            found.append((json.dumps({"id": case.id, **answers}), outcomes))
    finally:
        session.close()
    return found


def _as_json(response: Response) -> dict[str, Any]:
    if isinstance(response, Result):
        return {"value": response.value}
    if isinstance(response, Refusal):
        return {"code": response.code, "message": response.message}
    return {"broken": response.reason}
