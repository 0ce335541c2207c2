"""The pipe: order, pipelining, errors, crashes, silence, babble; every fault is an answer that names its case."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach import serve
from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Call, Refusal, Response, Result
from hookconform.attach.child import Child
from hookconform.attach.serve import MAX_RESTARTS, WINDOW
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

GOOD = {"say": fakes.EVENT}


def ask(folder: Path, *payloads: dict[str, Any], deadline: float = 20) -> tuple[list[Response], list[str]]:
    session = attach(fakes.serve_manifest(folder), deadline=deadline)
    try:
        calls = [fakes.canonicalize(payload, f"case-{number}") for number, payload in enumerate(payloads)]
        return list(session.responses(calls)), session.stray.lines
    finally:
        session.close()


def test_answers_come_in_the_order_of_the_calls(tmp_path: Path) -> None:
    payloads = [{"say": {"hook_event_name": str(number)}} for number in range(300)]
    answers, stray = ask(tmp_path, *payloads)
    assert answers == [Result({"events": [payload["say"]]}) for payload in payloads]
    assert stray == ["welcome"]


def test_requests_are_sent_many_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[int] = []
    write = Child._write  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(Child, "_write", lambda self: writes.append(1) or write(self))
    answers, _ = ask(tmp_path, *[GOOD] * (10 * WINDOW))
    assert answers == [Result({"events": [fakes.EVENT]})] * (10 * WINDOW)
    # Each fills at least half of the window; `initialize` and `shutdown` have one of their own.
    assert len(writes) <= 2 * 10 + 2


def test_answers_out_of_order_are_sorted(tmp_path: Path) -> None:
    (tmp_path / "fake.py").write_text(
        "import json, sys\n"
        "lines = [json.loads(sys.stdin.readline())]\n"
        "print(json.dumps({'jsonrpc': '2.0', 'id': lines[0]['id'], 'result': json.loads(sys.argv[1])}), flush=True)\n"
        "two = [json.loads(sys.stdin.readline()) for _ in range(2)]\n"
        "for m in reversed(two):\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': m['params']['payload']}), flush=True)\n"
    )
    session = attach(fakes.with_identity(tmp_path), deadline=20)
    answers = list(session.responses([fakes.canonicalize("one", "a"), fakes.canonicalize("two", "b")]))
    session.close()
    assert answers == [Result('"one"'), Result('"two"')]


def test_payloads_larger_than_a_pipe_pass_in_both_directions(tmp_path: Path) -> None:
    large = {"say": {"hook_event_name": "x" * 3_000_000}}
    answers, _ = ask(tmp_path, large, GOOD, large)
    assert answers[0] == answers[2] == Result({"events": [large["say"]]})


def test_lone_surrogates_reach_the_adapter(tmp_path: Path) -> None:
    (answer,), _ = ask(tmp_path, {"say": {"hook_event_name": "\ud800"}})
    assert answer == Result({"events": [{"hook_event_name": "\ud800"}]})


def test_an_error_answer_is_an_answer(tmp_path: Path) -> None:
    answers, _ = ask(tmp_path, {"do": "refuse"}, {"do": "break"}, GOOD)
    assert answers[:2] == [Refusal(-32001, "no"), Refusal(-32603, "oops")]
    assert isinstance(answers[2], Result)


def test_the_call_an_adapter_dies_over_is_found_among_those_in_flight(tmp_path: Path) -> None:
    answers, _ = ask(tmp_path, GOOD, GOOD, {"do": "crash"}, GOOD, {"do": "crash"}, GOOD)
    assert [type(answer) for answer in answers] == [Result, Result, Broken, Result, Broken, Result]
    assert answers[2] == Broken("canonicalize: the adapter ended with status 7; it said: out of memory")


def test_a_silent_adapter_is_restarted_and_the_rest_is_answered(tmp_path: Path) -> None:
    answers, _ = ask(tmp_path, GOOD, {"do": "hang"}, GOOD, deadline=1)
    assert answers[1] == Broken("canonicalize: no answer within 1 s")
    assert [type(answer) for answer in answers] == [Result, Broken, Result]


def test_the_time_that_others_take_is_not_the_adapters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    offset = 0.0

    def slowly(*payloads: Any) -> Iterator[Call]:
        nonlocal offset
        for payload in payloads:
            # Reading cases takes longer than an adapter has for an answer.
            offset += 1000
            yield fakes.canonicalize(payload, "a")

    session = attach(fakes.serve_manifest(tmp_path), deadline=60)
    monkeypatch.setattr(serve, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + offset))
    for _ in session.responses(slowly(GOOD, GOOD)):
        offset += 1000
    answers = list(session.responses(slowly(GOOD, GOOD)))
    session.close()
    assert [type(answer) for answer in answers] == [Result, Result]


def test_an_adapter_that_dies_too_often_is_given_up_and_the_case_named(tmp_path: Path) -> None:
    session = attach(fakes.serve_manifest(tmp_path), deadline=20)
    calls = [fakes.canonicalize({"do": "crash"}, f"case-{number}") for number in range(MAX_RESTARTS + 1)]
    with pytest.raises(AdapterGoneError, match=r"canonicalize of case-\d+: .*status 7.*restarted"):
        list(session.responses(calls))
    session.close()


def test_other_lines_on_standard_output_are_reported(tmp_path: Path) -> None:
    answers, stray = ask(tmp_path, {"do": "babble", **GOOD})
    assert isinstance(answers[0], Result)
    assert stray == ["welcome", "debug: on it"]


def test_an_answer_that_is_not_json_is_a_fault_at_once(tmp_path: Path) -> None:
    answers, _ = ask(tmp_path, {"do": "nan"}, GOOD, deadline=600)
    assert isinstance(answers[1], Result)
    assert isinstance(answers[0], Broken)
    assert "NaN is no JSON" in answers[0].reason


def test_answers_are_read_however_deeply_they_are_nested(tmp_path: Path) -> None:
    answers, stray = ask(tmp_path, {"do": "nest", "depth": 5000}, {"do": "nest", "depth": 200_000}, GOOD, deadline=60)
    assert [type(answer) for answer in answers] == [Result, Result, Result]
    assert stray == ["welcome"]


def test_a_program_that_does_not_start_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        attach(fakes.manifest(tmp_path, run={"command": ["./no-such-program"]}))
    assert (caught.value.code, caught.value.exit_code) == ("adapter.start", 3)


def test_a_program_that_ends_at_once_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        attach(fakes.manifest(tmp_path, run={"command": [sys.executable, "-c", "raise SystemExit('no licence')"]}))
    assert caught.value.code == "adapter.start"
    assert "ended with status 1; it said: no licence" in caught.value.what


def test_a_closed_session_leaves_no_process(tmp_path: Path) -> None:
    session: Any = attach(fakes.serve_manifest(tmp_path))
    process = session._child.process
    session.close()
    session.close()
    assert process.returncode == 0


def test_calls_carry_the_rule_pack_as_parsed_json(tmp_path: Path) -> None:
    echo = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    result = json.loads(sys.argv[1]) if m['method'] == 'initialize' else m['params']\n"
        "    print(json.dumps({'jsonrpc': '2.0', 'id': m['id'], 'result': result}), flush=True)\n"
    )
    (tmp_path / "fake.py").write_text(echo)
    session = attach(fakes.with_identity(tmp_path))
    (answer,) = session.responses([Call("match", {"payload": "{}"}, "a", "match", fakes.PACK)])
    session.close()
    assert answer == Result({"payload": "{}", "rules": fakes.PACK.parsed})
