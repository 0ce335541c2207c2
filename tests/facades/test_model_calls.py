"""What models really called: to canonical and back unchanged, or refused for a reason that is listed here."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from tests.support.facade_tables import REGISTRY, TABLES

from hook_adapters.facades import FacadeError, Mapped, ToolFacade
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import ModelCall, read_calls

# Calls that were recorded to be wrong, and calls of another configuration than the one that declared the tool. What is
# not declared a program may pass over in silence; a facade says so.
REFUSED = {
    ("claude", "Agent", "mode", "unknown-argument"),
    ("claude", "Agent", "team_name", "unknown-argument"),
    ("claude", "Bash", "wrong", "unknown-argument"),
    ("codex", "exec_command", "bad", "unknown-argument"),
    ("codex", "multi_agent_v1.spawn_agent", "agent_type", "unknown-argument"),
    ("codex", "update_plan", "plan", "wrong-argument"),
    ("copilot", "ask_user", "message", "unknown-argument"),
    ("copilot", "bash", "command", "missing-argument"),
    ("gemini", "read_file", "wait_for_previous", "unknown-argument"),
    ("opencode", "bash", "command", "missing-argument"),
    ("opencode", "todowrite", "todos/0/id", "unknown-argument"),
}


class Called(NamedTuple):
    """A call of a model, its facade, and what the facade made of it."""

    call: ModelCall
    facade: ToolFacade
    result: Mapped | FacadeError

    @property
    def given(self) -> Any:
        return self.call.arguments if self.call.text is None else self.call.text


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


# Providers whose recorded calls are looked at here, with the least number of calls that have a facade.
AT_LEAST = {"claude": 40, "codex": 15, "copilot": 60, "gemini": 30, "opencode": 35}


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


def test_nearly_all_calls_come_back_unchanged(called: list[Called]) -> None:
    same = 0
    for one in called:
        if isinstance(one.result, Mapped):
            calls = [call.arguments for call in one.result.calls if isinstance(call.arguments, dict)]
            back = one.facade.to_native(calls, one.result.native_only)
            assert [call.arguments for call in back.calls] == [one.given], one.call
            assert (back.filled, back.dropped) == ((), ()), one.call
            same += 1
    assert same >= 0.94 * len(called)


def test_the_others_are_refused_for_reasons_that_are_listed(called: list[Called]) -> None:
    found = {
        (one.facade.provider, one.facade.tool_name, one.result.where.split()[2], one.result.code)
        for one in called
        if isinstance(one.result, FacadeError)
    }
    assert found == REFUSED


def test_what_programs_refused_as_ill_formed_is_refused(called: list[Called]) -> None:
    ill_formed = [one for one in called if one.call.outcome == "invalid" and one.facade.provider != "copilot"]
    assert len(ill_formed) >= 3
    assert [one.call for one in ill_formed if isinstance(one.result, Mapped)] == []
