import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.cli.record import command
from hookconform.cli.record_commands import review
from hookconform.ground.errors import HookconformError
from hookconform.recorder.inbox import UNKNOWN, open_inbox

pytestmark = pytest.mark.usefixtures("corpus")
Feed = Callable[..., Path]
Payload = Callable[..., dict[str, Any]]


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(command, ["review", *arguments], input=typed, catch_exceptions=False)


def kept() -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(Path("contribution").glob("*.json"))]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command believe that somebody is there; click's runner types."""
    monkeypatch.setattr(review, "is_terminal", lambda: True)


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
    assert "nothing new: 1 recordings" in output
    assert len(kept()) == 1
    assert not second.exists()


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


def test_without_a_terminal_it_must_be_told_what_to_do() -> None:
    with pytest.raises(HookconformError) as caught:
        run()
    assert caught.value.code == "record.no-terminal"


@pytest.mark.parametrize(
    ("content", "more", "reason"),
    [
        ("not json", {}, "the payload is not a JSON object"),
        ('{"a": 1}', {}, "not compact JSON"),
        ('{"a":1,"a":1}', {}, "not compact JSON"),
        ('{"a":"\udcff"}', {}, "not UTF-8"),
        ({"a": 1}, {"platform_version": None}, "version is not known"),
        ('{"a":' + "[" * 900 + "]" * 900 + "}", {}, "nested too deeply"),
        ({"a": 1}, {"platform": "nonsuch"}, "the corpus has no platform of this name"),
        ({"a": 1}, {"hook_env_names": []}, "it cannot be told which program"),
        ('{"a":' + "[" * 70 + "]" * 70 + "}", {}, "nested too deeply"),
        ({"hook_event_name": ["BeforeTool"]}, {}, "a name or an argument in it is of a type that none has"),
        ({"hook_event_name": "BeforeTool", "tool_name": {"a": 1}}, {}, "a name or an argument in it is of a type"),
        ({"a": 1}, {"registered_event": "Before\ntool"}, "is no name"),
        ({"a": 1}, {"registered_event": "\ud800"}, "is no name"),
        ({"a": 1}, {"platform_version": "1.0.0-" + "a" * 40}, "version is not known"),
    ],
)
def test_what_cannot_become_a_case_says_why(feed: Feed, content: Any, more: dict[str, Any], reason: str) -> None:
    source = feed(content, **more)
    assert reason in run("--yes").output
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


def test_an_opencode_call_is_read_as_its_record(feed: Feed) -> None:
    path = feed({}, platform="opencode", event="tool.execute.before")
    row = json.loads(path.read_text())
    del row["payload_text"]
    row |= {"hook": "tool.execute.before", "input": {"tool": "bash"}, "output": {"args": {}}, "directory": "/x"}
    path.write_text(json.dumps(row))
    (found,) = open_inbox("opencode").received
    assert found.recording.payload == {key: row[key] for key in ("hook", "input", "output", "directory")}


@pytest.mark.usefixtures("terminal")
class TestAtATerminal:
    def test_a_recording_is_shown_as_it_would_be_published(self, feed: Feed, payload: Payload) -> None:
        feed(payload(tool_input={"command": "launch the airship"}))
        output = run(typed="l\n").output
        assert "new: version 0.99.0: the corpus has nothing of it" in output
        assert '~   "cwd": "/home/dev/project",' in output.replace('project"', 'project",')
        assert '?     "command": "launch the airship"' in output
        assert 'platform_tool_name: "run_shell_command"' in output
        assert "not recognised: /tool_input/command: text of 18 characters" in output
        assert "waltraud" not in output

    def test_keep_asks_before_publishing_what_is_not_recognised(self, feed: Feed, payload: Payload) -> None:
        feed(payload(tool_input={"command": "launch the airship"}))
        run(typed="k\nn\nk\ny\n")
        (row,) = kept()
        assert row["reviewed"]["confirmed"] == ["/tool_input/command"]

    def test_what_looks_like_a_secret_cannot_be_kept(self, feed: Feed, payload: Payload) -> None:
        secret = "c3VwZXIgbG9uZyBzdHJpbmc/c2hvdWxkIGNhdXNl/ZW5vdWdoIGVudHJvcHk"
        feed(payload(tool_input={"command": f"show '{secret}'"}))
        output = run(typed="k\nq\n").output
        assert "cannot be kept" in output or "<token-1>" in output
        assert kept() == []

    def test_drop_deletes(self, feed: Feed, payload: Payload) -> None:
        source = feed(payload())
        run(typed="d\n")
        assert not source.exists()
        assert kept() == []

    def test_quit_leaves_the_rest(self, feed: Feed, payload: Payload) -> None:
        sources = [feed(payload()), feed(payload(tool_name="list_directory", tool_input={"dir_path": "src"}))]
        run(typed="k\nq\n")
        assert [source.exists() for source in sources] == [False, True]
        assert len(kept()) == 1

    def test_mask_then_keep(self, feed: Feed, payload: Payload) -> None:
        feed(payload(tool_input={"command": "launch the airship"}))
        run(typed="m\nk\n")
        assert "<redacted: text of up to 30 characters>" in kept()[0]["payload_text"]

    def test_edit_by_hand(self, feed: Feed, payload: Payload) -> None:
        feed(payload(tool_input={"command": "launch the airship", "description": "fly over town"}))
        run(typed="e\nr\necho hello\nm\nk\ny\n")
        arguments = json.loads(kept()[0]["payload_text"])["tool_input"]
        assert arguments == {"command": "echo hello", "description": "<redacted: text of up to 30 characters>"}

    def test_a_terminal_gets_no_character_that_changes_what_is_seen(self, feed: Feed, payload: Payload) -> None:
        feed(payload(tool_input={"command": "echo \u202e\x9b31m\u200b ä", "description": "x\x7f"}))
        output = run(typed="q\n").output
        assert {character for character in output if not character.isprintable()} == {"\n"}
        assert "\\u202e" in output
        assert "ä" in output
