"""A session whose scripted program ends or falls silent: who is to blame, what is asked again, and when it gives up."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import pytest
from tests.support.scripted_child import ScriptedChild, Stage, asked, by_name, name_of, named, silent, staged

from hookconform.attach.calls import AdapterGoneError, Broken, Result
from hookconform.ground.errors import HookconformError

HERE = Path("/m")


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Stage]:
    return staged(monkeypatch, HERE, by_name)


def test_over_an_end_those_open_are_asked_one_by_one_and_those_answered_are_not(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    found = list(attached.responses(named("a", "end 1", "b", "c", "end 2", "d", "e")))
    words = "canonicalize: the adapter was ended by the script; it said: out of memory\nreally"
    assert found == [
        Result("a"), Broken(words), Result("b"), Result("c"), Broken(words), Result("d"), Result("e"),
    ]  # fmt: skip
    assert asked(stage) == [
        ["a", "end 1", "b", "c", "end 2", "d", "e"],
        ["end 1"],
        ["b", "c", "end 2"],
        ["d", "e"],
    ]
    assert [child.stops for child in stage.children] == [[2.0], [2.0], [2.0], []]


def test_while_they_are_asked_one_by_one_no_more_than_one_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting: deque[tuple[ScriptedChild, dict[str, Any]]] = deque()
    attached, stage = staged(monkeypatch, HERE, lambda child, request: waiting.append((child, request)))
    open_at_once: list[int] = []

    def one() -> None:
        open_at_once.append(sum(child is stage.children[-1] for child, _ in waiting))
        if not stage.children[0].ended:
            waiting.clear()
            stage.children[0].end()
        elif waiting:
            child, request = waiting.popleft()
            child.answer(request, name_of(request))

    stage.on_wait = one
    names = [f"{number}" for number in range(70)]
    assert [item.value for item in attached.responses(named(*names)) if isinstance(item, Result)] == names
    # Those open when it ended, none while it says again who it is, one at a time, and the rest again at once.
    assert open_at_once == [64, 0, *[1] * 64, 6, 5, 4, 3, 2, 1]


def test_silence_while_they_are_asked_one_by_one_leaves_the_rest_to_be_asked(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    first, *rest = attached.responses(named("end", "hang", "b", "c"))
    assert isinstance(first, Broken)
    assert rest == [Broken("canonicalize: no answer within 5 s"), Result("b"), Result("c")]
    assert asked(stage) == [["end", "hang", "b", "c"], ["end"], ["hang"], ["b", "c"]]


@pytest.mark.parametrize("name", ["end", "hang"])
def test_what_one_prints_at_its_end_is_noted(session: tuple[Any, Stage], name: str) -> None:
    attached, stage = session
    stage.children[0].last_words = [b"last words"]
    list(attached.responses(named(name)))
    assert attached.stray.lines == ["last words"]


def test_what_one_prints_when_it_is_given_up_is_noted(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    stage.children[0].last_words = [b"last words"]
    stage.children[0].say({"jsonrpc": "2.0", "id": 1, "result": 1}, {"jsonrpc": "2.0", "id": 1, "result": 2})
    with pytest.raises(AdapterGoneError):
        list(attached.responses(named("a")))
    assert attached.stray.lines[-1] == "last words"


@pytest.mark.parametrize(("ends", "is_given_up"), [(8, False), (9, True)])
def test_it_is_restarted_eight_times(session: tuple[Any, Stage], ends: int, is_given_up: bool) -> None:
    attached, stage = session
    calls = named(*(f"end {number}" for number in range(ends)))
    # One after the other, so that each is alone when it is to blame.
    found = (response for call in calls for response in attached.responses([call]))
    first = [next(found) for _ in range(8)]
    assert all(isinstance(item, Broken) for item in first)
    if is_given_up:
        says = r"^canonicalize of case end 8: the adapter was ended by the script; it was restarted 8 times$"
        with pytest.raises(AdapterGoneError, match=says) as caught:
            next(found)
        assert caught.value.said == ("out of memory", "really")
    assert len(stage.children) == 9


def test_the_oldest_that_is_open_is_to_blame_for_silence_and_the_rest_is_sent_again(session: tuple[Any, Stage]) -> None:
    attached, stage = session
    found = list(attached.responses(named("a", "hang", "b")))
    assert found == [Result("a"), Broken("canonicalize: no answer within 5 s"), Result("b")]
    # What was answered before the silence is not asked again.
    assert asked(stage) == [["a", "hang", "b"], []]
    assert stage.children[0].stops == [0]
    assert stage.now == 5


def test_those_not_answered_are_sent_again_after_silence_with_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(child: ScriptedChild, request: dict[str, Any]) -> None:
        if child.sent[0]["method"] != "canonicalize":
            by_name(child, request)

    attached, stage = staged(monkeypatch, HERE, deaf)
    assert list(attached.responses(named("hang", "b", "c")))[1:] == [Result("b"), Result("c")]
    assert asked(stage) == [["hang", "b", "c"], ["b", "c"]]
    assert [item["id"] for item in stage.children[1].sent] == [0, 2, 3]


def test_one_that_ends_before_anything_is_judged_is_not_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, by_name)
    stage.script = lambda child, _: child.end("no licence")
    assert attached.initialize() == Broken("the adapter was ended by the script; it said: no licence")
    assert len(stage.children) == 1


def test_one_that_says_nothing_before_anything_is_judged_is_not_restarted(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, by_name)
    stage.script = silent
    assert attached.initialize() == Broken("no answer within 5 s")
    assert len(stage.children) == 1


def test_one_that_cannot_be_started_is_an_error_and_started_again_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, by_name)
    stage.starts.append(OSError("no such file"))
    with pytest.raises(AdapterGoneError) as gone:
        list(attached.responses(named("end")))
    why = "The adapter's program cannot be started: no such file."
    assert str(gone.value) == f"canonicalize of case end: the adapter was ended by the script; {why}"
    stage.starts.append(OSError("no such file"))
    with pytest.raises(HookconformError) as caught:
        attached._start()
    assert (caught.value.code, caught.value.exit_code, caught.value.what) == ("adapter.start", 3, why)
    assert (caught.value.where, caught.value.hint) == ("/m/adapter.toml", "Check it.")


def test_started_again_it_must_be_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, by_name)
    script = stage.script

    def other(child: ScriptedChild, request: dict[str, Any]) -> None:
        child.answer(request, {"protocol": 1}) if request["method"] == "initialize" else script(child, request)

    stage.script = other
    with pytest.raises(
        AdapterGoneError,
        match=r"; restarted, it did not start again: protocol is 2 in the manifest, but 1 in the answer$",
    ):
        list(attached.responses(named("end")))
    assert stage.children[1].sent == [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocol": 2}}]


def test_started_again_it_has_the_deadline_to_say_who_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    attached, stage = staged(monkeypatch, HERE, by_name)
    stage.script = lambda child, request: child.end() if request["method"] == "canonicalize" else None
    with pytest.raises(AdapterGoneError, match=r"did not start again: initialize: no answer$"):
        list(attached.responses(named("end")))
    assert stage.now == 5
