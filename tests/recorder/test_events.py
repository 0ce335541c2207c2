"""Which events are recorded: the usual ones, or those a user names, if the program knows them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder.registrations import recorded_platforms, registration_of

pytestmark = pytest.mark.usefixtures("private", "project")
Program = Callable[[str, str], Path]


def install(platform: str, events: str) -> str:
    return CliRunner().invoke(command, ["install", platform, "--events", events], catch_exceptions=False).output


def refused(platform: str, events: str) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        install(platform, events)
    assert (caught.value.code, caught.value.where) == ("record.events", "--events")
    assert not any(path.exists() for path in registration_of(platform).files("project", Path.cwd(), ("PreToolUse",)))
    return caught.value


@pytest.mark.parametrize(
    ("platform", "name", "meant"),
    [
        ("claude-code", "PreTooluse", "PreToolUse"),
        ("gemini-cli", "PreToolUse", "BeforeTool"),
        ("gemini-cli", "beforetool", "BeforeTool"),
        ("copilot-cli", "preTool", "preToolUse"),
        ("cursor", "beforeShellExecute", "beforeShellExecution"),
        ("opencode", "tool.execute.befor", "tool.execute.before"),
        ("opencode", "session.created", None),
        ("cline", "tool_call", "PreToolUse"),
        ("grok-build", "pre_tool_use", "PreToolUse"),
        ("pi", "PreToolUse", "tool_call"),
    ],
)
def test_a_name_that_is_no_event_is_refused_with_the_one_that_was_meant(
    platform: str, name: str, meant: str | None
) -> None:
    error = refused(platform, name)
    assert repr(name) in error.what
    assert (f"Did you mean {meant!r}?" in error.hint) == (meant is not None)
    usual = registration_of(platform).events(None)
    assert all(event in error.hint for event in usual)


def test_an_event_of_a_newer_version_is_refused(program: Program) -> None:
    # One unknown name disables all hooks of this version.
    program("claude", "2.1.50")
    assert "claude-code 2.1.50 does not know 'PostCompact'" in refused("claude-code", "PreToolUse,PostCompact").what


def test_a_key_that_makes_the_program_drop_the_file_is_refused(program: Program) -> None:
    program("copilot", "1.0.34")
    assert "copilot-cli 1.0.34 does not know 'Notification'" in refused("copilot-cli", "Notification").what


def test_an_event_that_is_not_among_the_usual_ones_can_be_asked_for() -> None:
    assert "BeforeModel" not in registration_of("gemini-cli").events(None)
    assert "recording 1 event: BeforeModel" in install("gemini-cli", "BeforeModel")
    (settings,) = registration_of("gemini-cli").files("project", Path.cwd(), ())
    assert list(json.loads(settings.read_bytes())["hooks"]) == ["BeforeModel"]


@pytest.mark.parametrize("platform", recorded_platforms())
def test_what_is_recorded_by_itself_could_be_asked_for_too(platform: str) -> None:
    registration = registration_of(platform)
    assert registration.events(None)
    assert set(registration.events(None)) <= set(registration.registrable(None))
