import re
from pathlib import Path
from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform_lab.redaction.gate import Doubt, Gate
from hookconform_lab.redaction.harmless import is_harmless_number
from hookconform_lab.redaction.published import published

pytestmark = pytest.mark.whole

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
        {
            "transcript_path": "/home/dev/.codex/sessions/2026/11/21/"
            "rollout-2026-11-21T01-32-40-00000000-0000-4000-8000-000000000001.jsonl"
        },
        {"source": "startup"},
        {"tool_input": {"file_path": "src/test_main.py", "start_line": 12, "wait_for_previous": True, "offset": None}},
        {"tool_input": {"prompt": "", "pattern": "  "}},
        {"timestamp": 1_795_249_943_000},
        {"timestamp": "2026-11-22T11:56:39.842609000+00:00"},
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
        ({"timestamp": "2026-11-22T11:56:39.123456789+00:00"}, "/timestamp", "text"),
        ({"timestamp": 123_456}, "/timestamp", "number"),
        ({"tool_input": {"start_line": 4_111_111_111_111_111}}, "/tool_input/start_line", "number"),
        ({"tool_input": {"start_line": 0.123456789}}, "/tool_input/start_line", "number"),
        ({"tool_input": {"airship": 1}}, "/tool_input/*0", "key"),
        ({"tool_name": "airship"}, "/tool_name", "name"),
        ({"hook_event_name": "Airship"}, "/hook_event_name", "name"),
        ({"tool_input": {"command": '{"airship": true}'}}, "/tool_input/command#/*0", "key"),
        ({"tool_input": {"command": '["launch the airship"]'}}, "/tool_input/command#/0", "text"),
        ({"tool_input": {"command": "AWS AKIAIOSFODNN7EXAMPLE"}}, "/tool_input/command", "secret"),
        ({"tool_input": {"command": '{"command":"launch","command":""}'}}, "/tool_input/command", "text"),
        ({"tool_input": {"command": "x" * 1201}}, "/tool_input/command", "secret"),
        ({"tool_input": {"file_path": "src/4111-1111-1111-1111.md"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "src/555.012.3456"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "docs/12-34-56-78-90"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "docs/de:ad:be:ef:00:01"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"file_path": "docs/00000001.airship"}}, "/tool_input/file_path", "text"),
        (
            {"tool_input": {"file_path": "src/session-4111-1111-1111-1111-00000000.json"}},
            "/tool_input/file_path",
            "text",
        ),
        ({"tool_input": {"file_path": "src/2026/11/21/4111"}}, "/tool_input/file_path", "text"),
        ({"tool_input": {"1234-5678-9012": 1}}, "/tool_input/*0", "key"),
        ({"tool_input": {"content": "<redacted: the airship>"}}, "/tool_input/content", "text"),
        ({"session_id": "customer-00000001"}, "/session_id", "text"),
        ({"session_id": "<token-4111111111111111>"}, "/session_id", "text"),
        ({"version": "1.2.3-airship.4"}, "/version", "text"),
        ({"version": "1.0.0-rc.4111111111"}, "/version", "text"),
        ({"version": "4111.1111.1111"}, "/version", "text"),
        ({"version": "825.613.5699"}, "/version", "text"),
        ({"version": "55.12.3456"}, "/version", "text"),
        ({"model": "gpt-4111-1111-1111-1111"}, "/model", "text"),
        ({"timestamp": "1984-03-02"}, "/timestamp", "text"),
        ({"tool_input": {"content": "2026-11-21"}}, "/tool_input/content", "text"),
        ({"tool_input": {"end": 3_015_551_234}}, "/tool_input/end", "number"),
        ({"tool_input": {"x": 48.1374}}, "/tool_input/x", "number"),
    ],
)
def test_everything_else_is_a_doubt(gate: Gate, change: dict[str, Any], pointer: str, kind: str) -> None:
    assert doubts(gate, change) == [(pointer, kind)]


def test_an_event_nobody_registers_is_a_doubt(gate: Gate) -> None:
    (doubt,) = gate.doubts(BASE, "Airship")
    assert (doubt.pointer, doubt.kind) == ("registered event", "name")
    assert "Airship" not in doubt.render()


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("/tool_input/*2", "key 3 of /tool_input: new"),
        ("/*0", "key 1 of the payload: new"),
        ("/tool_input/*2/path", "/tool_input/(key 3)/path: new"),
        ("/tool_input/text#/*1", "key 2 of /tool_input/text (the JSON in it): new"),
        ("/tool_input/text#/a", "/tool_input/text (the JSON in it)/a: new"),
        ("", "/: new"),
    ],
)
def test_a_place_is_told_in_words(pointer: str, words: str) -> None:
    assert Doubt(pointer, "key", "new").render() == words


@pytest.mark.parametrize("version", ["0.99.0", "2.1.89", "0.62.0-preview.1", "1.2.3-nightly.20261121", "2026.11.21"])
def test_a_version_as_programs_are_released_under_passes(gate: Gate, version: str) -> None:
    assert gate.doubts(BASE, "BeforeTool", version) == []


@pytest.mark.parametrize(
    "version",
    ["1.2.3-airship", "1.2.3+airship.4", "1.2.3-rc.4111111111", "4111.1111.1111.1111", "1.2.3-nightly.airship"],
)
def test_a_version_with_a_build_of_its_own_is_a_doubt(gate: Gate, version: str) -> None:
    (doubt,) = gate.doubts(BASE, "BeforeTool", version)
    assert (doubt.pointer, doubt.kind) == ("platform version", "name")
    assert version not in doubt.render()


def test_published_versions_pass_whatever_their_form(gate: Gate) -> None:
    for version in load_platform("gemini-cli").versions:
        assert gate.doubts(BASE, "BeforeTool", version) == []


def test_the_walk_through_of_the_guide_is_no_doubt(gate: Gate) -> None:
    prompts = re.findall(r' -p "([^"]+)"', (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text())
    assert len(prompts) == 2
    for prompt in prompts:
        command = prompt.partition("run: ")[2]
        assert command
        assert doubts(gate, {"prompt": prompt, "tool_input": {"command": command, "file_path": "hello.txt"}}) == []


def test_every_published_payload_is_cleared() -> None:
    known = published(corpus_root())
    for case in iter_cases():
        if case.payload is not None:
            assert Gate(load_platform(case.platform), known).doubts(case.payload, case.registered_event or "") == []


def test_a_number_too_large_for_a_float_is_judged() -> None:
    assert not is_harmless_number("timestamp", int("179525795257" * 40))
    assert is_harmless_number("timestamp", 1_795_257_952_579)


def test_groups_of_identifiers_are_no_words_of_paths() -> None:
    words = published(corpus_root()).path_words
    groups = {word for word in words if re.fullmatch(r"(?=[a-f]*\d)[0-9a-f]{4,}", word)}
    assert not groups
    assert {"src", "tests", "home"} <= words
