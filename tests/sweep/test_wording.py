"""Changes of answers in plain words."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.effects.effect import Answer
from hookconform.effects.forms import Form
from hookconform_lab.sweep.wording import changed_answers, response_words

RAN: dict[str, Any] = {"tool": "ran", "input": "original", "output": "shown", "told": [], "turn": "continues"}
STOPPED: dict[str, Any] = {"tool": "stopped", "input": None, "output": None, "told": [], "turn": "continues"}


def form(name: str, answer: Answer, approval: str = "granted", tool: str = "Bash") -> Form:
    return Form(name, "PreToolUse", "preToolUse", tool, answer, approval, alone=False, failing=False)


def said(before: dict[str, Any], after: dict[str, Any], answer: Answer) -> list[str]:
    one = form("one", answer)
    return list(changed_answers({one.id: before}, {one.id: after}, (one.id,), {one.id: one}))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (STOPPED, RAN, "no longer stops the tool"),
        (RAN, STOPPED, "now stops the tool"),
        (RAN, {**RAN, "input": "changed"}, "now changes the tool's input"),
        ({**RAN, "output": "hidden"}, RAN, "no longer hides the tool's output from the model"),
        (RAN, {**RAN, "told": ["REASON-one"]}, "now tells the model REASON-one"),
        ({**STOPPED, "told": ["REASON-one"]}, STOPPED, "no longer tells the model REASON-one"),
        (STOPPED, {**STOPPED, "turn": "ended"}, "now ends the turn"),
    ],
)
def test_each_effect_has_its_words(before: dict[str, Any], after: dict[str, Any], words: str) -> None:
    assert said(before, after, Answer(exit_code=2)) == [f"exit code 2 {words} (preToolUse/one)"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(exit_code=2, stderr="REASON-one"), "exit code 2"),
        (Answer(late=True), "a hook that times out"),
        (Answer(stdout='{"permissionDecision":"deny"}'), '`{"permissionDecision":"deny"}`'),
        (Answer(exit_code=1, stdout='{"a":1}'), 'exit code 1 with `{"a":1}`'),
        (Answer(stdout="no"), "text on standard output"),
        (Answer(stderr="no"), "text on standard error"),
        (Answer(), "no answer"),
    ],
)
def test_each_answer_has_its_words(answer: Answer, words: str) -> None:
    assert response_words(form("one", answer)) == words


def test_the_situation_is_said() -> None:
    assert (
        response_words(form("one", Answer(), "needed", "Edit")) == "no answer to a patch where the user would be asked"
    )


def test_rows_that_say_the_same_share_a_sentence() -> None:
    forms = {one.id: one for one in (form("a", Answer(exit_code=2)), form("b", Answer(exit_code=2)))}
    (line,) = changed_answers(dict.fromkeys(forms, STOPPED), dict.fromkeys(forms, RAN), tuple(forms), forms)
    assert line == "exit code 2 no longer stops the tool (preToolUse/a, preToolUse/b)"
