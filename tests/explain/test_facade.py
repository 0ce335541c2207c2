"""`hookconform explain --facade`: a tool's schema, its arguments both ways, what has no counterpart, in 80 columns."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from tests.support.facade_tables import CANONICAL, REGISTRY, TABLES

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.explain.facade import explain_facade
from hookconform.explain.facade_text import facade_text
from hookconform.ground.errors import HookconformError


def explain(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["explain", "--facade", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


def lines_of(text: str, heading: str) -> list[str]:
    """Return the lines of a part of the text, without their indentation."""
    part = text.split(f"\n{heading}\n", 1)[1].split("\n\n", 1)[0]
    return [" ".join(line.split()) for line in part.splitlines()]


def test_units_words_and_fillers_are_told() -> None:
    text = explain("copilot", "bash")
    assert text.startswith("copilot: bash ↔ Bash\n  version 1.0.102, family [claude] gpt\n")
    assert "description string; required" in lines_of(text, "takes")
    told = lines_of(text, "to Bash and back")
    assert told[told.index("initial_wait ↔ wait") + 1] == "seconds there, milliseconds here"
    assert told[told.index("mode ↔ run_in_background") + 1].startswith("async = true, sync = false;")
    assert lines_of(text, "filled in where a call lacks it") == [
        "description: the first line of command, at most 60 characters"
    ]
    assert lines_of(text, "this tool's own, for no other") == ["detach"]
    assert lines_of(text, "refused") == ["timeout", "cwd"]


def test_forms_of_several_arguments_are_told() -> None:
    told = lines_of(explain("gemini", "read_file"), "to Read and back")
    assert told[-2:] == ["start_line, end_line ↔ offset, limit", "first and last line"]
    assert "an item is a call" in explain("pi", "edit")
    assert "todos/*/activeForm: the same as content" in explain("claude", "TodoWrite")
    assert "one item" in explain("copilot", "ask_user")


def test_a_value_that_the_tool_has_anyway_is_not_refused() -> None:
    text = explain("copilot", "edit")
    assert lines_of(text, "has anyway") == ["replace_all: false", "expected_replacements: 1"]
    assert lines_of(text, "refused") == ["insert_line", "patch"]


def test_a_model_has_the_tools_of_its_family() -> None:
    text = explain("copilot", "apply_patch", "--model", "gpt-5.4")
    assert "family claude [gpt]" in text
    assert lines_of(text, "takes") == ["free text"]
    assert lines_of(text, "to Edit and back") == ["(text) ↔ patch", "the whole text"]


def test_all_tools_of_a_provider_are_listed() -> None:
    assert "run_shell_command Bash" in " ".join(explain("gemini").split())
    assert [one["name"] for one in json.loads(explain("pi", "--json"))["tools"]] == [
        facade.tool_name for facade in REGISTRY.tools_for_provider("pi")
    ]


@pytest.mark.parametrize("provider", TABLES)
def test_every_argument_is_told_of_in_eighty_columns(provider: str) -> None:
    for family in REGISTRY.families(provider):
        for facade in REGISTRY.tools_for_provider(provider, family):
            told = explain_facade(provider, facade.tool_name, family)
            assert schemas.problems(told, "facade-explanation") == []
            text = facade_text(told)
            assert [line for line in text.splitlines() if len(line) > 80 and len(line.split()) > 2] == [], text
            declared = {name for schema in facade.parameters for name in schema.get("properties", {})}
            natives = {name.split("/")[0] for one in told["arguments"] for name in one["native"].split(", ")}
            assert declared <= natives | set(told.get("native_only", ())), facade
            reached = {name.split("/")[0] for one in told["arguments"] for name in one["canonical"]}
            rest = {*told.get("dropped", ()), *told.get("refused", ())}
            assert reached | rest == CANONICAL[facade.canonical]["arguments"].keys(), facade
            assert not reached & rest, facade


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("gemni", "replace"), "facade.unknown-provider", "'gemini' was perhaps meant."),
        (("gemini", "Edit"), "facade.unknown-tool", "Edit is a canonical name; the tool is called replace."),
        (("gemini", "replaces"), "facade.unknown-tool", "'replace' was perhaps meant."),
        (("copilot", "apply_patch"), "facade.unknown-tool", "It is given to the family gpt: add --model gpt."),
        (("gemini", "glob", "gpt-9"), "facade.unknown-family", "There are: gemini-2, gemini-3."),
    ],
)
def test_an_unknown_name_is_told_with_the_one_that_was_meant(arguments: tuple[str, ...], code: str, hint: str) -> None:
    with pytest.raises(HookconformError) as caught:
        explain_facade(*arguments)
    assert (caught.value.code, caught.value.hint) == (code, hint)


@pytest.mark.parametrize("wrong", [(), ("gemini", "replace", "--canonical", "Edit"), ("gemini", "")])
def test_wrong_use_is_told(wrong: tuple[str, ...]) -> None:
    assert "--facade" in explain(*wrong, exit_code=2)


def test_a_model_without_a_facade_is_wrong_use() -> None:
    result = CliRunner().invoke(cli, ["explain", "gemini-cli", "replace", "--model", "gemini-2.5-pro"])
    assert result.exit_code == 2
