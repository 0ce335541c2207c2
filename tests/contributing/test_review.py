"""A review keeps what is cleared, leaves the rest and says why, and tells who called."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.reviewing import Feed, Payload, kept, run

from hookconform.corpus.releases import PUBLISHED, Releases, write_releases
from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command as record_command
from hookconform_lab.recorder.inbox import UNKNOWN, Inbox, open_inbox

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("corpus")]


def test_a_cleared_recording_is_kept_with_the_proof_of_its_review(feed: Feed, payload: Payload) -> None:
    source = feed(payload())
    output = run("--yes").output
    assert "kept: contribution/gemini-cli-0.99.0-before-tool-read-file.json" in output
    assert "next: hookconform corpus add contribution/*.json" in output
    (row,) = kept()
    assert (row["platform"], row["platform_version"], row["recorded"]) == ("gemini-cli", "0.99.0", "2026-11-21")
    assert json.loads(row["payload_text"]) == {
        "session_id": "00000000-0000-4000-8000-000000000001",
        "transcript_path": "/home/dev/.gemini/tmp/project/chats/session-2026-11-21T02-31-00000000.jsonl",
        "cwd": "/home/dev/project",
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-21T02:31:32.915Z",
        "tool_name": "read_file",
        "tool_input": {"file_path": "README.md"},
    }
    assert row["reviewed"]["confirmed"] == []
    assert not source.exists()


def test_what_is_not_recognised_is_left_and_named_without_its_value(feed: Feed, payload: Payload) -> None:
    source = feed(payload(tool_input={"command": "launch the zeppelin at dawn"}))
    output = run("--yes").output
    assert "left: gemini-cli 0.99.0: BeforeTool, run_shell_command" in output
    assert "not recognised: /tool_input/command: text of" in output
    assert "zeppelin" not in output
    assert source.exists()
    assert kept() == []


def test_masking_keeps_type_and_length_class(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship at dawn", "start_line": 77_777_777_777}))
    run("--yes", "--mask")
    (row,) = kept()
    arguments = json.loads(row["payload_text"])["tool_input"]
    assert arguments == {"command": "<redacted: text of up to 30 characters>", "start_line": 0}


def test_masking_reaches_into_json_in_a_string(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": json.dumps({"command": "launch the airship"})}))
    run("--yes", "--mask")
    (row,) = kept()
    inner = json.loads(json.loads(row["payload_text"])["tool_input"]["command"])
    assert inner == {"command": "<redacted: text of up to 30 characters>"}


@pytest.mark.parametrize("change", [{"tool_name": "mcp_airship_launch"}, {"tool_input": {"airship_height": 1}}])
def test_names_and_keys_cannot_be_masked(feed: Feed, payload: Payload, change: dict[str, Any]) -> None:
    feed(payload(**change))
    assert "left: " in run("--yes", "--mask").output
    assert kept() == []


def test_what_looks_the_same_is_kept_once(feed: Feed, payload: Payload) -> None:
    feed(payload())
    second = feed(payload(tool_input={"file_path": "docs/README.md"}))
    output = run("--yes").output
    assert "nothing new: the corpus has what 1 recording would show; dropped" in output
    assert len(kept()) == 1
    assert not second.exists()


def test_a_run_without_news_says_what_to_record(feed: Feed, payload: Payload) -> None:
    feed(payload(), platform_version="0.61.0")
    output = run("--yes").output
    assert "next: record what `hookconform confidence gemini-cli` grades MEDIUM or LOW" in output
    assert "corpus add" not in output


def test_masked_values_are_marked_as_redacted(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_input={"command": "launch the airship at dawn"}))
    (row,) = json.loads(run("--json", "--mask").output)["reviews"]
    assert row["doubts"] == []
    assert {"pointer": "/tool_input/command", "kinds": ["unrecognised"]} in row["redactions"]


def test_what_the_corpus_has_is_named(feed: Feed, payload: Payload) -> None:
    feed(payload(), platform_version="0.61.0")
    (row,) = json.loads(run("--json").output)["reviews"]
    assert row["same_as"].startswith("gemini-cli/captured/0.61.0/before-tool-read-file")


def test_json_alone_keeps_and_deletes_nothing(feed: Feed, payload: Payload) -> None:
    sources = [feed(payload()), feed(payload()), feed(payload(tool_input={"command": "launch the zeppelin"}))]
    printed = json.loads(run("--json").output)
    assert [row["kept"] for row in printed["reviews"]] == [None, None, None]
    first = printed["reviews"][0]
    assert first["expected"]["tool_name"] == "Read"
    assert first["new"] == ["version 0.99.0: the corpus has nothing of it"]
    assert {"pointer": "/cwd", "kinds": ["folder"]} in first["redactions"]
    assert [doubt["pointer"] for doubt in printed["reviews"][2]["doubts"]] == ["/tool_input/command"]
    assert all(source.exists() for source in sources)
    assert kept() == []


def test_json_with_yes_says_where_it_kept(feed: Feed, payload: Payload) -> None:
    feed(payload())
    printed = json.loads(run("--json", "--yes").output)
    assert printed["kept"] == [printed["reviews"][0]["kept"]]
    assert Path(printed["kept"][0]).exists()


def test_without_a_terminal_it_must_be_told_what_to_do(feed: Feed, payload: Payload) -> None:
    feed(payload())
    with pytest.raises(HookconformError) as caught:
        run()
    assert caught.value.code == "record.no-terminal"
    assert "--delete-unusable" not in caught.value.hint
    with pytest.raises(HookconformError) as caught:
        run("--delete-unusable")
    assert "no more: --delete-unusable --json" in caught.value.hint


def test_without_recordings_nothing_is_asked() -> None:
    result = run()
    assert result.exit_code == 0
    assert result.output


def test_a_name_in_doubt_is_not_told(feed: Feed, payload: Payload) -> None:
    feed(payload(tool_name="mcp_zebra_launch"))
    feed(payload(hook_event_name="ZebraEvent"))
    feed(payload(), event="ZebraEvent")
    feed(payload(), platform_version="1.2.3-zebra")
    feed(payload(tool_input={"zebra_height": 1}))
    feed("zebra", event="ZebraEvent", platform="zebra")
    output = run("--yes").output
    assert output.count("left: ") == 5
    assert "zebra" not in output.lower()


def test_what_is_being_written_waits_and_what_never_will_be_is_named(feed: Feed, payload: Payload) -> None:
    complete = feed(payload())
    hidden = complete.rename(complete.with_name(f".{complete.name}"))
    assert open_inbox() == Inbox((), ())
    os.utime(hidden, (0, 0))
    assert open_inbox() == Inbox((), (hidden,))


def test_the_version_can_be_given(feed: Feed, payload: Payload) -> None:
    feed(payload(), platform_version=None)
    run("--yes", "--platform-version", "0.98.1")
    assert kept()[0]["platform_version"] == "0.98.1"


@pytest.mark.parametrize("version", ["", "../../x", "latest", "1", "1.2.3/4"])
def test_a_version_that_is_none_is_refused(version: str) -> None:
    with pytest.raises(HookconformError) as caught:
        run("--yes", "--platform-version", version)
    assert caught.value.code == "record.version"


@pytest.mark.parametrize("version", ["../../x", "1.2.3/../../4", "latest"])
def test_a_recorded_version_that_is_none_counts_as_not_known(feed: Feed, payload: Payload, version: str) -> None:
    feed(payload(), platform_version=version)
    assert "version is not known" in run("--yes").output


@pytest.mark.parametrize(
    ("registered_for", "env_names", "told"),
    [
        ("claude-code", ["CLAUDE_PROJECT_DIR"], "claude-code"),
        ("claude-code", ["CLAUDE_PROJECT_DIR", "COPILOT_CLI"], "copilot-cli"),
        ("claude-code", ["CURSOR_VERSION"], "cursor"),
        ("claude-code", ["CLAUDE_PROJECT_DIR", "GROK_HOOK_EVENT", "GROK_HOOK_NAME"], "grok-build"),
        ("grok-build", ["GROK_HOOK_EVENT", "GROK_HOOK_NAME", "GROK_SESSION_ID"], "grok-build"),
        ("grok-build", [], UNKNOWN),
        ("pi", ["PI_CODING_AGENT"], "pi"),
        ("cline", [], UNKNOWN),
        ("kimi-code", [], "kimi-code"),
        ("copilot-cli", ["COPILOT_CLI"], "copilot-cli"),
        ("copilot-cli", [], "vscode-copilot"),
        ("vscode-copilot", ["COPILOT_CLI"], "copilot-cli"),
        ("vscode-copilot", [], "vscode-copilot"),
        ("gemini-cli", ["GEMINI_PROJECT_DIR"], "gemini-cli"),
        ("gemini-cli", [], UNKNOWN),
        ("claude-code", [], UNKNOWN),
        ("codex", [], "codex"),
    ],
)
def test_who_called_is_told_by_the_environment(
    feed: Feed, registered_for: str, env_names: list[str], told: str
) -> None:
    feed({"a": 1}, platform=registered_for, hook_env_names=env_names)
    (found,) = open_inbox().received
    assert found.recording.platform == told
    assert found.recording.version == ("0.99.0" if told == registered_for else "")


def test_status_and_review_count_the_same_recordings(feed: Feed, payload: Payload) -> None:
    feed(payload())
    feed(payload(), hook_env_names=[])
    status = CliRunner().invoke(record_command, ["status"], catch_exceptions=False).output
    assert "gemini-cli: 2 recordings wait for `hookconform record review gemini-cli`" in status
    assert "1 of them cannot be used: the review says why" in status
    looked = CliRunner().invoke(record_command, ["review", "gemini-cli", "--json"], catch_exceptions=False)
    found = json.loads(looked.output)
    assert len(found["reviews"]) + len(found["unusable"]) == 2
    assert [row["reason"] for row in found["unusable"]] == [
        (
            "the calling program is unknown: it did not set GEMINI_PROJECT_DIR, as gemini-cli does; "
            "only what the program itself calls is a recording"
        )
    ]


def test_an_opencode_call_is_read_as_its_record(feed: Feed) -> None:
    path = feed({}, platform="opencode", event="tool.execute.before")
    row = json.loads(path.read_text())
    del row["payload_text"]
    row |= {"hook": "tool.execute.before", "input": {"tool": "bash"}, "output": {"args": {}}, "directory": "/x"}
    path.write_text(json.dumps(row))
    (found,) = open_inbox("opencode").received
    assert found.recording.payload == {key: row[key] for key in ("hook", "input", "output", "directory")}


@pytest.mark.parametrize(
    ("version", "doubt"),
    [
        ("0.16.01", ", nor has npm, read on 2026-11-21; is it 0.16.0?"),
        ("0.16.0", ""),
        ("99.0.0", ""),  # newer than what was listed that day
    ],
)
def test_a_version_that_no_registry_lists_is_doubted(
    version: str, doubt: str, feed: Feed, payload: Payload, corpus: Path
) -> None:
    dates = {"0.16.0": "2026-05-08", "0.61.0": "2026-11-20"}
    releases = Releases("@google/gemini-cli", "npm", "2026-11-21", PUBLISHED, dates)
    write_releases("gemini-cli", releases, corpus)
    feed(payload(), platform_version=version)
    (row,) = json.loads(run("--json").output)["reviews"]
    assert row["new"] == [f"version {version}: the corpus has nothing of it{doubt}"]
