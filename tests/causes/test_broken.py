"""A crash, a hang and an answer of another form are told apart, in the title and in what to do."""

from __future__ import annotations

import pytest

from hookconform.causes.advice import advice
from hookconform.causes.broken import family, repair
from hookconform.causes.grouping import find_causes
from hookconform.causes.lines import cause_lines
from hookconform.causes.rows import cause_as_json
from hookconform.checks.capability import ResponseError, events_of
from hookconform.checks.outcome import CheckResult, Outcome

CRASH = "canonicalize: the adapter ended with status 2"
USUAL = "Answer every request."


@pytest.mark.parametrize(
    ("message", "title", "do"),
    [
        (CRASH, "ended with status 2", "It ended with status 2. "),
        (
            f"{CRASH}; it said: Traceback\n  File 1\nKeyError: 'tool 7'",
            "ended with status 2: KeyError: 'tool N'",
            "Its standard error says: KeyError: 'tool 7'",
        ),
        (
            f"{CRASH}; it said: panic: no row\n\ngoroutine 1 [running]:\nexit status 2",
            "ended with status 2: panic: no row",
            "Its standard error says: panic: no row",
        ),
        (f"{CRASH}; it said: out\nof memory", "ended with status 2: of memory", "says: of memory"),
        (
            "the hook program was ended by signal 6; it said: about to die",
            "was ended by signal 6: about to die",
            "It was ended by signal 6. ",
        ),
        ("canonicalize: no answer within 0.5 s", "no answer within 0.5 s", "flush its output"),
        ("the hook program did not end within 10 s", "did not end within 10 s", "Read standard input to its end"),
        (
            "the answer does not follow the protocol: `events` must be a list with at least one event",
            "wrong form: `events` must be a list with at least one event",
            'Answer {"events": [...]}',
        ),
        ("the answer does not follow the protocol: an event must be an object", "wrong form: an event", "Messages"),
        ("protocol error: the answer is not JSON (x): y", "protocol error: the answer is not JSON", "Messages"),
        ("the adapter answered error -32603: boom at 7", "boom at N", USUAL),
        ("it ended", "it ended", USUAL),
    ],
)
def test_what_helps_depends_on_how_it_broke(message: str, title: str, do: str) -> None:
    assert family(message).startswith(title)
    assert do in repair(message)
    assert (USUAL in repair(message)) == (do == USUAL)


def test_a_title_ends_with_a_word() -> None:
    assert (
        family(f"{CRASH}; it said: panic: {'index out of range ' * 9}")
        .removesuffix(" …")
        .endswith(("index", "out", "of", "range"))
    )
    assert len(family("x" * 100)) == 60


def test_what_to_do_stands_at_the_cause() -> None:
    red = CheckResult(
        "gemini-cli/synthetic/a", "event", "gemini-cli", Outcome.ERROR, "canonicalize: no answer within 5 s"
    )
    row = cause_as_json(find_causes([red])[0])
    assert "`--deadline SECONDS`" in advice(row)
    assert cause_lines([row])[0].said() == "breaks: no answer within 5 s"


def test_the_message_of_a_list_is_one_that_is_known() -> None:
    with pytest.raises(ResponseError) as caught:
        events_of([{"hook_event_name": "PreToolUse"}])
    assert '{"events": [...]}' in repair(f"the answer does not follow the protocol: {caught.value}")
