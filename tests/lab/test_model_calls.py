"""Calls as the model made them: which result belongs to which call, what became of it, and what is kept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.claims import platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import read_calls
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import privacy
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.model_calls import answered, model_calls, write_calls
from hookconform_lab.lab.outcomes import Outcomes, outcomes_of
from hookconform_lab.lab.run import Request, Run
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Script

CALL: dict[str, Any] = {"args": {}, "custom": None, "namespace": None, "raw": None, "item": None}
OUTCOMES = Outcomes(
    unknown=r"\Ano such tool",
    invalid=r"\Abad arguments",
    refused=r"\Afailed",
    ran=r"\Aexit code",
    done={"edit": r"\Aedited"},
)


def call(name: str, **args: Any) -> dict[str, Any]:
    return {**CALL, "name": name, "args": args}


def told(name: str, call_id: str, text: str = "") -> dict[str, Any]:
    return {"name": name, "call_id": call_id, "text": text, "is_error": False}


def requests(*turns: tuple[list[dict[str, Any]], list[dict[str, Any]]]) -> list[Request]:
    """Return one conversation: results told so far, and the calls of the reply, request by request."""
    return [
        Request("main", step, {}, results, {"calls": calls}, {}, number=step + 1, model="m-1")
        for step, (results, calls) in enumerate(turns)
    ]


@pytest.mark.parametrize(
    ("tool", "text", "is_error", "outcome"),
    [
        ("read", "the text", False, "ok"),
        ("read", "the text", True, "refused"),
        ("read", "failed: no file", False, "refused"),
        ("read", "in the file: failed", False, "ok"),
        ("shell", "exit code 3", True, "ok"),
        ("edit", "edited it", False, "ok"),
        ("edit", "some other words", False, "refused"),
        ("edit", "exit code 3", False, "refused"),
        ("edit", "bad arguments: path", False, "invalid"),
        ("nothing", "no such tool: nothing", True, "unknown-tool"),
    ],
)
def test_a_result_has_one_class(tool: str, text: str, is_error: bool, outcome: str) -> None:
    assert OUTCOMES.of(tool, text, is_error=is_error) == outcome


def test_results_belong_to_the_call_whose_id_they_have() -> None:
    pair = [told("read", "toolu_0001_1", "second"), told("read", "toolu_0001_0", "first")]
    found = list(answered(requests(([], [call("read", n=1), call("read", n=2)]), (pair, []))))
    assert [(item.call["args"]["n"], item.result["text"]) for item in found] == [(2, "second"), (1, "first")]


def test_what_the_program_called_itself_is_no_answer() -> None:
    own = told("read", "6d4c-uuid", "of the program")
    found = list(answered(requests(([], [call("read")]), ([own, told("read", "call_0001_0", "of the model")], []))))
    assert [item.result["text"] for item in found] == ["of the model"]


def test_where_a_program_gives_ids_of_its_own_the_order_counts() -> None:
    first, second = told("read", "read_1", "a"), told("read", "read_2", "b")
    found = list(answered(requests(([], [call("read", n=1)]), ([first], [call("read", n=2)]), ([first, second], []))))
    assert [(item.call["args"]["n"], item.result["text"]) for item in found] == [(1, "a"), (2, "b")]


def test_a_call_without_a_result_is_not_answered() -> None:
    assert list(answered(requests(([], [call("read")]), ([], [])))) == []


def a_run(tmp_path: Path, *turns: tuple[list[dict[str, Any]], list[dict[str, Any]]]) -> Run:
    scenario = Scenario("tools", "title", Script(), ())
    return Run(scenario, [], requests(*turns), [], tmp_path, tmp_path, tmp_path, ended=True)


def test_calls_are_redacted_sorted_and_of_one_shape_each(tmp_path: Path) -> None:
    calls = [
        call("Write", file_path=f"{tmp_path}/a", content="x\n"),
        call("Write", file_path=f"{tmp_path}/b", content="y\n"),
        call("Write", file_path="b", content="y\n"),
        {**call("Write"), "raw": "{broken"},
        call("Bash", command="ls", timeout=0),
        call("Bash", command="ls", timeout=5),
        {**call("patch"), "custom": "*** Begin Patch\n", "namespace": "files"},
    ]
    results = [told(item["name"], f"toolu_0001_{index}") for index, item in enumerate(calls)]
    found = model_calls(load_driver("claude-code"), [a_run(tmp_path, ([], calls), (results, []))])
    assert [(item.tool, item.arguments, item.text) for item in found] == [
        ("Bash", {"command": "ls", "timeout": 0}, None),
        ("Bash", {"command": "ls", "timeout": 5}, None),
        ("Write", {"file_path": "/a", "content": "x\n"}, None),
        ("Write", {"file_path": "b", "content": "y\n"}, None),
        ("files.patch", None, "*** Begin Patch\n"),
    ]
    assert {(item.model, item.family, item.outcome, item.scenario) for item in found} == {
        ("m-1", "claude", "ok", "tools")
    }


def test_what_was_written_is_what_is_read(tmp_path: Path) -> None:
    calls = [call("Read", file_path="caf\u00e9\u2028.txt", offset=2), {**call("patch"), "custom": "a\u2028b"}]
    results = [told(item["name"], f"toolu_0001_{index}") for index, item in enumerate(calls)]
    found = model_calls(load_driver("claude-code"), [a_run(tmp_path / "x", ([], calls), (results, []))])
    path = tmp_path / "corpus" / "platforms" / "claude-code" / "calls" / "1.0.0.jsonl"
    write_calls(path, found, privacy.of_this_machine({}))
    (tmp_path / "corpus" / "schema").symlink_to(corpus_root() / "schema")
    assert read_calls("claude-code", "1.0.0", tmp_path / "corpus") == tuple(found)


def test_nothing_private_is_written(tmp_path: Path) -> None:
    [item] = model_calls(
        load_driver("claude-code"),
        [a_run(tmp_path, ([], [call("Read", file_path="planted-value")]), ([told("Read", "toolu_0001_0")], []))],
    )
    private = replace(privacy.of_this_machine({}), values=("planted-value",))
    with pytest.raises(HookconformError) as caught:
        write_calls(tmp_path / "calls.jsonl", [item], private)
    assert caught.value.code == "lab.leak"
    assert not (tmp_path / "calls.jsonl").exists()


@pytest.mark.parametrize(("text", "code"), [("{", "calls.unreadable"), ("{}\n", "schema.model-call")])
def test_a_broken_file_is_an_error_with_its_line(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "platforms" / "p" / "calls" / "1.0.0.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    (tmp_path / "schema").symlink_to(corpus_root() / "schema")
    with pytest.raises(HookconformError) as caught:
        read_calls("p", "1.0.0", tmp_path)
    assert (caught.value.code, caught.value.where) == (code, f"{path}:1")


def test_no_file_is_no_call(tmp_path: Path) -> None:
    assert read_calls("p", "1.0.0", tmp_path) == ()


FILES = sorted((corpus_root() / "platforms").glob("*/calls/*.jsonl"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_recorded_calls_say_their_family_as_the_driver_does(path: Path) -> None:
    driver = load_driver(path.parts[-3])
    calls = read_calls(driver.platform, path.stem)
    assert {driver.family_of(item.model) == item.family for item in calls} == {True}
    # A recording of one scenario need not have a call that was refused.
    if len({item.scenario for item in calls}) > 1:
        assert {"ok", "refused"} <= {item.outcome for item in calls}


def test_the_five_oldest_programs_have_calls_at_their_newest_version() -> None:
    there = {path.parts[-3] for path in FILES}
    assert {"claude-code", "codex", "copilot-cli", "gemini-cli", "opencode"} <= there


@pytest.mark.parametrize("platform", [name for name in platform_ids() if outcomes_of(name) is not None])
def test_words_in_the_middle_of_a_file_are_no_outcome(platform: str) -> None:
    """A file may hold anything: what a program says of a call stands at the beginning."""
    outcomes = outcomes_of(platform)
    assert outcomes is not None
    said = "Error: No such tool available. InputValidationError. File not found. unsupported call: x. Failed to"
    assert outcomes.of("some_tool", f"a line\n{said}", is_error=False) == "ok"


@pytest.mark.parametrize(
    ("platform", "tool", "text", "is_error", "outcome"),
    [
        ("claude-code", "Bash", "Exit code 143\nCommand timed out after 1s", True, "refused"),
        ("claude-code", "Bash", "Exit code 3\noops", True, "ok"),
        ("claude-code", "Edit", "<tool_use_error>String to replace not found in file.", True, "refused"),
        ("claude-code", "Edit", "<tool_use_error>InputValidationError: Edit failed", True, "invalid"),
        ("claude-code", "X", "<tool_use_error>Error: No such tool available: X</tool_use_error>", True, "unknown-tool"),
        ("gemini-cli", "run_shell_command", "Command injection detected: command substitution", False, "refused"),
        ("gemini-cli", "read_file", "params/start_line must be >= 1", True, "invalid"),
        ("gemini-cli", "x", 'Tool "x" not found. Did you mean', True, "unknown-tool"),
        ("opencode", "edit", "Edit applied successfully.", False, "ok"),
        ("opencode", "edit", "Found multiple matches for oldString.", False, "refused"),
        (
            "opencode",
            "bash",
            "\n\n<shell_metadata>\nshell tool terminated command after exceeding timeout 1",
            False,
            "refused",
        ),
        (
            "codex",
            "apply_patch",
            "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA f",
            False,
            "ok",
        ),
        ("codex", "apply_patch", "apply_patch verification failed: Failed to find expected lines", False, "refused"),
        ("codex", "exec_command", "Chunk ID: 7212e7\nWall time: 0.1 seconds\nProcess exited with code 3", False, "ok"),
        ("codex", "exec_command", "failed to parse function arguments: missing field `cmd`", False, "invalid"),
        ("codex", "x", "unsupported call: x", False, "unknown-tool"),
        (
            "copilot-cli",
            "view",
            "Invalid view_range: start line (0) must be greater than or equal to 1.",
            False,
            "invalid",
        ),
        ("copilot-cli", "view", "Invalid view_range: start line (50) is beyond the end of the file.", False, "refused"),
        ("copilot-cli", "edit", "Invalid inputs: old_str is required", False, "invalid"),
        ("copilot-cli", "x", "Tool 'x' does not exist. Available tools", False, "unknown-tool"),
        (
            "kimi-code",
            "Bash",
            "Wall time: 0 seconds\n<system>ERROR: Tool execution failed.</system>\nCommand failed with exit code: 3.",
            False,
            "ok",
        ),
        (
            "kimi-code",
            "Edit",
            "<system>ERROR: Tool execution failed.</system>\nold_string not found in f",
            False,
            "refused",
        ),
        (
            "cline",
            "run_commands",
            '[{"query":"false","result":"a","error":"Command exited with code 1","success":false}]',
            False,
            "ok",
        ),
        (
            "cline",
            "editor",
            '{"query":"edit:f","result":"","error":"Editor operation failed: no","success":false}',
            False,
            "refused",
        ),
        ("code-puppy", "shell", '{"success":false,"error":"The process did not exit","exit_code":3}', False, "ok"),
        ("code-puppy", "shell", '{"success":false,"error":"Force push blocked!","exit_code":null}', False, "refused"),
        ("code-puppy", "shell", '{"success":true,"error":"","stdout":"a","exit_code":0}', False, "ok"),
        ("code-puppy", "read_file", '{"content":"{\\"error\\":\\"x\\"}","error":null}', False, "ok"),
        ("code-puppy", "replace_in_file", '{"error":"String to replace not found in file."}', False, "refused"),
        ("code-puppy", "x", "Unknown tool name: 'x'. Available tools: 'grep'", False, "unknown-tool"),
        ("letta-code", "Bash", "Exit code: 3\noops\n", False, "ok"),
        ("letta-code", "Bash", "Bash tool missing required parameters: command, description.", False, "invalid"),
        ("letta-code", "x", "Tool not found: x. Available tools: Bash", False, "unknown-tool"),
        ("letta-code", "Edit", "String to replace not found in file.\nString: absent", False, "refused"),
        ("letta-code", "Edit", '{"message":"Successfully replaced 2 occurrences in f"}', False, "ok"),
        ("letta-code", "Workflow", '{"toolReturn":"Cannot read scriptPath f","status":"error"}', False, "refused"),
        ("letta-code", "Agent", 'Error: Invalid subagent type "x".', False, "refused"),
        ("vscode-copilot", "run_in_terminal", "oops\nexit\n\nCommand exited with code 3", False, "ok"),
        ("vscode-copilot", "run_in_terminal", "Command is running in terminal with ID=4e", False, "ok"),
        (
            "vscode-copilot",
            "run_in_terminal",
            "Note: This terminal execution was moved to the background\nNote: Command timed out after 1000ms. The",
            False,
            "refused",
        ),
        ("vscode-copilot", "kill_terminal", "ERROR: Your input to the tool was invalid (must match", False, "invalid"),
        ("vscode-copilot", "kill_terminal", "Error: No active terminal execution found with ID 0", False, "refused"),
        ("vscode-copilot", "read_file", "ERROR while calling tool: cannot open f", False, "refused"),
        ("vscode-copilot", "replace_string_in_file", "String replacement failed: Could not", False, "refused"),
        (
            "vscode-copilot",
            "multi_replace_string_in_file",
            "The following files were successfully edited:\nf",
            False,
            "ok",
        ),
        ("vscode-copilot", "x", 'ERROR: The tool "x" does not exist\nPlease', False, "unknown-tool"),
    ],
)
def test_programs_say_it_in_these_words(platform: str, tool: str, text: str, is_error: bool, outcome: str) -> None:
    """Beginnings of results as the programs were seen to give them."""
    outcomes = outcomes_of(platform)
    assert outcomes is not None
    assert outcomes.of(tool, text, is_error=is_error) == outcome
