"""No case of a facade is red for a correct registry that takes the liberties of the documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.support.liberties import mapped

from hook_adapters.canonical.errors import AdapterError
from hook_adapters.suite import create
from hookconform.attach.calls import Call, Refusal, Response, Result
from hookconform.checks.facade.questions import Again, first_question, judged
from hookconform.checks.outcome import RED
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases

pytestmark = pytest.mark.whole

Change = Callable[[Any], Any]
PLATFORMS = ("copilot-cli", "gemini-cli", "kimi-code", "letta-code", "pi")
ADAPTER = create()


def with_a_point(answer: Any) -> Any:
    """'`1` equals `1.0`.'"""
    return mapped(answer, lambda value: float(value) if type(value) is int and abs(value) <= 2**53 else value)


def with_more_keys(answer: Any) -> Any:
    """'Other keys are ignored', and descriptions are the adapter's own words."""
    return answer | {"adapter": "liberal", "tools": [described(tool) for tool in answer.get("tools", ())]}


def described(tool: dict[str, Any]) -> dict[str, Any]:
    schema = tool["parameters"] and tool["parameters"] | {"description": "What the tool takes."}
    return tool | {"parameters": schema, "since": "1.0"}


def without_forms(answer: Any) -> Any:
    """'`forms` (optional: every schema).'"""
    if "tools" not in answer:
        return answer
    return answer | {"tools": [{key: tool[key] for key in tool if key != "forms"} for tool in answer["tools"]]}


def answered(call: Call, change: Change) -> Response:
    try:
        value = ADAPTER.tools(**call.params) if call.method == "tools" else ADAPTER.map(**call.params)
    except AdapterError as error:
        return Refusal(error.code, str(error))
    return Result(change(value))


def is_red(case: FacadeCase, change: Change) -> bool:
    found = judged(case, answered(first_question(case), change))
    if isinstance(found, Again):
        found = found.judge([answered(call, change) for call in found.calls])
    return found.outcome in RED


@pytest.mark.parametrize("change", [with_a_point, with_more_keys, without_forms], ids=lambda change: change.__name__)
def test_no_liberty_of_a_registry_is_red(change: Change) -> None:
    cases = list(facade_cases(platforms=PLATFORMS))
    assert len(cases) > 5000
    assert [case.id for case in cases if is_red(case, change)] == []
