"""What programs take beyond their declarations, and numbers that a tool counts in whole seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.facade_tables import REGISTRY

from tool_facades import Difference, FacadeError

MEASURED = Path(__file__).parent.parent / "base_tools" / "measured" / "claude-code-2.1.329.json"


def test_words_that_claude_code_reads_as_flags_are_flags() -> None:
    (step,) = [one for one in json.loads(MEASURED.read_text())["steps"] if one["step"] == "replace-all-text"]
    given = step["calls"][-1]["arguments"]
    assert (given["replace_all"], step["outcome"]) == ("true", "ok")
    assert REGISTRY.tool("claude", "Edit").to_canonical(given).calls[0].arguments == {**given, "replace_all": True}


@pytest.mark.parametrize(
    ("tool", "given", "read"),
    [
        ("Read", {"file_path": "a", "offset": "2"}, {"file_path": "a", "offset": 2}),
        ("Edit", {"file_path": "a", "old_string": "true", "new_string": "2"}, {}),
    ],
)
def test_only_a_declared_number_or_flag_is_read_so(tool: str, given: Any, read: Any) -> None:
    assert REGISTRY.tool("claude", tool).to_canonical(given).calls[0].arguments == (read or given)


@pytest.mark.parametrize(
    ("provider", "tool", "given"),
    [
        ("claude", "Read", {"file_path": "a", "offset": "two"}),
        ("claude", "Read", {"file_path": "a", "offset": "9" * 400}),
        ("claude", "Edit", {"file_path": "a", "old_string": "b", "new_string": "c", "replace_all": "yes"}),
        ("gemini", "read_file", {"file_path": "a", "start_line": "2"}),
        ("opencode", "read", {"filePath": "a", "offset": "2"}),
    ],
)
def test_other_words_and_other_programs_are_refused(provider: str, tool: str, given: Any) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool(provider, tool).to_canonical(given)
    assert caught.value.code == "wrong-argument"


def test_an_argument_of_the_client_is_dropped_by_name() -> None:
    mapped = REGISTRY.tool("claude", "Read").to_canonical({"file_path": "a", "wait_for_previous": True})
    assert (mapped.calls[0].arguments, mapped.dropped) == ({"file_path": "a"}, ("wait_for_previous",))
    # Where the tool declares it, it is the tool's own.
    given = {"agent_name": "a", "prompt": "p", "wait_for_previous": True}
    declared = REGISTRY.tool("gemini", "invoke_agent").to_canonical(given)
    assert (declared.dropped, declared.native_only) == ((), {"wait_for_previous": True})


@pytest.mark.parametrize(("provider", "tool"), [("kimi", "Bash"), ("hermes", "terminal"), ("puppy", "shell")])
def test_a_part_of_a_second_is_rounded_up_and_said(provider: str, tool: str) -> None:
    facade = REGISTRY.tool(provider, tool)
    mapped = facade.to_native({"command": "make", "timeout": 1500})
    assert mapped.calls[0].arguments == {"command": "make", "timeout": 2}
    assert mapped.differences == (Difference("timeout", 1500, 2000),)
    assert facade.to_native({"command": "make", "timeout": 90000}).differences == ()


def test_a_wait_without_background_is_no_wait() -> None:
    shell = REGISTRY.tool("gemini", "run_shell_command")
    mapped = shell.to_canonical({"command": "a", "delay_ms": 10})
    assert (mapped.calls[0].arguments, mapped.native_only) == ({"command": "a"}, {"delay_ms": 10})
    with pytest.raises(FacadeError, match="wait has an effect only with run_in_background"):
        shell.to_native({"command": "a", "wait": 10})
