"""What docs/tutorial-rules.md says of its rules is what the commands print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.markdown_pages import ROOT

from hookconform.cli import cli

pytestmark = pytest.mark.whole

PAGE = (ROOT / "docs" / "tutorial-rules.md").read_text(encoding="utf-8")
RULES = re.findall(r"```yaml\n(rules:\n.*?)```", PAGE, re.DOTALL)[0]
CALLS = re.findall(r"^hookconform (debug .*)$", PAGE, re.MULTILINE)


@pytest.fixture
def policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "policy.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_the_rules_hold(policy: Path) -> None:
    done = CliRunner().invoke(cli, ["rules", policy.name])
    assert (done.exit_code, done.output.split(":")[0]) == (0, "HOLDS")


def test_naming_one_tool_does_not_hold(policy: Path) -> None:
    policy.write_text(RULES.replace("kinds: [execute]", "tools: [Bash]"), encoding="utf-8")
    done = CliRunner().invoke(cli, ["rules", policy.name])
    assert (done.exit_code, done.output.split(":")[0]) == (1, "DOES NOT HOLD")


def test_the_tutorial_tries_three_platforms() -> None:
    assert [call.split()[1] for call in CALLS] == ["claude-code", "gemini-cli", "codex"]


@pytest.mark.usefixtures("policy")
@pytest.mark.parametrize("call", CALLS)
def test_a_tried_call_is_stopped(call: str) -> None:
    done = CliRunner().invoke(cli, shlex.split(call))
    assert done.exit_code == 0
    assert re.search(r"^the tool +stopped$", re.sub(r"^ +", "", done.output, flags=re.MULTILINE), re.MULTILINE)


@pytest.mark.usefixtures("policy")
@pytest.mark.parametrize("call", CALLS)
def test_a_path_in_a_shell_command_runs(call: str) -> None:
    assert "`cat secrets/key` runs" in PAGE
    done = CliRunner().invoke(cli, shlex.split(call.replace("rm -rf build", "cat secrets/key")))
    assert done.exit_code == 0
    assert re.search(r"^ +the tool +ran$", done.output, re.MULTILINE)
