"""A session with a scripted program: how many requests are open, how long is waited, and what its lines are."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from tests.support.scripted_child import ScriptedChild, Stage, asked, by_name, name_of, named, silent, staged

from hookconform.attach.calls import AdapterGoneError, Broken, Call, Encoded, Result
from hookconform.attach.messages import digest_of_answer

HERE = Path("/m")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Stage]:
    return staged(monkeypatch, HERE, by_name)


def test_requests_are_sent_up_to_sixty_four_and_again_once_half_of_them_are_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting: deque[dict[str, Any]] = deque()
    attached, stage = staged(monkeypatch, HERE, lambda _, request: waiting.append(request))
    (child,) = stage.children
    seen: list[int] = []

    def one() -> None:
        seen.append(len(child.sent))
        child.answer(waiting.popleft(), 1)

    stage.on_wait = one
    assert list(attached.responses(named("a") * 100)) == [Result(1)] * 100
    assert seen == [64] * 32 + [96] * 32 + [100] * 36
    assert [request["id"] for request in child.sent] == list(range(1, 101))
    # While more than half of them are open.
    assert len(stage.naps) == 32 + 32 + 4


def test_nothing_is_slept_through_while_something_waits_to_be_written(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    stage.children[0].outgoing_bytes = 1
    assert len(list(attached.responses(named("a") * 100))) == 100
    assert stage.naps == []


def test_no_more_is_sent_while_much_waits_to_be_written(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    stage.children[0].outgoing_bytes = 1 << 20
    source = iter(named("a"))
    attached._fill(source)
    assert stage.children[0].sent == []
    stage.children[0].outgoing_bytes -= 1
    attached._fill(source)
    assert asked(stage) == [["a"]]


def test_time_counts_from_answer_to_answer_and_a_line_that_is_none_gives_no_more(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    waits = iter([2.0, 1.5])
    stage.on_wait = lambda: next(waits, None)
    assert list(attached.responses(named("hang"))) == [Broken("canonicalize: no answer within 5 s")]
    assert stage.waits[:3] == [5, 3, 1.5]
    assert stage.now == 5


def test_after_an_answer_the_next_one_has_the_whole_time(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, silent)
    (child,) = stage.children

    def late() -> float:
        number = len(stage.waits)
        if number % 2:
            return 4.0
        child.answer(child.sent[number // 2 - 1], 1)
        return 0.5

    stage.on_wait = late
    assert list(attached.responses(named("a", "b"))) == [Result(1), Result(1)]
    assert stage.waits == [5, 1, 5, 1]


def test_closing_asks_it_to_shut_down_and_takes_what_it_still_printed(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    (child,) = stage.children
    child.last_words = [b"bye", b"  ", b"caf\xe9"]
    attached.close()
    assert child.sent == [{"jsonrpc": "2.0", "id": 0, "method": "shutdown", "params": {}}]
    assert child.stops == [2.0]
    assert attached.stray.lines == ["bye", "caf\ufffd"]
    assert stage.waits == [2.0]
    attached.close()
    assert len(child.sent) == 1


def test_one_that_does_not_answer_to_shutdown_has_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, silent)
    (child,) = stage.children
    waits = iter([0.0, 0.5, None])
    stage.on_wait = lambda: next(waits)
    child.say("a log", "", b"caf\xe9", {"jsonrpc": "2.0", "id": 5, "result": 1})
    attached.close()
    assert stage.waits == [2.0, 2.0, 1.5]
    assert (stage.now, attached.stray.lines) == (2.0, ["a log", "caf\ufffd"])


def test_what_is_asked_aside_is_answered_by_its_number_or_by_a_fault_without_one(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    (child,) = stage.children
    child.say({"jsonrpc": "2.0", "id": 7, "result": "other"}, {"jsonrpc": "2.0", "id": 0, "result": "mine"})
    assert attached._exchange(Call("x", {}), 1.0) == Result("mine")
    child.answers.lines.clear()
    child.say('{"jsonrpc": "2.0", "result": 1}')
    fault = attached._exchange(Call("x", {}), 1.0)
    assert isinstance(fault, Broken)
    assert "has the id null" in fault.reason
    child.answers.lines.clear()
    child.end()
    assert attached._exchange(Call("x", {}), 1.0) == Broken("x: no answer")


@pytest.mark.parametrize(("number", "is_known"), [(0, False), (1, True), (2, True), (4, False)])
def test_an_answer_nobody_waits_for_is_the_end_only_if_it_was_asked_for(
    session: tuple[Any, Stage], number: int, is_known: bool
) -> None:
    attached, stage = session
    assert list(attached.responses(named("a", "b"))) == [Result("a"), Result("b")]
    line = json.dumps({"jsonrpc": "2.0", "id": number, "result": "again" + "x" * 200})
    stage.children[0].say(line)
    if is_known:
        with pytest.raises(AdapterGoneError) as caught:
            list(attached.responses(named("c")))
        says = str(caught.value)
        assert says.startswith(f"protocol error: a second answer to request {number}: {{")
        assert says.endswith(f" ({len(line)} characters)")
        assert stage.children[0].stops == [0]
    else:
        assert list(attached.responses(named("c"))) == [Result("c")]
    assert attached.stray.lines == [f"{line[:200]}…"]


def test_a_second_answer_to_the_last_request_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(child: ScriptedChild, request: dict[str, Any]) -> None:
        for result in ("one", "two"):
            child.answer(request, result)

    attached, _ = staged(monkeypatch, HERE, twice)
    with pytest.raises(AdapterGoneError, match=r'^protocol error: a second answer to request 1: .*"two"}$'):
        list(attached.responses(named("a")))


def test_a_second_answer_is_the_end_though_the_first_was_known(monkeypatch: pytest.MonkeyPatch) -> None:
    line = '{"jsonrpc": "2.0", "id": %d, "result": "right"}'

    def twice(child: ScriptedChild, request: dict[str, Any]) -> None:
        # The second comes while the first waits behind an older request.
        if request["id"] == 2:
            child.say(line % 2)
            child.say(line % 2)
            child.say(line % 1)

    attached, _ = staged(monkeypatch, HERE, twice)
    known = Encoded(b"{}", b"", digest_of_answer((line % 2).encode()))
    calls = [Call("canonicalize", {}), Call("canonicalize", {}, encoded=known)]
    with pytest.raises(AdapterGoneError, match=r"^protocol error: a second answer to request 2: .*right"):
        list(attached.answers(calls))


def test_a_fault_without_a_number_is_about_the_oldest_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(child: ScriptedChild, request: dict[str, Any]) -> None:
        child.say('{"jsonrpc": "2.0", "result": 1}') if name_of(request) == "bad" else child.answer(request, "good")

    attached, _ = staged(monkeypatch, HERE, faulty)
    first, second, third = attached.responses(named("good", "bad", "good"))
    assert (first, third) == (Result("good"), Result("good"))
    assert isinstance(second, Broken)
    assert "has the id null" in second.reason


def test_an_answer_to_any_request_gives_time_and_one_to_none_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, silent)
    (child,) = stage.children
    nobodys = b'{"jsonrpc": "2.0", "id": 99, "result": "caf\xe9"}'

    def wait() -> float | None:
        match len(stage.waits):
            case 1:
                child.answer(child.sent[1], "b")
                child.say(nobodys)
            case 2:
                child.say(nobodys)
            case 4:
                child.answer(child.sent[0], "a")
            case _:
                return None
        return 2.0

    stage.on_wait = wait
    stage.now = 1.0
    session = attached.responses(named("a", "b"))
    # The third time, nothing comes for all that is left of the five seconds.
    assert next(session) == Broken("canonicalize: no answer within 5 s")
    assert stage.waits[:3] == [5, 5, 3]
    assert next(session) == Result("b")
    assert attached.stray.lines == [nobodys.decode(errors="replace")] * 2


def test_what_is_printed_is_noted_while_answers_are_read(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    stage.children[0].printed.lines.append(b"printed")
    assert list(attached.responses(named("a"))) == [Result("a")]
    assert attached.stray.lines == ["printed"]


def test_lines_that_are_no_answers_are_noted_and_blank_ones_are_not(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    stage.children[0].say("a log", "   ", b"caf\xe9")
    assert list(attached.responses(named("a"))) == [Result("a")]
    assert attached.stray.lines == ["a log", "caf\ufffd"]
