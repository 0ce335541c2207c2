"""Platforms, events and verdicts are known whatever their case and hyphens; an event by any of its names."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.cli.platform_names import PlatformName
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.event_names import event_name, natives_of
from hookconform.effects.rows import measured_platforms
from hookconform.explain.answerable import answerable, registered_events
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import spelled

# `platforms new` takes a name that is new.
WITHOUT = {"platforms new"}
# Files and platforms in any order: a file that is there wins (tests/packs/test_command.py).
MIXED = "rules: given"


def hint(*arguments: str) -> str:
    error = CliRunner().invoke(cli, list(arguments)).exception
    assert isinstance(error, HookconformError)
    return error.hint


def commands(group: click.Group, *names: str) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, *names, name)
        else:
            yield " ".join([*names, name]), command


@pytest.mark.whole
def test_every_command_knows_a_platform_however_it_is_spelled() -> None:
    exact = [
        f"{name}: {parameter.name}"
        for name, command in commands(cli)
        if name not in WITHOUT
        for parameter in command.params
        if {"--platform", "--add-platform"} & set(parameter.opts)
        or (isinstance(parameter, click.Argument) and "PLATFORM" in (parameter.metavar or str(parameter.name).upper()))
        if not isinstance(parameter.type, PlatformName) and "record" not in name and name != "respond"
    ]
    assert exact == [MIXED]


@pytest.mark.parametrize(
    ("spoken", "plain"),
    [
        ("respond Cline PreToolUse DENY", "respond cline PreToolUse deny"),
        ("respond 'Gemini CLI' before-tool Deny", "respond gemini-cli BeforeTool deny"),
        ("respond cline tool_call deny", "respond cline PreToolUse deny"),
        ("respond grok_build pre_tool_use Block", "respond grok-build PreToolUse deny"),
        ("respond --all pretooluse DENY", "respond --all PreToolUse deny"),
        ("explain Cline TOOL_CALL", "explain cline tool_call"),
        ("tables GEMINI_CLI", "tables gemini-cli"),
        ("cases 'Gemini CLI' beforetool --tool replace", "cases gemini-cli BeforeTool --tool replace"),
        ("record review Codex", "record review codex"),
    ],
)
def test_a_spoken_name_is_the_plain_one(spoken: str, plain: str) -> None:
    one, other = (CliRunner().invoke(cli, shlex.split(words)) for words in (spoken, plain))
    assert (one.exit_code, one.output) == (other.exit_code, other.output)
    assert "error" not in one.output[:6]


@pytest.mark.parametrize("platform", sorted(measured_platforms()))
def test_respond_takes_every_name_of_an_event(platform: str) -> None:
    claims = load_platform(platform)
    for key in answerable(platform):
        claim = claims.registrations[key]
        for name in (key, claim.native, claim.canonical or key):
            assert key in registered_events(platform, name) or name in answerable(platform)


@pytest.mark.parametrize("platform", platform_ids())
def test_no_spelling_is_ambiguous(platform: str) -> None:
    claims = load_platform(platform)
    letters = Counter(name.replace("_", "").casefold() for name in claims.registrations)
    for name, claim in claims.registrations.items():
        # Two events that differ in case alone, and have no canonical name, are told apart by their case.
        if claim.canonical is None and letters[name.replace("_", "").casefold()] > 1:
            continue
        for word in (name, name.upper(), name.replace("_", "-"), name.replace(".", " ")):
            found = natives_of(claims, event_name(claims, word))
            assert claim.native in found or {claims.events[one].canonical for one in found} == {claim.canonical}


def test_of_two_names_with_the_same_letters_none_is_meant() -> None:
    assert spelled("pre_tool", ["preTool", "PreTool"]) == "pre_tool"
    assert spelled("preTool", ["preTool", "PreTool"]) == "preTool"
    assert spelled("--", ["a", "__"]) == "--"


def test_a_tool_in_the_place_of_an_event_is_told_the_command() -> None:
    assert hint("respond", "gemini-cli", "write_file", "deny").endswith(
        "hookconform respond gemini-cli BeforeTool deny"
    )
    assert hint("cases", "gemini-cli", "write_file").endswith("hookconform cases gemini-cli --tool write_file")


def test_what_respond_advises_works() -> None:
    for words in (["deny", "cline"], ["cline", "deny"], ["PreToolUse", "deny"], ["gemini-cli", "write_file", "deny"]):
        advised = hint("respond", *words).partition("hookconform ")[2]
        assert CliRunner().invoke(cli, shlex.split(advised)).exit_code == 0, advised


def test_export_without_a_name_lists_them() -> None:
    assert "Give WHAT: cases, claims," in CliRunner().invoke(cli, ["export"]).stderr


def test_cases_are_those_of_an_event() -> None:
    lines = CliRunner().invoke(cli, ["cases", "gemini-cli", "AfterAgent"]).output.splitlines()
    assert lines
    assert all(line.startswith("gemini-cli/") for line in lines)
    assert lines == CliRunner().invoke(cli, ["cases", "--platform", "gemini-cli", "AfterAgent"]).output.splitlines()
