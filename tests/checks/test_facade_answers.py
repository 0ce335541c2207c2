"""Answers about facades that cannot be read are errors that say what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.facade_judged import (
    FROM,
    ILL,
    MEANING,
    OFFER,
    REFUSED,
    ROUND,
    TO_CANONICAL,
    TO_NATIVE,
    TOOLS,
    canonical,
    mapped,
)

from hookconform.attach.calls import Broken, Refusal, Response, Result
from hookconform.checks.facade.questions import Again, judged
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.facade_case import FacadeCase


@pytest.mark.parametrize("case", [TOOLS, TO_CANONICAL, ROUND, TO_NATIVE, FROM, REFUSED, ILL], ids=lambda case: case.id)
@pytest.mark.parametrize(
    "answer",
    [
        Broken("gone"),
        Refusal(-32601, "no such method"),
        Result(None),
        Result({"tools": {}}),
        Result({"calls": []}),
        Result({"calls": [{"tool": "edit"}]}),
        Result({"calls": [{"tool": "edit", "arguments": {}, "text": ""}]}),
        Result({"calls": [canonical()], "filled": [{"argument": "x"}]}),
        Result({"calls": [canonical()], "dropped": [1]}),
        Result({"tools": [{"name": "a", "canonical": "b"}]}),
    ],
)
def test_an_answer_outside_the_protocol_is_an_error(case: FacadeCase, answer: Response) -> None:
    found = judged(case, answer)
    assert isinstance(found, Judgement)
    assert found.outcome is Outcome.ERROR


@pytest.mark.parametrize(
    ("tools", "why"),
    [
        ([None], "a tool must be an object with a `name`"),
        ([{"canonical": "Edit", "parameters": {}}], "a tool must be an object with a `name`"),
        ([{"name": 1, "canonical": "Edit", "parameters": {}}], "a tool must be an object with a `name`"),
        ([{"name": "edit", "parameters": {}}], "edit needs `canonical`"),
        ([{"name": "edit", "canonical": None, "parameters": {}}], "edit needs `canonical`"),
        ([{"name": "edit", "canonical": "Edit"}], "edit needs `parameters`"),
        ([{"name": "edit", "canonical": "Edit", "parameters": []}], "edit needs `parameters`"),
        ([*OFFER["tools"], OFFER["tools"][0]], "edit is there twice"),
    ],
)
def test_an_offer_that_cannot_be_read_says_what_is_wrong(tools: list[Any], why: str) -> None:
    found = judged(TOOLS, Result({"tools": tools}))
    assert isinstance(found, Judgement)
    assert (found.outcome, why in found.message) == (Outcome.ERROR, True), found.message


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"calls": [None]}, "a call must be an object with a `tool`"),
        ({"calls": [{"arguments": {}}]}, "a call must be an object with a `tool`"),
        ({"calls": [{"tool": 1, "arguments": {}}]}, "a call must be an object with a `tool`"),
        ({"calls": [{"tool": "Edit", "arguments": []}]}, "a call of Edit needs either"),
        ({"calls": [{"tool": "Edit", "text": 1}]}, "a call of Edit needs either"),
        ({"calls": [{"tool": "Edit", "arguments": {}, "text": "x"}]}, "a call of Edit needs either"),
        ({"calls": {}}, "`calls` must be"),
        ({"filled": {}}, "`filled` must be"),
        ({"filled": ["x"]}, "`filled` must be"),
        ({"filled": [{"argument": 1, "value": 1, "derivation": ""}]}, "`filled` must be"),
        ({"filled": [{"argument": "x", "derivation": ""}]}, "`filled` must be"),
        ({"filled": [{"argument": "x", "value": 1}]}, "`filled` must be"),
        ({"dropped": "x"}, "`dropped` must be"),
        ({"dropped": [1]}, "`dropped` must be"),
        ({"native_only": []}, "`native_only` must be"),
    ],
)
def test_a_result_that_cannot_be_read_says_what_is_wrong(changes: dict[str, Any], why: str) -> None:
    value = {"calls": [canonical(**MEANING)], **changes}
    assert schemas.problems({"map": value}, "protocol")
    found = judged(TO_CANONICAL, Result(value))
    assert isinstance(found, Judgement)
    assert (found.outcome, why in found.message) == (Outcome.ERROR, True), found.message
    later = judged(ROUND, mapped(canonical(**MEANING)))
    assert isinstance(later, Again)
    again = later.judge([Result(value)])
    assert (again.outcome, why in again.message) == (Outcome.ERROR, True), again.message
