"""What is no good recording is named and left, and never ends the review of the others."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.support.reviewing import Feed, Payload, kept, run

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("corpus")]


@pytest.mark.parametrize(
    ("content", "more", "reason"),
    [
        ("not json", {}, "the payload is not a JSON object"),
        ('{"a" : 1}', {}, "not compact JSON"),
        ('{"a":1, "b": 1}', {}, "not compact JSON"),
        ('{"a":1,"a":1}', {}, "not compact JSON"),
        ('{"a":"\udcff"}', {}, "not UTF-8"),
        ({"a": 1}, {"platform_version": None}, "version is not known"),
        ('{"a":' + "[" * 900 + "]" * 900 + "}", {}, "nested too deeply"),
        ({"a": 1}, {"platform": "nonsuch"}, "the corpus has no platform of this name"),
        (
            {"a": 1},
            {"hook_env_names": []},
            "the calling program is unknown: it did not set GEMINI_PROJECT_DIR, as gemini-cli does;",
        ),
        (
            {"a": 1},
            {"platform": "code-puppy", "hook_env_names": ["CLAUDE_PROJECT_DIR"]},
            "the calling program is unknown: it did not set all of CLAUDE_CODE_HOOK, CLAUDE_HOOK_EVENT, ",
        ),
        ('{"a":' + "[" * 70 + "]" * 70 + "}", {}, "nested too deeply"),
        ({"hook_event_name": ["BeforeTool"]}, {}, "a name or an argument in it is of a type that none has"),
        ({"hook_event_name": "BeforeTool", "tool_name": {"a": 1}}, {}, "a name or an argument in it is of a type"),
        ({"a": 1}, {"registered_event": "Before\ntool"}, "is no name"),
        ({"a": 1}, {"registered_event": "\ud800"}, "unreadable, remove it"),
        ({"a": 1}, {"platform_version": "1.0.0-" + "a" * 40}, "version is not known"),
    ],
)
def test_what_cannot_become_a_case_says_why(feed: Feed, content: Any, more: dict[str, Any], reason: str) -> None:
    source = feed(content, **more)
    assert reason in " ".join(run("--yes").output.split())
    assert source.exists()


ROW = {
    "platform": "gemini-cli",
    "platform_version": "0.99.0",
    "registered_event": "BeforeTool",
    "hook_env_names": ["GEMINI_PROJECT_DIR"],
    "recorded_ns": 1_795_249_943_000_000_000,
    "payload_text": "{}",
}
WRONG = (None, [], {}, [[]], 1, -1, True, 1e300, 10**40, "\ud800", "x" * 5000, {"a": []})


@pytest.mark.parametrize("key", ROW)
def test_no_value_in_a_recording_ends_the_review_of_the_others(
    private: Path, feed: Feed, payload: Payload, key: str
) -> None:
    feed(payload())
    for number, value in enumerate(WRONG):
        (private / "recordings" / "gemini-cli" / f"{number}-odd.json").write_text(json.dumps({**ROW, key: value}))
    run("--json")
    run("--yes")
    assert any('"README.md"' in row["payload_text"] for row in kept())


@pytest.mark.parametrize("key", ["hook_event_name", "tool_name", "tool_input", "cwd", "session_id", "source"])
def test_no_value_in_a_payload_ends_the_review_of_the_others(feed: Feed, payload: Payload, key: str) -> None:
    for value in WRONG:
        feed({**payload(), key: value, "notes": []})
    feed(payload())
    run("--json")
    run("--yes", "--mask")
    assert any('"notes"' not in row["payload_text"] for row in kept())


def test_what_is_no_file_in_the_inbox_is_named_and_never_read(private: Path, feed: Feed, payload: Payload) -> None:
    feed(payload())
    folder = private / "recordings" / "gemini-cli"
    os.mkfifo(folder / "0-pipe.json")
    (folder / "0-folder.json").mkdir()
    (folder / "0-link.json").symlink_to("/dev/zero")
    assert run("--yes").output.count("unreadable, remove it: ") == 3
    assert len(kept()) == 1


def test_what_cannot_be_removed_is_named(feed: Feed, payload: Payload, monkeypatch: pytest.MonkeyPatch) -> None:
    source = feed(payload())

    def refuse(path: Path, *, missing_ok: bool = False) -> None:
        raise PermissionError(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", refuse)
    assert f"could not be removed, remove it: {source}" in run("--yes").output


@pytest.mark.parametrize("content", ["", "[]", "{", '{"platform": 1}', "\0"])
def test_a_file_that_is_no_recording_is_named_and_the_others_are_reviewed(
    private: Path, feed: Feed, payload: Payload, content: str
) -> None:
    feed(payload())
    broken = private / "recordings" / "gemini-cli" / "0-broken.json"
    broken.write_text(content)
    assert f"unreadable, remove it: {broken}" in run("--yes").output
    assert len(kept()) == 1
