"""The cases of tool facades: there are some of each kind, and each is told apart."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import miniature

from hookconform.corpus.declared_calls import whole_calls_of
from hookconform.corpus.facade_case import CanonicalCase, FacadeCase, NativeCase, ToolsCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.facade_table import load_table, table_platforms
from hookconform.corpus.fitting import closed, misfit
from hookconform.corpus.locate import corpus_root, data_root

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def cases() -> list[FacadeCase]:
    return list(facade_cases())


def test_there_are_cases_of_each_kind(cases: list[FacadeCase]) -> None:
    found = Counter(case.variant for case in cases)
    least = {
        "tools": 25,
        "to-canonical": 100,
        "to-native": 100,
        "round-trip": 320,
        "from-others": 600,
        "absent": 1100,
        "actions": 200,
    }
    assert {name: found[name] for name in found if found[name] < least[name]} == {}
    assert found.keys() == least.keys()


def test_each_case_has_an_id_of_its_own(cases: list[FacadeCase]) -> None:
    assert [name for name, count in Counter(case.id for case in cases).items() if count > 1] == []


def test_what_a_case_rests_on_is_there(cases: list[FacadeCase]) -> None:
    assert {case.file for case in cases if not (corpus_root() / case.file).is_file()} == set()


def test_rows_by_hand_fit_what_was_declared(cases: list[FacadeCase]) -> None:
    """A row that no facade could follow would be red for everybody."""
    for case in cases:
        if isinstance(case, NativeCase) and case.row is not None and not case.row.undeclared:
            assert misfit(case.call.given, case.declared.get(case.call.tool, [])) == "", case.id
        if isinstance(case, CanonicalCase) and case.row is not None and not case.row.filled:
            for call in case.row.calls:
                assert misfit(call.given, case.declared.get(call.tool, [])) == "", case.id


def test_some_calls_do_not_fit_and_most_do(cases: list[FacadeCase]) -> None:
    recorded = [case for case in cases if isinstance(case, NativeCase) and "/recorded/" in case.id]
    wrong = [case for case in recorded if case.misfit]
    assert 20 <= len(wrong) <= 0.12 * len(recorded)
    assert {case.variant for case in wrong} == {"to-canonical"}


def test_of_what_a_declaration_forbids_there_are_calls_that_nobody_takes(cases: list[FacadeCase]) -> None:
    made = [case for case in cases if isinstance(case, NativeCase) and "/misfit/" in case.id]
    assert len(made) > 3000
    assert all(case.misfit and misfit(case.call.given, case.declared[case.call.tool]) for case in made)
    assert {case.variant for case in made} == {"to-canonical", "actions"}
    assert {case.platform for case in made} == set(table_platforms())


def test_a_tool_of_several_forms_is_asked_at_every_version(cases: list[FacadeCase]) -> None:
    """A list of tools shows one form; the others are seen in calls that no other form takes."""
    there: dict[tuple[str, str, str, str], list[Any]] = {}
    several: dict[tuple[str, str, str, str], list[Any]] = {}
    for case in cases:
        if isinstance(case, ToolsCase) and case.version in case.id.split("/"):
            several |= {
                (case.platform, case.version, case.model, name): forms
                for name, forms in case.declared.items()
                if len(forms) > 1 and name in case.needed
            }
        elif isinstance(case, NativeCase) and not case.misfit and "/declared/" in case.id:
            there.setdefault((case.platform, case.version, case.model, case.call.tool), []).append(case.call.given)
    assert len(several) > 20
    for about, forms in several.items():
        # A tool that takes free text declares no schema, so its form is None.
        for form in (one for one in forms if one is not None):
            others = [one for one in forms if one is not form and one is not None]
            alone = [call for call in whole_calls_of(form) if misfit(call, others)]
            assert all(call in there[about] for call in alone), about


def test_a_family_is_given_its_own_tools(cases: list[FacadeCase]) -> None:
    tools = {case.id: case for case in cases if isinstance(case, ToolsCase)}
    claude, gpt = (tools[f"copilot-cli/facade/1.0.102/tools/{family}"] for family in ("claude", "gpt"))
    assert "create" in claude.needed - gpt.needed
    assert "apply_patch" in gpt.needed - claude.needed
    assert gpt.declared["apply_patch"] == [None]


def test_a_version_that_was_not_recorded_is_asked_about_as_the_recorded_one_before_it(cases: list[FacadeCase]) -> None:
    tools = {case.id: case for case in cases if isinstance(case, ToolsCase)}
    head = "copilot-cli/facade/1.0.7/tools/claude"
    before, between = tools[head], tools[f"{head}-at-1.0.8"]
    assert (before.version, between.version) == ("1.0.7", "1.0.8")
    assert between.canonical == before.canonical
    # Neither the newest version nor the last before it in the order of texts was meant.
    newest = tools["copilot-cli/facade/1.0.102/tools/claude"]
    assert between.needed != newest.needed
    by_text = max(case.version for case in tools.values() if case.id.startswith(head[:11]) and case.version < "1.0.8")
    assert by_text != "1.0.7"
    platforms = {case.platform for case in tools.values()}
    assert {case.platform for case in tools.values() if case.version not in case.id.split("/")} == platforms


def test_a_toolset_is_given_its_own_tools(cases: list[FacadeCase]) -> None:
    tools = {case.id: case for case in cases if isinstance(case, ToolsCase)}
    head = "letta-code/facade/0.32.18/tools"
    claude, codex, letta = (tools[f"{head}/{family}"] for family in ("claude", "codex", "letta"))
    assert (claude.model, codex.model, letta.model) == ("scripted", "codex", "letta")
    assert "exec_command" in codex.needed & letta.needed - claude.needed
    assert "ApplyPatch" in codex.needed - letta.needed - claude.needed
    assert "Edit" in claude.needed & letta.needed - codex.needed
    # The model is the same in every run; the run says which toolset its calls are of.
    recorded = {
        case.call.tool: case.model
        for case in cases
        if isinstance(case, NativeCase) and "letta-code/facade/0.30.28/recorded/" in case.id
    }
    assert (recorded["ApplyPatch"], recorded["Agent"]) == ("codex", "scripted")
    # A toolset that a later version dropped.
    assert "letta-code/facade/0.31.12/tools/gemini" in tools
    assert f"{head}/gemini" not in tools


def test_versions_without_recorded_models_are_told_apart_by_their_runs(cases: list[FacadeCase]) -> None:
    tools = {case.id: case for case in cases if isinstance(case, ToolsCase)}
    claude, gpt = (tools[f"copilot-cli/facade/1.0.59/tools/{family}"] for family in ("claude", "gpt"))
    assert (claude.model, gpt.model) == ("claude-sonnet-4.5", "gpt-5.4")
    assert "write_bash" in claude.needed & gpt.needed
    assert "apply_patch" in gpt.needed - claude.needed
    # A family of which no run was recorded.
    assert "codex/facade/0.114.0/tools/direct" in tools
    assert "codex/facade/0.114.0/tools/code-mode" not in tools


def test_where_nobody_knows_the_runs_a_declaration_is_to_every_family() -> None:
    table = load_table("copilot-cli")
    seen = {"declared_in": ["gpt-model/sub-one"]}
    assert table.families_of(seen) == {"gpt"}
    assert replace(table, runs={}).families_of(seen) == {"claude", "gpt"}


def test_a_row_may_ask_one_tool_of_several(cases: list[FacadeCase]) -> None:
    found = {case.id: case for case in cases if isinstance(case, CanonicalCase)}
    watch = found["claude-code/facade/2.1.329/made/watch-needs-words"]
    assert (watch.native_tool, watch.native_only) == ("Monitor", {})
    agent = found["cline/facade/3.0.65/made/agent-that-is-waited-for"]
    assert (agent.native_tool, agent.native_only) == ("spawn_agent", {"systemPrompt": "You look."})


def test_a_row_by_hand_says_what_a_value_means(cases: list[FacadeCase]) -> None:
    meant = {
        case.call.given["search_string"]: case.meanings
        for case in cases
        if isinstance(case, NativeCase)
        and "code-puppy/facade/0.0.946/recorded/grep" in case.id
        and isinstance(case.call.given, dict)
    }
    assert meant["foo"]["search_string"] == "pattern"
    assert "search_string" not in meant["-i FOO"]


def test_cases_of_one_platform_are_those_of_all(cases: list[FacadeCase]) -> None:
    assert [case.id for case in facade_cases(platforms=["pi"])] == [case.id for case in cases if case.platform == "pi"]


def test_families_of_a_table_are_those_that_were_recorded() -> None:
    for platform in table_platforms():
        table = load_table(platform)
        assert table.family_of("") == next(iter(table.families))
    assert load_table("gemini-cli").family_of("another-model") is None


def test_names_that_are_not_declared_do_not_fit() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "integer"}}}}}
    assert misfit({"a": {"b": 1}}, [schema]) == ""
    assert "c" in misfit({"a": {"c": 1}}, [schema])
    assert "c" in misfit({"c": 1}, [schema])
    assert misfit("text", [schema, None]) == ""
    assert misfit("text", [schema]) != ""
    assert misfit({}, [None]) != ""
    assert misfit({}, []) == "the tool is not declared"
    assert closed({"oneOf": [{"type": "string"}]}) == {"anyOf": [{"type": "string"}]}


def test_another_corpus_has_its_own_cases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(facade_cases())
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    assert list(facade_cases()) == []
    shutil.copytree(data_root() / "corpus" / "platforms" / "pi", tmp_path / "corpus" / "platforms" / "pi")
    row = tmp_path / "corpus" / "platforms" / "pi" / "facade.yaml"
    row.write_text(row.read_text(encoding="utf-8").replace("provider: pi", "provider: other"), encoding="utf-8")
    assert {case.provider for case in facade_cases()} == {"other"}
