"""Wrong options of the policy hook stop a call on every platform that runs it, at every measured version."""

from __future__ import annotations

import sys

import pytest
from tests.support.hook_process import BLOCKED, run

import hook_adapters
from hook_adapters.canonical.platform import load
from hookconform.effects import effect, modelled_platforms
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_versions

# Bridges throw at any exit code but 0; nobody has measured Cursor and the cloud agent.
COMMANDS = sorted(set(modelled_platforms()) - {"kilo-code", "opencode", "pi"})
# No answer stopped a tool then: row preToolUse/flat-deny.
NOTHING_STOPS = ("0.0.365", "0.0.394")
# Copilot CLI reads the nested answer of Claude Code's hooks from this version on: row PreToolUse/nested-deny.
NESTED_COUNTS = "1.0.24"


def callers(platform: str) -> list[tuple[str, str]]:
    """Return the platforms that run a hook registered for one, with the event under which they do."""
    there = load(platform)
    own = [(platform, there.pre_tool_event)] if platform in COMMANDS else []
    return own + [(name, "PreToolUse") for name in there.neighbours]


def versions(caller: str, since: str = "") -> list[str]:
    measured = [version for version in measured_versions(caller) if version not in NOTHING_STOPS]
    return measured[measured.index(since) :] if since else measured


@pytest.mark.parametrize("wrong", [["--ruels", "x"], ["--platform-version", "newest", "--rules", "x"], []])
@pytest.mark.parametrize("platform", hook_adapters.platforms())
def test_wrong_options_stop_the_call(platform: str, wrong: list[str]) -> None:
    code, stdout, stderr = run([sys.executable, "-m", "hook_adapters", "hook", platform, *wrong], BLOCKED)
    said = Answer(exit_code=code, stdout=stdout, stderr=stderr)
    for caller, event in callers(platform):
        since = NESTED_COUNTS if (platform, caller) == ("claude-code", "copilot-cli") else ""
        runs = [one for one in versions(caller, since) if effect(caller, one, "PreToolUse", event, said).tool == "ran"]
        assert not runs, f"{caller} {runs} runs the tool after {code} {stdout}"
