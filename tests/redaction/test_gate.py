from typing import Any

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.redaction.gate import Gate
from hookconform.redaction.published import published

BASE: dict[str, Any] = {
    "session_id": "00000000-0000-4000-8000-000000000001",
    "cwd": "/home/dev/project",
    "hook_event_name": "BeforeTool",
    "timestamp": "2026-11-21T02:31:32.915Z",
    "tool_name": "read_file",
    "tool_input": {"file_path": "README.md"},
}


@pytest.fixture(scope="module")
def gate() -> Gate:
    root = corpus_root()
    return Gate(load_platform("gemini-cli", root), published(root))


def doubts(gate: Gate, change: dict[str, Any]) -> list[tuple[str, str]]:
    return [(doubt.pointer, doubt.kind) for doubt in gate.doubts({**BASE, **change}, "BeforeTool")]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"cwd": "/home/dev/project/src"},
        {"cwd": "C:\\Users\\dev\\project"},
        {"transcript_path": "/home/dev/.gemini/tmp/project/chats/session-2026-11-21T02-31-00000000.jsonl"},
        {"source": "startup"},
        {"tool_input": {"file_path": "src/test_main.py", "start_line": 12, "wait_for_previous": True, "offset": None}},
        {"tool_input": {"prompt": "", "pattern": "  "}},
        {"timestamp": 1_795_249_943_000},
        {"tool_input": {"content": "<redacted: text of up to 300 characters>"}},
    ],
)
def test_what_is_harmless_passes(gate: Gate, change: dict[str, Any]) -> None:
    assert doubts(gate, change) == []


@pytest.mark.parametrize(
    ("change", "pointer", "kind"),
    [
        ({"tool_input": {"command": "launch the airship"}}, "/tool_input/command", "text"),
        ({"tool_input": {"file_path": "airship/plans.md"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "/srv/README.md"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "https://example.net/README.md"}}, "/tool_input/file_path", "text"),
        ({"cwd": "/home/dev/airship"}, "/cwd", "text"),
        ({"source": "airship"}, "/source", "text"),
        ({"timestamp": "last Tuesday"}, "/timestamp", "text"),
        ({"timestamp": 123_456}, "/timestamp", "number"),
        ({"tool_input": {"start_line": 4_111_111_111_111_111}}, "/tool_input/start_line", "number"),
        ({"tool_input": {"start_line": 0.123456789}}, "/tool_input/start_line", "number"),
        ({"tool_input": {"airship": 1}}, "/tool_input/*0", "key"),
        ({"tool_name": "airship"}, "/tool_name", "name"),
        ({"hook_event_name": "Airship"}, "/hook_event_name", "name"),
        ({"tool_input": {"command": '{"airship": true}'}}, "/tool_input/command#/*0", "key"),
        ({"tool_input": {"command": '["launch the airship"]'}}, "/tool_input/command#/0", "text"),
        ({"tool_input": {"command": "AWS AKIAIOSFODNN7EXAMPLE"}}, "/tool_input/command", "secret"),
    ],
)
def test_everything_else_is_a_doubt(gate: Gate, change: dict[str, Any], pointer: str, kind: str) -> None:
    assert doubts(gate, change) == [(pointer, kind)]


def test_an_event_nobody_registers_is_a_doubt(gate: Gate) -> None:
    (doubt,) = gate.doubts(BASE, "Airship")
    assert (doubt.pointer, doubt.kind) == ("registered event", "name")
    assert "Airship" not in doubt.render()
