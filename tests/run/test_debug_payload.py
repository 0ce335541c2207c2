"""`hookconform debug PLATFORM FILE`: a payload of the user's own is read, and a broken one is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookconform.cases.loading import case_with_id
from hookconform.cli import cli
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError

CALL = case_with_id("cline/captured/3.0.65/pre-tool-use-run-commands-2", corpus_root()).payload
UNNAMED = case_with_id("copilot-cli/captured/1.0.102/camel-pre-tool-use-agent", corpus_root()).payload


def debug(*arguments: str, text: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, ["debug", *arguments], input=text)


def refused(result: Result) -> HookconformError:
    assert isinstance(result.exception, HookconformError), result.output
    return result.exception


@pytest.fixture
def payload(tmp_path: Path) -> Path:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(CALL))
    return path


def test_a_file_and_standard_input_are_the_payload_itself(payload: Path) -> None:
    for result in (debug("cline", str(payload), "--json"), debug("Cline", "-", "--json", text=payload.read_text())):
        row = json.loads(result.output)
        assert row["payload"] == CALL
        assert (row["registered_event"], row["events"][0]["tool_name"]) == ("PreToolUse", "Bash")
    assert debug("cline", str(payload)).output.startswith(f"payload  {payload}\nevent    tool_call → PreToolUse\n")
    hook = debug("cline", str(payload), "--adapter", "reference-hook")
    assert hook.output.startswith(f"payload  {payload}\n")


def test_an_event_is_named_where_the_payload_names_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(UNNAMED))
    error = refused(debug("copilot-cli", str(path)))
    assert (error.code, f"debug copilot-cli EVENT {path}" in error.hint) == ("payload.event", True)
    assert "preToolUse → PreToolUse" in debug("copilot-cli", "preToolUse", str(path)).output
    assert refused(debug("copilot-cli", "before", str(path))).code == "payload.event"


def test_a_kept_recording_counts_as_its_payload(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_text(json.dumps({"registered_event": "preToolUse", "payload": UNNAMED, "expected": {}}))
    row = json.loads(debug("copilot-cli", str(path), "--json").output)
    assert (row["payload"], row["registered_event"]) == (UNNAMED, "preToolUse")


def test_a_payload_without_a_platform_is_told_the_whole_command(payload: Path) -> None:
    error = refused(debug(str(payload)))
    assert (error.code, error.hint) == ("debug.platform", f"Write hookconform debug cline {payload}")
    assert refused(debug("-", text="{}")).hint == "Write hookconform debug PLATFORM -"
    assert refused(debug("PreToolUse", "Codex")).hint == "Write hookconform debug codex PreToolUse"


def test_a_payload_of_another_platform_is_told_so(payload: Path) -> None:
    assert "could be of cline" in refused(debug("gemini-cli", str(payload))).hint
    noted = " ".join(debug("cline", "-", text=json.dumps({**(CALL or {}), "hookName": "x", "new": 1})).stderr.split())
    assert "cline is not known to have an event x." in noted
    assert "cline is not known to send new." in noted


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "it is empty"),
        (b"[", "not JSON"),
        (b"[1]", "not a JSON object"),
        (b'{"a": NaN}', "NaN"),
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b"\xff", "UTF-8"),
        (b'{"a":' * 600, "nested deeper"),
        (b'{"a": "\\ud800"}', "does not say at which event"),
    ],
)
def test_what_is_no_payload_is_refused(text: bytes, said: str) -> None:
    error = refused(debug("cline", "-", text=text))
    assert said in error.what
    assert error.where == "standard input"


def test_an_event_that_the_payload_contradicts_is_told(payload: Path) -> None:
    noted = " ".join(debug("cline", "PostToolUse", str(payload)).stderr.split())
    assert "sent at tool_call, not at PostToolUse." in noted
    assert debug("cline", "PreToolUse", str(payload)).stderr == ""


@pytest.mark.parametrize("words", [("PreToolUse", "tool_call"), ("PreToolUse", "")])
def test_what_is_no_file_is_not_read_as_one(words: tuple[str, str]) -> None:
    result = debug("cline", *words)
    assert (result.exit_code, "There is no file" in result.stderr) == (2, True)
    assert refused(debug("cline", "")).code == "compose.event"


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    assert refused(debug("cline", str(tmp_path / "none.json"))).code == "file.unreadable"
    assert refused(debug("cline", str(tmp_path))).code == "file.unreadable"
    assert refused(debug("cline", "none.yaml")).code == "file.unreadable"
    assert debug("cline", str(tmp_path / "none.json"), "--tool", "x").exit_code == 2


def test_several_events_are_told_in_words() -> None:
    call = ("cline", "PreToolUse", "--tool", "run_commands", "--input")
    assert "further event" not in debug("gemini-cli", "BeforeTool").output
    two = debug(*call, '{"commands": ["ls", "rm -rf x"]}').output
    assert "event    tool_call → PreToolUse\n         once more for each of the 2 calls within it\n" in two
    assert '"tool_input": {"command": "rm -rf x"' in two


def test_debug_says_what_it_left_empty() -> None:
    result = debug("claude-code", "PostToolUse", "--tool", "Bash", "--input", '{"command": "true"}')
    assert "note: nobody recorded this call, so /tool_response is empty." in result.stderr
    call = ("claude-code", "PostToolUse", "--tool", "Bash", "--input", '{"command": "true"}', "--json")
    assert json.loads(debug(*call).output)["emptied"] == ["/tool_response"]
    assert json.loads(debug(*call, "--adapter", "reference-hook").output)["emptied"] == ["/tool_response"]


@pytest.mark.parametrize("event", ["tool_call", "PreToolUse", "pretooluse", "Tool-Call"])
def test_every_name_of_an_event_is_accepted(event: str) -> None:
    assert debug("cline", event).output.splitlines()[1].startswith("event    tool_call →")


def test_a_tool_in_the_place_of_an_event_is_told_the_event() -> None:
    hint = refused(debug("gemini-cli", "Bash")).hint
    assert hint == "Bash is a tool: hookconform debug gemini-cli BeforeTool --tool run_shell_command"
