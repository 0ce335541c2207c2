"""Cases with what is expected of one adapter, worked out: a runner needs no rules of ours."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hookconform.cases.loading import content_of
from hookconform.checks.expectation import expects_refusal
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import corpus_root
from hookconform.export.request import Request
from hookconform.ground.json_text import with_text
from hookconform.run.engine import pack_of
from hookconform.run.plan import CasePlan, PlannedCheck, plan_case
from hookconform.run.selection import Selection

# Characters of a payload from which on it is looked at for repeated text.
_LONG = 10_000


def case_rows(request: Request) -> Iterator[dict[str, Any]]:
    """Yield one row a case that any check is about, in id order (schema: export, `case`)."""
    adapter, pack = request.adapter, pack_of(request.adapter)
    root = corpus_root()
    for case in Selection(platforms=request.wanted_platforms).iter_cases():
        if request.has(case.version):
            plan = plan_case(case, adapter, pack, tuple(request.compared))
            if plan is not None and plan.checks:
                row = _row(case, plan)
                yield _without_repeats(row, content_of(case, root)) if len(case.payload_text) > _LONG else row


def _row(case: Case, plan: CasePlan) -> dict[str, Any]:
    judged = [check for check in plan.checks if check.unclaimed is None]
    row: dict[str, Any] = {
        "id": case.id,
        "platform": case.platform,
        "version": case.version,
        "registered_event": case.registered_event,
        "payload": case.payload_text,
    }
    if case.rules:
        row["rules"] = list(case.rules)
    if expects_refusal(case) or case.expected.may_refuse:
        row["refuse"] = "must" if expects_refusal(case) else "may"
    if case.expected.may_refuse_rules:
        row["may_refuse_rules"] = True
    row["expect"] = {check.capability.name: _comparisons(check) for check in judged}
    unsupported = [check.capability.name for check in plan.checks if check.unclaimed is not None]
    return row | ({"unsupported": unsupported} if unsupported else {})


def _without_repeats(row: dict[str, Any], filed: dict[str, Any]) -> dict[str, Any]:
    """Return a row in which marks stand for the texts that the case repeats, as they do in the corpus.

    Within the payload's text such a text may be escaped, which needs a mark of its own.
    """
    for mark, long in filed.get("repeated", {}).items():
        escaped = json.dumps(long["text"], ensure_ascii=False)[1:-1]
        for own_mark, text in ((mark, long["text"]), (f"<{mark[::-1]}>", escaped)):
            whole = text * long["times"]
            short = with_text(row, whole, own_mark)
            if short != row and with_text(short, own_mark, whole) == row:
                repeated = row.get("repeated", {}) | {own_mark: {"text": text, "times": long["times"]}}
                row = short | {"repeated": repeated}
    return row


def _comparisons(check: PlannedCheck) -> list[dict[str, Any]]:
    comparisons = check.capability.comparisons
    return [] if comparisons is None else [one.as_json() for one in comparisons(check.subject)]
