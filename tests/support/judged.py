"""Cases judged by hand: what each capability says of answers that are given here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform.attach.calls import Refusal, Response, Result
from hookconform.attach.manifest import Manifest
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus.cases import Case
from hookconform.ground.pointers import MISSING
from hookconform.run.plan import plan_case
from tests.support import fakes

EVERYTHING = ["tool-name", "event", "input", "result", "rules", "refusal"]
INVALID = Refusal(-32001, "no")


def check(case: Case, *answers: Response, **changes: Any) -> dict[str, CheckResult]:
    """Judge a case; the first answer is that of `canonicalize`, the second that of `match`."""
    capabilities = changes.pop("capabilities", ["tool-name", "event", "input", "result"])
    plan = plan_case(case, adapter(capabilities=capabilities, **changes), fakes.PACK, EVERYTHING)
    assert plan is not None
    return {result.capability: result for result in plan.judge(answers)}


def adapter(**changes: Any) -> Manifest:
    return fakes.manifest(Path(), **changes)


def event(**changes: Any) -> Result:
    return events({key: value for key, value in (fakes.EVENT | changes).items() if value is not MISSING})


def events(*several: Any) -> Result:
    return Result({"events": list(several)})


def red(results: dict[str, CheckResult]) -> dict[str, list[str]]:
    return {
        name: [difference.pointer for difference in result.differences]
        for name, result in results.items()
        if result.outcome is Outcome.FAILED
    }
