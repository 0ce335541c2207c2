"""Payloads of hooks as a cross-check: facades and canonical events, written apart, say the same of a recorded call."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.recorded_payloads import Told, told_calls

from hookconform.corpus.vocabulary import load_vocabulary
from tool_facades import FacadeError, Mapped
from tool_facades.validation import same

# Where an event keeps what a platform says, and a facade has one form for all.
ONE_FORM = {"todos", "questions"}
# What an event finds out from other arguments.
DERIVED = {"file_paths", "urls"}
# What an event has and a facade has not: a number that is text to facades, an old name that is only kept for its own
# tool.
OF_THE_EVENT = {
    ("BashInput", "shell_id"): "write_stdin",
    ("BashOutput", "bash_id"): "read_background_output",
    ("KillShell", "shell_id"): "TaskStop",
}
# What a facade knows and an event leaves under its native name.
OF_THE_FACADE = {
    ("claude", "MultiEdit"): {"old_string", "new_string"},
    ("claude", "SendMessage"): {"to", "message"},
    ("cline", "fetch_web_content"): {"prompt"},
    ("cline", "read_files"): {"file_path"},
    ("cline", "run_commands"): {"command"},
    ("cline", "search_codebase"): {"pattern"},
    ("copilot", "bash"): {"run_in_background"},
    ("copilot", "exit_plan_mode"): {"plan"},
    ("copilot", "view"): {"offset", "limit"},
    ("gemini", "grep_search"): {"output_mode"},
    ("gemini", "read_file"): {"limit"},
    ("grok", "get_command_or_subagent_output"): {"bash_id"},
    ("grok", "wait_commands_or_subagents"): {"bash_id"},
    ("pi", "edit"): {"old_string", "new_string"},
    ("puppy", "replace_in_file"): {"old_string", "new_string"},
    ("vscode", "read_file"): {"limit"},
    ("vscode", "run_in_terminal"): {"description", "run_in_background"},
}

# They read every payload with a tool.
pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return list(told_calls())


def mapped(call: Told) -> Mapped | None:
    try:
        return call.facade.to_canonical(call.arguments)
    except FacadeError:
        return None


def test_most_payloads_fit_the_declarations(told: list[Told]) -> None:
    assert len(told) > 1400
    assert sum(mapped(one) is not None for one in told) > 0.88 * len(told)


def test_what_fits_comes_back_unchanged(told: list[Told]) -> None:
    for one in told:
        found = mapped(one)
        if found is not None:
            back = one.facade.to_native(found)
            given = one.arguments
            if isinstance(given, dict):
                given = {name: value for name, value in given.items() if name not in found.dropped}
            assert [call.arguments for call in back.calls] == [given], one.case.id
            assert (back.filled, back.dropped) == ((), ()), one.case.id


def test_facades_and_events_agree(told: list[Told]) -> None:
    of_events = load_vocabulary().arguments
    compared, only_mine = 0, set[tuple[str, str, str]]()
    for one in told:
        found = mapped(one)
        if found is None or len(found.calls) > 1:
            continue
        event: dict[str, Any] = one.case.expected.arguments or {}
        mine = found.calls[0].arguments
        assert isinstance(mine, dict)
        # An event says what was said.
        mine = {name: value for name, value in mine.items() if name not in {item.argument for item in found.assumed}}
        facade = one.facade
        for name in set(of_events[facade.canonical]) - ONE_FORM - DERIVED:
            if name == "file_path" and "patch" in mine:
                continue  # an event names the first file of a patch
            if facade.provider == "puppy" and name == "pattern" and event[name].startswith("-"):
                assert "search_string" in found.native_only
                continue  # an event keeps options of a search before its pattern
            if facade.provider == "vscode" and name == "timeout" and event.get(name) == 0:
                assert found.native_only[name] == 0
                continue  # to the program it is no limit; an event keeps the number
            if name in event and OF_THE_EVENT.get((facade.canonical, name)) != facade.tool_name:
                assert same(event[name], mine.get(name)), (one.case.id, name)
                compared += 1
            elif name in mine and name not in event:
                only_mine.add((facade.provider, facade.tool_name, name))
    assert compared > 2300
    assert only_mine == {(*tool, name) for tool, names in OF_THE_FACADE.items() for name in names}
