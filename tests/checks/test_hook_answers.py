"""What a hook program answered, read and shown; what is no answer is an error of every check that rests on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes
from tests.support.hooks import hook_manifest

from hookconform.attach.calls import Broken, Refusal, Response, Result
from hookconform.attach.manifest import Manifest
from hookconform.checks.capability import Subject
from hookconform.checks.decision.shown import shown_answer
from hookconform.checks.hook_answer import answer_in, parse_answer
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.checks.refusal import CAPABILITY as REFUSAL
from hookconform.effects.effect import Answer

SAID = {"exit_code": 0, "stdout": "out", "stderr": "err"}


@pytest.fixture
def manifest(tmp_path: Path) -> Manifest:
    return hook_manifest(tmp_path, "")


@pytest.mark.parametrize("code", [0, 1, 2, 255])
def test_an_exit_code_and_two_texts_are_an_answer(code: int) -> None:
    assert parse_answer({**SAID, "exit_code": code, "more": 1}) == Answer(code, "out", "err")


@pytest.mark.parametrize(
    ("value", "why"),
    [
        (None, "not an object"),
        ([SAID], "not an object"),
        ("out", "not an object"),
        ({}, "`exit_code`"),
        ({**SAID, "exit_code": None}, "`exit_code`"),
        ({**SAID, "exit_code": "0"}, "`exit_code`"),
        ({**SAID, "exit_code": True}, "`exit_code`"),
        ({**SAID, "exit_code": 0.0}, "`exit_code`"),
        ({**SAID, "exit_code": -1}, "`exit_code`"),
        ({**SAID, "exit_code": 256}, "from 0 to 255"),
        ({**SAID, "stdout": None}, "`stdout` and `stderr`"),
        ({**SAID, "stderr": 1}, "`stdout` and `stderr`"),
        ({"exit_code": 0, "stdout": ""}, "`stdout` and `stderr`"),
    ],
)
def test_anything_else_is_none_and_says_why(manifest: Manifest, value: Any, why: str) -> None:
    said = parse_answer(value)
    assert isinstance(said, str)
    assert why in said
    assert answer_in(Result(value), manifest, "gemini-cli") == said


@pytest.mark.parametrize("response", [Broken("it is gone"), Refusal(-32001, "no"), Result({"exit_code": 0})])
def test_what_is_no_answer_is_an_error_of_the_check(manifest: Manifest, response: Response) -> None:
    subject = Subject(fakes.case(), manifest, fakes.PACK)
    why = "`stdout` and `stderr` must be texts" if isinstance(response, Result) else response.words
    assert REFUSAL.judge(subject, [response]) == Judgement(Outcome.ERROR, why)


def test_an_answer_is_shown_with_what_was_started_and_both_outputs() -> None:
    value = {"exit_code": 3, "stdout": " o\n", "stderr": "e" * 700, "command": "cd x && true"}
    lines = shown_answer(Result(value)).splitlines()
    assert lines[:3] == ["command: cd x && true", "exit code: 3", "standard output: o"]
    assert lines[3].startswith("standard error: " + "e" * 200)
    assert len(lines[3]) < 700
    assert len(shown_answer(Result({**value, "stderr": "e" * 600})).splitlines()[3]) == len("standard error: ") + 600
    bare = shown_answer(Result({"exit_code": 0, "stdout": "", "stderr": " "}))
    assert bare.splitlines() == ["exit code: 0", "standard output: (nothing)", "standard error: (nothing)"]


def test_a_question_without_an_answer_is_shown_by_its_words() -> None:
    assert shown_answer(Broken("it is gone")) == "it is gone"
    assert shown_answer(Refusal(-32001, "no")) == Refusal(-32001, "no").words
