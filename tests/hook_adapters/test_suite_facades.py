"""The reference adapter's answers about tools: what the facades say, and refusals under the protocol's code."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from hook_adapters.suite import create
from hook_adapters.suite.facades import CannotMap
from hook_adapters.suite.serve import serve
from hookconform.attach.calls import CANNOT_MAP
from hookconform.corpus import schemas

GEMINI = {"provider": "gemini", "model": "gemini-2.5-flash", "version": "0.61.0"}
REPLACE = {"file_path": "a", "instruction": "why", "old_string": "b", "new_string": "c"}


def test_tools_are_offered_with_their_schemas() -> None:
    tools = create().tools("codex", "gpt-5.5", "0.169.0")
    assert schemas.problems({"tools": tools}, "protocol") == []
    found = {tool["name"]: tool for tool in tools["tools"]}
    assert found["apply_patch"] == {"name": "apply_patch", "canonical": "Edit", "parameters": None}
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
        ({"tool": "replaces"}, "is no tool of these models"),
        ({"arguments": {"file_path": "a"}}, "is required"),
        ({"direction": "to_native", "tool": "Delete", "calls": [{"file_path": "a"}]}, "no tool for 'Delete'"),
        ({"direction": "to_native", "tool": "Edit", "calls": [{"patch": "x"}]}, "patch"),
        (
            {"direction": "to_native", "tool": "Edit", "calls": [{}], "native_tool": "edit"},
            "is no tool of these models",
        ),
    ],
)
def test_what_cannot_be_mapped_is_refused_with_its_code(change: dict[str, Any], words: str) -> None:
    asked = {"direction": "to_canonical", **GEMINI, "tool": "replace", "arguments": REPLACE} | change
    with pytest.raises(CannotMap, match=words) as caught:
        create().map(**asked)
    assert caught.value.code == CANNOT_MAP


def test_a_process_refuses_so_too() -> None:
    params = {**GEMINI, "provider": "none"}
    said = io.BytesIO()
    serve(io.BytesIO(json.dumps({"id": 1, "method": "tools", "params": params}).encode() + b"\n"), said)
    assert json.loads(said.getvalue())["error"]["code"] == CANNOT_MAP
