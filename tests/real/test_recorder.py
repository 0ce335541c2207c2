"""The recorder beside other hooks, in the real programs: it sees what they see, and changes nothing."""

import dataclasses
import json
import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.drivers import driven_platforms, load_driver
from hookconform_lab.lab.install import install
from hookconform_lab.lab.run import Run, run_scenario
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.recorder.registrations import Scope, registration_of

pytestmark = pytest.mark.real
# For the others: the shortest run.
SCENARIOS = {
    "claude-code": "guarded",
    "codex": "guarded",
    "copilot-cli": "guarded",
    "kilo-code": "tools",
    "opencode": "tools",
    "vscode-copilot": "gpt-model",
}
# They read a project's hooks only if it is trusted, or not at all; the lab's own are the user's.
SCOPES: dict[str, Scope] = dict.fromkeys(("codex", "grok-build", "hermes-agent", "kimi-code", "pi"), "user")


def programs(folder: Path, platform: str, executable: tuple[str, ...]) -> Path:
    """Return a folder for PATH with `hookconform` and the platform's command."""
    folder.mkdir()
    program = load_platform(platform).program
    assert program
    commands = {"hookconform": (sys.executable, "-m", "hookconform")}
    # An editor is not started by a command, so its version is not known.
    commands |= {program.command: executable} if program.command else {}
    for name, argv in commands.items():
        (folder / name).write_text(f'#!/bin/sh\nexec {" ".join(argv)} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def with_recorder(scenario: Scenario, platform: str, path: str) -> Scenario:
    """Return the scenario with our recorder installed before its first step and taken out after its last."""
    scope = SCOPES.get(platform, "project")
    first, last = (
        Program(("/bin/sh", "-c", f"PATH={path} hookconform record {verb} {platform} --scope {scope}"))
        for verb in ("install", "uninstall")
    )
    # What is on PATH is shown to the run.
    environment = {**scenario.environment, "PATH": path}
    return dataclasses.replace(scenario, steps=(first, *scenario.steps, last), environment=environment)


def ours(run: Run, platform: str) -> list[dict[str, Any]]:
    """Return what our recorder kept."""
    folder = run.home / ".local" / "share" / "hookconform" / "recordings" / platform
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.iterdir())]


def call(row: dict[str, Any]) -> tuple[str, str]:
    """Return event and payload of a recorded call, but for what is new with each hook."""
    if "payload_text" not in row:
        return row["hook"], json.dumps([row.get("input"), row.get("output")], sort_keys=True)
    payload = json.loads(row["payload_text"])
    payload.pop("timestamp", None)
    return row["registered_event"], json.dumps(payload, sort_keys=True)


@pytest.mark.parametrize("platform", driven_platforms())
def test_it_sees_every_call_that_the_hooks_beside_it_see(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, version = load_driver(platform), load_platform(platform).newest
    installed = install(driver, version, print)
    folder = programs(tmp_path / "bin", platform, driver.executable(installed, version))
    (scenario,) = [item for item in driver.scenarios(version) if item.name == SCENARIOS.get(platform, "turn")]
    scenario = with_recorder(scenario, platform, f"{folder}:{os.environ['PATH']}")
    with run_scenario(driver, version, installed, scenario, prefix=sandbox.enter(allow_network=False)) as run:
        assert run.problems == [], run.outcomes
        rows = ours(run, platform)
        program = load_platform(platform).program
        assert {row["platform_version"] for row in rows} == {version if program and program.command else None}
        assert not (run.home / ".local" / "share" / "hookconform" / "recorder" / "errors.log").exists()
        events = {row["registered_event"] for row in rows} & set(comparable(platform))
        theirs = Counter(call(item.line) for item in run.calls)
        expected = {key: count for key, count in theirs.items() if key[0] in comparable(platform)}
        assert expected
        assert {key: count for key, count in Counter(map(call, rows)).items() if key[0] in events} == expected
        # Gemini CLI rewrites settings with old keys in them, so not every file can come back byte for byte.
        monkeypatch.setenv("HOME", str(run.home))
        registration = registration_of(platform)
        for settings in registration.files(
            SCOPES.get(platform, "project"), run.workspace, registration.events(version)
        ):
            assert not settings.exists() or "hook_recorder.py" not in settings.read_text(encoding="utf-8")


def comparable(platform: str) -> tuple[str, ...]:
    """Return the events whose calls both recorders keep in full."""
    tools = {
        "copilot-cli": ("preToolUse", "postToolUse", "PreToolUse", "PostToolUse", "userPromptSubmitted", "agentStop"),
        "gemini-cli": ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd"),
        "hermes-agent": ("pre_tool_call", "post_tool_call", "on_session_start", "on_session_end"),
        "kilo-code": ("tool.execute.before", "tool.execute.after"),
        "opencode": ("tool.execute.before", "tool.execute.after"),
        "pi": ("tool_call", "tool_result", "input", "session_start", "agent_end"),
        "cline": ("PreToolUse", "PostToolUse", "TaskStart", "TaskComplete"),
    }
    return tools.get(platform, ("PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SessionStart"))
