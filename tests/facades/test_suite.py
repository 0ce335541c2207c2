"""The reference adapter's answers about tools: what the facades say, and refusals under the protocol's code."""

from __future__ import annotations

import io
import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from hook_adapters.suite import InvalidParams, NoFacades, create
from hook_adapters.suite.serve import serve
from hookconform.attach.calls import CANNOT_MAP
from hookconform.corpus import schemas
from tool_facades.suite import CannotMap

GEMINI = {"provider": "gemini", "model": "gemini-2.5-flash", "version": "0.61.0"}
REPLACE = {"file_path": "a", "instruction": "why", "old_string": "b", "new_string": "c"}
QUESTIONS = Draft202012Validator({"$ref": "#/$defs/map_params", "$defs": schemas.load_schema("protocol")["$defs"]})


def test_a_question_about_tools_without_tool_facades_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **_: ())
    with pytest.raises(NoFacades, match="pip install tool-facades"):
        create().tools("codex")


def test_tools_are_offered_with_their_schemas() -> None:
    tools = create().tools("codex", "gpt-5.5", "0.169.0")
    assert schemas.problems({"tools": tools}, "protocol") == []
    found = {tool["name"]: tool for tool in tools["tools"]}
    assert found["apply_patch"] == {"name": "apply_patch", "canonical": "Edit", "parameters": None, "forms": [None]}
    assert "message" in found["multi_agent_v1.spawn_agent"]["parameters"]["properties"]


def test_a_call_goes_to_canonical_and_back() -> None:
    adapter = create()
    there = adapter.map(direction="to_canonical", **GEMINI, tool="replace", arguments=REPLACE)
    assert schemas.problems({"map": there}, "protocol") == []
    (call,) = there["calls"]
    assert call["tool"] == "Edit"
    back = adapter.map(
        direction="to_native", **GEMINI, tool="Edit", calls=[call["arguments"]], native_only={}, native_tool=None
    )
    assert back == {
        "calls": [{"tool": "replace", "arguments": REPLACE}],
        "filled": [],
        "dropped": [],
        "native_only": {},
        "assumed": [],
        "differences": [],
    }


def test_a_text_is_given_as_a_text() -> None:
    codex = {"provider": "codex", "model": "gpt-5.5", "version": "0.169.0"}
    there = create().map(direction="to_canonical", **codex, tool="apply_patch", text="x")
    assert there["calls"] == [{"tool": "Edit", "arguments": {"patch": "x"}}]
    back = create().map(direction="to_native", **codex, tool="Edit", calls=[{"patch": "x"}], native_tool="apply_patch")
    assert back["calls"] == [{"tool": "apply_patch", "text": "x"}]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"provider": "gemni"}, "'gemini' was perhaps meant"),
        ({"model": "another"}, "belongs to no recorded family"),
        ({"version": "newer"}, "is no version"),
        ({"version": ""}, "is no version"),
        ({"arguments": []}, "takes named arguments"),
        ({"tool": "replaces"}, "is no tool of these models"),
        ({"arguments": {"file_path": "a"}}, "is required"),
        ({"direction": "to_native", "tool": "Delete", "calls": [{"file_path": "a"}]}, "no tool for 'Delete'"),
        ({"direction": "to_native", "tool": "Edit", "calls": [{"patch": "x"}]}, "patch"),
        (
            {"direction": "to_native", "tool": "Edit", "calls": [{}], "native_tool": "edit"},
            "is no tool of these models",
        ),
        (
            {"direction": "to_native", "tool": "Edit", "calls": [{}], "native_only": []},
            "native_only is a dict of arguments, not list",
        ),
    ],
)
def test_what_cannot_be_mapped_is_refused_with_its_code(change: dict[str, Any], words: str) -> None:
    asked = {"direction": "to_canonical", **GEMINI, "tool": "replace", "arguments": REPLACE} | change
    with pytest.raises(CannotMap, match=words) as caught:
        create().map(**asked)
    assert caught.value.code == CANNOT_MAP


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"direction": "to_natve"}, "'to_natve' is no direction; did you mean to_native"),
        ({"direction": ""}, "'' is no direction; there are: to_canonical, to_native"),
        ({"direction": None}, "None is no direction"),
        ({"arguments": None}, "needs either `arguments` or `text`"),
        ({"text": "x"}, "needs either `arguments` or `text`"),
        ({"direction": "to_native", "tool": "Edit"}, "needs `calls`"),
        ({"direction": "to_native", "tool": "Edit", "calls": []}, "needs `calls`"),
    ],
)
def test_a_question_that_the_protocol_does_not_know_is_no_other_question(change: dict[str, Any], words: str) -> None:
    right = {"direction": "to_canonical", **GEMINI, "tool": "replace", "arguments": REPLACE}
    asked = right | change
    assert QUESTIONS.is_valid(right)
    assert not QUESTIONS.is_valid(asked)
    with pytest.raises(InvalidParams, match=re.escape(words)):
        create().map(**asked)
    assert in_a_process("map", asked)["error"]["code"] == -32602


def test_a_process_refuses_so_too() -> None:
    assert in_a_process("tools", {**GEMINI, "provider": "none"})["error"]["code"] == CANNOT_MAP


def in_a_process(method: str, params: dict[str, Any]) -> Any:
    said = io.BytesIO()
    serve(io.BytesIO(json.dumps({"id": 1, "method": method, "params": params}).encode() + b"\n"), said)
    return json.loads(said.getvalue())
