"""The engine picks a request's reply by the documented rules, whatever the wire shape."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hookconform_lab.lab.model_server.engine import Engine, conversation_of
from hookconform_lab.lab.model_server.request import ModelRequest
from hookconform_lab.lab.script import Call, Reply, Route, Script, call, script_from_json, text


def _request(*prompts: str, tools: tuple[str, ...] = ("glob",), said: str = "", **more: object) -> ModelRequest:
    schemas = {name: {"type": "object", "properties": {"n": {"type": "integer"}}} for name in tools}
    return ModelRequest(stream=False, tools=schemas, prompts=prompts, text=said, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (_request("do it"), "main"),
        (_request("do it", tools=()), "aux"),
        (_request("[[HELPER]] do it"), "HELPER"),
        (_request("[[HELPER]] do it", "[[OTHER]] go on"), "OTHER"),
        (_request("[[OTHER]] do it", "[[UNKNOWN]] go on"), "OTHER"),
        (_request("[[HELPER]] do it", tools=("finish",)), "sub"),
        (_request("do it", said="please SUMMARIZE this"), "summary"),
        (_request("do it", said="please SUMMARIZE this", tools=()), "summary"),
    ],
)
def test_a_request_belongs_to_one_conversation(request_: ModelRequest, expected: str) -> None:
    script = Script(
        {"main": (), "HELPER": (), "OTHER": ()},
        routes=(Route("sub", declares="finish"), Route("summary", matches="SUMMARIZE")),
    )
    assert conversation_of(request_, script) == expected


def test_replies_are_used_in_order_and_then_the_finish(tmp_path: Path) -> None:
    script = Script(
        {"main": (call("glob", pattern="a"), text("b")), "X": (text("x"),)}, finish_of={"X": text("end of x")}
    )
    engine = Engine(script, tmp_path / "log")
    told = [engine.answer("/p", _request(prompt))[0] for prompt in ("a", "[[X]]", "a", "[[X]]", "a")]
    assert [reply.text for reply in told] == [None, "x", "b", "end of x", script.finish.text]


def test_arguments_are_filled_in_from_the_request(tmp_path: Path) -> None:
    asked = Call(
        "wait", {"id": "{{int:task (\\d+)}}", "note": "job {{last:job=(\\w+)}}", "deep": [{"x": "{{last:no}}"}]}
    )
    engine = Engine(Script({"main": (Reply(calls=(asked,)),)}), tmp_path / "log")
    reply, _ = engine.answer("/p", _request("go", said="task 3, job=one; task 14, job=two"))
    assert reply.calls[0].args == {"id": 14, "note": "job two", "deep": [{"x": "not-found"}]}


def test_arguments_can_be_made_up_from_the_declaration(tmp_path: Path) -> None:
    engine = Engine(Script({"main": (Reply(calls=(Call("glob", args_from_schema=True),)),)}), tmp_path / "log")
    assert engine.answer("/p", _request("go"))[0].calls[0].args == {"n": 0}


def test_a_request_that_demands_json_gets_json(tmp_path: Path) -> None:
    schema = {"type": "object", "properties": {"ok": {"type": "boolean"}, "kind": {"enum": ["a", "b"]}}}
    engine = Engine(Script(), tmp_path / "log")
    reply, _ = engine.answer("/p", _request("go", tools=(), json_schema=schema))
    assert json.loads(reply.text or "") == {"ok": False, "kind": "a"}


def test_a_script_survives_the_way_into_the_sandbox() -> None:
    script = Script(
        {"main": (Reply("words", (Call("a", {"b": [1]}, namespace="n"), Call("p", custom="text")), total_tokens=9),)},
        routes=(Route("sub", declares="x"),),
        finish_of={"sub": Reply(http_error=500)},
    )
    assert script_from_json(json.loads(json.dumps(script.as_json()))) == script
