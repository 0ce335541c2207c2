"""`hookconform tables`: what an adapter needs for a platform, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.authoring.native_tables import deny_answers, native_tables
from hookconform.authoring.new_project import planned, project_files
from hookconform.authoring.table_text import FURTHER, MEANINGS, further_parts, table_text
from hookconform.cli import cli
from hookconform.corpus.argument_roles import load_argument_roles
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary


def tables(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["tables", *arguments])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("platform", platform_ids())
def test_every_key_and_row_is_explained(platform: str) -> None:
    table = native_tables(platform) | {"deny": deny_answers(platform)}
    assert set(table) <= set(MEANINGS)
    text = table_text(platform, table)
    for name, canonical in {**table["events"], **table["tools"]}.items():
        assert any(line.split() == [name, "→", canonical] for line in text.splitlines()), name


@pytest.mark.parametrize("platform", platform_ids())
def test_known_tools_are_those_that_some_program_has(platform: str) -> None:
    claims = load_platform(platform).tools.values()
    assert set(further_parts(platform)["known_tools"]) == {
        claim.native for claim in claims if claim.status in {"current", "historic"}
    }


def test_renamed_arguments_are_listed_for_a_claim_of_input() -> None:
    text = tables("gemini-cli")
    assert "\n  run_shell_command: is_background → run_in_background\n" in text
    assert "write_file: " not in text


@pytest.mark.parametrize("platform", platform_ids())
def test_what_input_and_result_need_is_there(platform: str) -> None:
    further, claims = further_parts(platform), load_platform(platform)
    assert further.keys() == FURTHER.keys()
    assert further["result"] == list(claims.payload.tool_response)
    for native, claim in claims.tools.items():
        if claim.status == "current":
            assert further["units"].get(native, {}) == claim.units
            assert further["paths"].get(native, []) == list(claim.paths)
            assert further["commands"].get(native, {}) == claim.commands
    text = table_text(platform, native_tables(platform))
    assert " ".join(f"result: {FURTHER['result']} {further['result'][0]}".split()) in " ".join(text.split())
    # What holds an answer to copy stays on one line.
    assert [line for line in text.splitlines() if len(line) > 80 and "exit_code" not in line] == []


@pytest.mark.parametrize("platform", platform_ids())
def test_kinds_are_those_of_the_vocabulary_and_of_the_claims(platform: str) -> None:
    kinds, known = further_parts(platform)["kinds"], load_vocabulary()
    assert kinds.items() >= {name: kind for name, kind in known.kinds.items() if kind != "other"}.items()
    for claim in load_platform(platform).tools.values():
        if claim.status == "current":
            expected = known.kinds.get(claim.becomes) or claim.tool_kind or "other"
            assert kinds.get(claim.becomes, "other") == expected
    assert set(kinds.values()) <= set(known.all_kinds) - {"other"}


def test_kinds_stand_together() -> None:
    text = " ".join(tables("gemini-cli").split())
    assert "kinds: Kinds of tools, by the name in the canonical event." in text
    assert " execute: Bash, BashInput " in text
    assert " fetch: WebFetch, WebSearch" in text


def test_of_arguments_that_become_one_the_order_is_kept_in_json_and_said() -> None:
    pairs = json.loads(tables("gemini-cli", "--json"))["renamed"]["grep_search"]
    assert [native for native, canonical in pairs if canonical == "glob"] == ["include_pattern", "include"]
    assert "grep_search: dir_path → path, include_pattern → glob, include → glob" in tables("gemini-cli")
    assert "the first counts" in " ".join(tables("gemini-cli").split())


def test_json_is_what_a_hook_project_has_in_its_tables() -> None:
    files = project_files(planned(Path("a"), language="go", platforms=["codex"], hook=True, name="a"))
    told = json.loads(tables("codex", "--json"))
    further = {key: told.pop(key) for key in FURTHER}
    renamed = further["renamed"]
    assert told == json.loads(files["tables.json"])["codex"]
    assert dict(renamed["update_plan"]) == load_platform("codex").tools["update_plan"].renamed
    assert renamed.keys() <= load_platform("codex").tools.keys()
    assert tables("--platform", "codex", "--json") == tables("codex", "--json")


def test_words_that_tell_roles_are_those_of_the_corpus() -> None:
    words, roles = further_parts("codex")["unknown_tools"], load_argument_roles()
    assert {word: role for role, listed in words["words"].items() for word in listed} == roles.endings | roles.words
    assert set(words["prepositions"]) == roles.prepositions
    assert "\n  address: url, urls, uri, uris, link, links …\n" in tables("codex")
