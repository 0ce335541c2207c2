"""The words of a verdict arrive as they are, whatever is in them: cut, folded or escaped they are other words."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

import pytest

from hookconform.attach.calls import UNSUPPORTED_VERDICT, Broken, Refusal, Response, Result, RulePack
from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.capability import Subject
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.checks.response import CAPABILITY
from hookconform.checks.verdict_questions import ODD, PLAIN
from hookconform.effects.representatives import stands_for_event

Change = Callable[[str], str]

# What careless adapters do to a text on its way.
CHANGES: dict[str, Change] = {
    "cut to 200 characters": lambda text: text[:200],
    "cut to 1,000 characters": lambda text: text[:1000],
    "the first line": lambda text: text.splitlines()[0],
    "the last line": lambda text: text.splitlines()[-1],
    "on one line": lambda text: text.replace("\n", " "),
    "blank lines lost": lambda text: re.sub(r"\n+", "\n", text),
    "blanks folded": lambda text: re.sub(r" +", " ", text),
    "tabs to blanks": lambda text: text.expandtabs(),
    "ends of lines for Windows": lambda text: text.replace("\n", "\r\n"),
    "ASCII alone": lambda text: text.encode("ascii", "ignore").decode(),
    "letters as escapes": lambda text: text.encode("ascii", "backslashreplace").decode(),
    "beyond the basic plane lost": lambda text: re.sub(r"[^\u0000-\uffff]", "?", text),
    "Latin 1 for UTF-8": lambda text: text.encode().decode("latin-1"),
    "composed": lambda text: unicodedata.normalize("NFC", text),
    "decomposed": lambda text: unicodedata.normalize("NFD", text),
    "quoted as JSON": lambda text: json.dumps(text)[1:-1],
    "unquoted as JSON": lambda text: text.replace("\\n", "\n"),
    "quotes changed": lambda text: text.replace('"', "'"),
    "single quotes escaped": lambda text: text.replace("'", "'\\''"),
    "escaped for HTML": html.escape,
    "unescaped from HTML": html.unescape,
    "tags lost": lambda text: re.sub(r"<[^>]*>", "", text),
    "variables replaced": lambda text: text.replace("$HOME", "/home/dev"),
    "taken for a format": lambda text: text.replace("{0}", ""),
    "taken for a printf": lambda text: text.replace("%s", ""),
    "backticks lost": lambda text: text.replace("`", ""),
}


def _subject() -> Subject:
    cases = iter_cases(platforms=["claude-code"], globs=["claude-code/captured/2.1.329/*"])
    case = next(case for case in cases if case.registered_event == "PreToolUse" and stands_for_event(case))
    return Subject(case, find_adapter("reference"), RulePack({"rules": []}))


ASKED = _subject()
PAYLOAD: dict[str, Any] = ASKED.case.payload or {}


def _says(**fields: Any) -> Result:
    body = {"hookSpecificOutput": {"hookEventName": "PreToolUse", **fields}}
    return Result({"exit_code": 0, "stdout": json.dumps(body), "stderr": ""})


def answer(verdict: str, text: str) -> Result:
    """Answer as Claude Code reads it, with this text as the words of the verdict."""
    if verdict == "deny":
        return _says(permissionDecision="deny", permissionDecisionReason=text)
    if verdict == "context":
        return _says(additionalContext=text)
    return _says(updatedInput={**PAYLOAD["tool_input"], "command": text})


def judged(verdict: str, *answers: Response) -> Judgement:
    return CAPABILITY.judge(ASKED._replace(variant=verdict), answers)


WORDS = {verdict: getattr(ODD, name) for verdict, name in (("deny", "reason"), ("context", "context"))}
WORDS["input"] = ODD.command
FIRST = {"deny": PLAIN.reason, "context": PLAIN.context, "input": PLAIN.command}


@pytest.mark.parametrize("verdict", WORDS)
def test_words_that_arrive_as_they_are_pass(verdict: str) -> None:
    both = answer(verdict, FIRST[verdict]), answer(verdict, WORDS[verdict])
    assert judged(verdict, *both).outcome is Outcome.PASSED
    # Each answer is held to its own words.
    assert judged(verdict, *reversed(both)).outcome is Outcome.FAILED


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("verdict", WORDS)
def test_words_that_were_changed_on_the_way_fail(verdict: str, change: str) -> None:
    changed = CHANGES[change](WORDS[verdict])
    if verdict == "input" and change == "blank lines lost":
        assert changed == WORDS[verdict]  # No line of a command is blank.
        return
    assert changed != WORDS[verdict]
    found = judged(verdict, answer(verdict, FIRST[verdict]), answer(verdict, changed))
    assert found.outcome is Outcome.FAILED
    assert found.differences[0].got.startswith("with a long text of several lines and odd marks: ")


@pytest.mark.parametrize("verdict", WORDS)
def test_a_verdict_is_not_refused_for_its_words(verdict: str) -> None:
    found = judged(verdict, answer(verdict, FIRST[verdict]), Refusal(UNSUPPORTED_VERDICT, "unsupported verdict"))
    assert found.outcome is Outcome.FAILED
    assert found.differences[0].got.startswith("with a long text of several lines and odd marks: refused with error")


@pytest.mark.parametrize("verdict", WORDS)
def test_an_adapter_that_breaks_at_odd_words_is_an_error(verdict: str) -> None:
    assert judged(verdict, answer(verdict, FIRST[verdict]), Broken("it crashed")).outcome is Outcome.ERROR


@pytest.mark.parametrize("verdict", WORDS)
def test_what_is_wrong_with_plain_words_is_said_first(verdict: str) -> None:
    wrong = _says()
    found = judged(verdict, wrong, wrong)
    assert found.outcome is Outcome.FAILED
    assert "odd marks" not in found.differences[0].got
