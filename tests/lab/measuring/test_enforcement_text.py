"""The lines of an enforcement: one a call, spellings that went as they should together, nothing wider than 80."""

from __future__ import annotations

from hookconform.ground.plain_text import WIDTH
from hookconform_lab.lab.enforce import CallOutcome
from hookconform_lab.lab.enforcement_text import call_lines, summary


def outcome(
    title: str, *, ran: bool, rule: str | None = "no-secrets", spelling: str = "", without: bool = True
) -> CallOutcome:
    return CallOutcome(title, rule, without, ran, told=False, spelling=spelling)


SPELLED = [outcome("write a file", ran=False, spelling=name) for name in ("at", "absolute", "nul-inside")]


def test_spellings_as_they_should_be_are_one_line() -> None:
    assert call_lines(SPELLED) == ["ok             write a file, 3 spellings: must be stopped, stopped"]
    assert summary(SPELLED) == "passed: 3 calls, 3 stopped and 0 let run"


def test_each_wrong_spelling_has_its_line() -> None:
    wrong = [*SPELLED, outcome("write a file", ran=True, spelling="percent-slash")]
    assert call_lines(wrong)[1:] == ["WRONG          write a file, spelled percent-slash: must be stopped, ran"]
    assert summary(wrong) == "failed: 1 of 4 calls"


def test_a_call_that_never_ran_proves_nothing() -> None:
    calls = [outcome("list a folder", ran=False, rule=None, without=False)]
    assert call_lines(calls) == ["PROVES NOTHING list a folder: must run, stopped"]
    assert summary(calls) == "failed: 1 of 1 call"


def test_no_line_is_wide() -> None:
    title = "write a file below a folder with a very long name, beside decoys of the same kind"
    lines = call_lines([outcome(title, ran=False)])
    assert len(lines) > 1
    assert max(map(len, lines)) <= WIDTH
