"""Changes of answers in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.effects.effect import Answer
from hookconform.effects.forms import Form
from hookconform_lab.sweep.wording import changed_answers

RAN: dict[str, Any] = {"tool": "ran", "input": "original", "output": "shown", "told": [], "turn": "continues"}
STOPPED: dict[str, Any] = {"tool": "stopped", "input": None, "output": None, "told": [], "turn": "continues"}

INPUT_AND_OUTPUT = ["now changes the call's input", "now hides the output from the model"]


def form(name: str, answer: Answer, approval: str = "granted", tool: str = "Bash") -> Form:
    return Form(name, "PreToolUse", "preToolUse", tool, answer, approval, alone=False, failing=False)


def said(before: dict[str, Any], after: dict[str, Any], answer: Answer) -> list[str]:
    one = form("one", answer)
    return list(changed_answers({one.id: before}, {one.id: after}, (one.id,), {one.id: one}))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (STOPPED, RAN, ["no longer stops the call"]),
        (STOPPED, {**STOPPED, "told": ["REASON-one"], "turn": "ended"}, ["now ends the turn"]),
        (RAN, {**RAN, "input": "changed", "output": "hidden"}, INPUT_AND_OUTPUT),
    ],
)
def test_each_change_is_a_sentence(before: dict[str, Any], after: dict[str, Any], words: list[str]) -> None:
    assert said(before, after, Answer(exit_code=2)) == [f"exit code 2 {one} (preToolUse/one)" for one in words]


def test_a_response_that_has_no_form_is_named() -> None:
    assert list(changed_answers({"x": RAN}, {"x": STOPPED}, ("x",), {})) == ["the response x now stops the call (x)"]


def test_rows_that_say_the_same_share_a_sentence() -> None:
    forms = {one.id: one for one in (form("a", Answer(exit_code=2)), form("b", Answer(exit_code=2)))}
    (line,) = changed_answers(dict.fromkeys(forms, STOPPED), dict.fromkeys(forms, RAN), tuple(forms), forms)
    assert line == "exit code 2 no longer stops the call (preToolUse/a, preToolUse/b)"
