"""What models really called: to canonical and back unchanged, or refused for a reason that is listed here."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import jsonschema_rs
import pytest
from tests.support.facade_tables import REGISTRY, TABLES, declared

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import ModelCall, read_calls
from tool_facades import FacadeError, Mapped, ToolFacade

# Calls that were recorded to be wrong, and calls of another configuration than the one that declared the tool. What is
# not declared a program may pass over in silence, or take as Cline does; a facade says so.
REFUSED = {
    ("claude", "Agent", "mode", "unknown-argument"),
    ("claude", "Agent", "team_name", "unknown-argument"),
    ("claude", "Bash", "wrong", "unknown-argument"),
    ("cline", "editor", "file_path", "unknown-argument"),
    ("cline", "read_files", "file_path", "unknown-argument"),
    ("cline", "read_files", "file_paths", "unknown-argument"),
    ("cline", "read_files", "files", "wrong-argument"),
    ("cline", "read_files", "files/0", "wrong-argument"),
    ("cline", "read_files", "files/0/filePath", "unknown-argument"),
    ("cline", "read_files", "files/0/file_path", "unknown-argument"),
    ("cline", "read_files", "path", "unknown-argument"),
    ("cline", "read_files", "paths", "unknown-argument"),
    ("cline", "run_commands", "cmd", "unknown-argument"),
    ("cline", "run_commands", "command", "unknown-argument"),
    ("cline", "run_commands", "commands", "wrong-argument"),
    ("cline", "run_commands", "commands/0", "wrong-argument"),
    ("cline", "search_codebase", "queries", "wrong-argument"),
    ("codex", "exec_command", "bad", "unknown-argument"),
    ("codex", "multi_agent_v1.spawn_agent", "agent_type", "unknown-argument"),
    ("codex", "update_plan", "plan", "wrong-argument"),
    ("copilot", "ask_user", "message", "unknown-argument"),
    ("copilot", "bash", "command", "missing-argument"),
    ("gemini", "run_shell_command", "is_background", "unknown-argument"),
    ("hermes", "web_extract", "char_limit", "wrong-argument"),
    ("kilo", "bash", "command", "missing-argument"),
    ("kilo", "todowrite", "todos/0/id", "unknown-argument"),
    ("grok", "run_terminal_command", "wrong", "unknown-argument"),
    ("kimi", "Bash", "wrong", "unknown-argument"),
    ("letta", "Bash", "wrong", "unknown-argument"),
    ("opencode", "bash", "command", "missing-argument"),
    ("opencode", "todowrite", "todos/0/id", "unknown-argument"),
    ("qwen", "agent", "fork_profile", "unknown-argument"),
    ("qwen", "agent", "fork_profile", "wrong-argument"),
    ("qwen", "agent", "todo_id", "unknown-argument"),
    ("qwen", "run_shell_command", "wrong", "unknown-argument"),
    ("vscode", "read_file", "filePath", "missing-argument"),
}
# Providers whose recorded calls are looked at here, with the least number of calls that have a facade.
AT_LEAST = {
    "claude": 40,
    "cline": 40,
    "codex": 15,
    "copilot": 60,
    "gemini": 30,
    "grok": 30,
    "hermes": 20,
    "kilo": 30,
    "kimi": 30,
    "letta": 18,
    "opencode": 35,
    "pi": 15,
    "puppy": 20,
    "qwen": 35,
    "vscode": 28,
}
# Calls that fit what was declared, and the program takes them not: some arguments exclude others, and patterns are not
# recorded.
BEYOND_THE_SCHEMA = {("copilot", "ask_user"), ("copilot", "write_agent"), ("vscode", "kill_terminal")}
# Scenarios that ask a program in ways that it does not declare, to see which it takes.
UNDECLARED_WAYS = {("cline", "other-ways")}


class Called(NamedTuple):
    """A call of a model, its facade, and what the facade made of it."""

    call: ModelCall
    facade: ToolFacade
    result: Mapped | FacadeError

    @property
    def given(self) -> Any:
        return self.call.arguments if self.call.text is None else self.call.text

    @property
    def words(self) -> tuple[str, str, str, str]:
        return (self.facade.provider, self.call.family, self.call.tool, json.dumps(self.given, sort_keys=True))


@pytest.fixture(scope="module")
def called() -> list[Called]:
    found: list[Called] = []
    for provider in AT_LEAST:
        for path in sorted((corpus_root() / "platforms" / TABLES[provider]["platform"] / "calls").glob("*.jsonl")):
            for call in read_calls(TABLES[provider]["platform"], path.stem):
                facade = _facade(provider, call, path.stem)
                if facade is not None:
                    found.append(Called(call, facade, _mapped(facade, call)))
    return found


def _facade(provider: str, call: ModelCall, version: str) -> ToolFacade | None:
    try:
        return REGISTRY.tool(provider, call.tool, call.family, version)
    except FacadeError:
        return None  # a tool that no canonical name stands for, or one that the model made up


def _mapped(facade: ToolFacade, call: ModelCall) -> Mapped | FacadeError:
    try:
        return facade.to_canonical(call.text if call.arguments is None else call.arguments)  # type: ignore[arg-type]
    except FacadeError as error:
        return error


def test_there_are_calls_of_every_provider(called: list[Called]) -> None:
    counts = {provider: sum(one.facade.provider == provider for one in called) for provider in AT_LEAST}
    assert {provider for provider, count in counts.items() if count < AT_LEAST[provider]} == set()


def test_every_provider_with_recorded_calls_is_looked_at() -> None:
    with_calls = {
        provider
        for provider, table in TABLES.items()
        if (corpus_root() / "platforms" / table["platform"] / "calls").is_dir()
    }
    assert with_calls == AT_LEAST.keys()


def test_nearly_all_calls_come_back_unchanged(called: list[Called]) -> None:
    """A call counts once: scripts make the same wrong calls at every version that is recorded."""
    refused: set[tuple[str, str, str, str]] = set()
    declared_ways = [one for one in called if (one.facade.provider, one.call.scenario) not in UNDECLARED_WAYS]
    for one in declared_ways:
        if isinstance(one.result, Mapped):
            back = one.facade.to_native(one.result)
            # What a client adds to every call is dropped, and said.
            given = (
                {name: value for name, value in one.given.items() if name not in one.result.dropped}
                if isinstance(one.given, dict)
                else one.given
            )
            assert [call.arguments for call in back.calls] == [given], one.call
            assert (back.filled, back.dropped) == ((), ()), one.call
        else:
            refused.add(one.words)
    assert len(refused) <= 0.05 * len({one.words for one in declared_ways})


def test_the_others_are_refused_for_reasons_that_are_listed(called: list[Called]) -> None:
    found = {
        (one.facade.provider, one.facade.tool_name, one.result.where.split()[2], one.result.code)
        for one in called
        if isinstance(one.result, FacadeError)
    }
    assert found == REFUSED


def test_a_call_is_refused_where_its_declaration_refuses_it_and_nowhere_else(called: list[Called]) -> None:
    for one in called:
        if one.call.text is None:
            schemas = declared(one.facade.provider, one.facade.version)[one.facade.tool_name]["parameters"]
            fits = any(jsonschema_rs.is_valid(_named_only(schema), one.given) for schema in schemas)
            dropped = isinstance(one.result, Mapped) and bool(one.result.dropped)
            assert (fits or dropped) == isinstance(one.result, Mapped), one.call


def _named_only(schema: Any) -> Any:
    """Return a recorded schema that takes declared names only, at every depth.

    Patterns are not recorded, and without them several alternatives of a `oneOf` may fit.
    """
    if isinstance(schema, list):
        return [_named_only(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {("anyOf" if key == "oneOf" else key): _named_only(value) for key, value in schema.items()}
    if isinstance(found.get("properties"), dict) and found.get("additionalProperties", True) is True:
        found["additionalProperties"] = False
    return found


def test_what_programs_refused_as_ill_formed_is_refused(called: list[Called]) -> None:
    ill_formed = [one for one in called if one.call.outcome == "invalid"]
    assert len(ill_formed) >= 14
    taken = {(one.facade.provider, one.facade.tool_name) for one in ill_formed if isinstance(one.result, Mapped)}
    assert taken == BEYOND_THE_SCHEMA
