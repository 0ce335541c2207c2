"""The GitHub Action: checked against the schema of actions, and its steps run as a runner would run them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.support import miniature

from hookconform.ground.strict_yaml import load_yaml

ROOT = Path(__file__).parents[2]
BROKEN = str(ROOT / "adapters" / "broken" / "gemini_planned_table")
# Stands for the runner's python: installing is only noted down, everything else is run.
PYTHON = """#!/bin/sh
if [ "$1 $2 $3" = "-m pip install" ]; then echo "$@" >>"$PIP_LOG"; exit 0; fi
exec "{python}" "$@"
"""


@dataclass
class Job:
    """What a job of one run of the action left behind."""

    code: int = 0
    failed_step: str = ""
    log: str = ""
    outputs: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    summary: str = ""
    pip: str = ""


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    tools = tmp_path / "bin"
    tools.mkdir()
    python = tools / "python"
    python.write_text(PYTHON.format(python=sys.executable), encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]))
    return tmp_path


def run_action(workspace: Path, **given: str) -> Job:
    """Run the action's own steps in order, as a runner does: a step that fails ends the job."""
    action = load_yaml(ROOT / "action.yml")
    inputs = {name: str(row.get("default", "")) for name, row in action["inputs"].items()} | given
    job = Job()
    values = {f"inputs.{name}": value for name, value in inputs.items()} | {"github.action_path": str(ROOT)}
    for step in action["runs"]["steps"]:
        if "run" not in step or not wanted(step, values):
            continue
        files = {name: workspace / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "PIP_LOG")}
        for path in files.values():
            path.write_text("", encoding="utf-8")
        named = {name: filled(value, values) for name, value in step["env"].items()}
        result = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=workspace,
            env={**os.environ, **named, **{name: str(path) for name, path in files.items()}},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        job.log += result.stdout + result.stderr
        job.summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        job.pip += files["PIP_LOG"].read_text(encoding="utf-8")
        written = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines())
        job.outputs[step.get("id", step["name"])] = written
        values |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in written.items()}
        if result.returncode:
            job.code, job.failed_step = result.returncode, step["name"]
            break
    return job


def wanted(step: dict[str, Any], values: dict[str, str]) -> bool:
    if "if" not in step:
        return True
    found = re.fullmatch(r"(\S+) != ''", step["if"])
    assert found, "a condition this test does not know"
    return values[found[1]] != ""


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], text)


@pytest.mark.slow  # needs check-jsonschema, which the extra dev has and the extra test has not
def test_it_follows_the_schema_of_actions() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_every_step_names_its_shell_and_no_input_reaches_a_script_but_by_its_environment() -> None:
    steps = load_yaml(ROOT / "action.yml")["runs"]["steps"]
    for step in [step for step in steps if "run" in step]:
        assert step["shell"] == "bash", step["name"]
        assert "${{" not in step["run"], step["name"]


def test_a_right_adapter_passes(workspace: Path) -> None:
    job = run_action(workspace, adapter="reference")
    assert (job.code, job.failed_step) == (0, ""), job.log
    assert job.outputs["publish"]["status"] == "passed"
    assert job.outputs["publish"]["failed"] == "0"
    assert "::error" not in job.log
    assert "**passed**" in job.summary
    assert json.loads((workspace / "hookconform-badge.json").read_text(encoding="utf-8"))["color"] == "brightgreen"
    assert str(ROOT) in job.pip, "without an input the action installs itself"


def test_a_wrong_adapter_fails_after_its_result_was_published(workspace: Path) -> None:
    job = run_action(workspace, adapter=BROKEN)
    assert (job.code, job.failed_step) == (1, "Judge"), job.log
    errors = [line for line in job.log.splitlines() if line.startswith("::error ")]
    case = "gemini-cli/captured/1.0.0/after-tool-run-shell-command%3A%3Atool-name"
    assert any(
        line.startswith(f"::error title={case}::") and 'expected "Bash", got "run_shell_command"' in line
        for line in errors
    )
    assert job.outputs["publish"]["status"] == "failed"
    assert int(job.outputs["publish"]["failed"]) > 0
    assert '| `/events/0/tool_name` | "Bash" | "run_shell_command" |' in job.summary
    assert "✗" in job.summary
    assert json.loads((workspace / "hookconform-badge.json").read_text(encoding="utf-8"))["color"] == "red"


def test_it_fails_on_what_it_is_told_to(workspace: Path) -> None:
    assert run_action(workspace, adapter=BROKEN, **{"fail-on": "never"}).code == 0
    assert run_action(workspace, adapter=BROKEN, **{"fail-on": "incomplete"}).code == 0
    misspelt = run_action(workspace, adapter=BROKEN, **{"fail-on": "nothing"})
    assert (misspelt.code, misspelt.failed_step) == (2, "Run the suite")


def test_wrong_use_ends_the_job_even_if_it_must_never_fail(workspace: Path) -> None:
    job = run_action(workspace, adapter="no-such-adapter", **{"fail-on": "never"})
    assert (job.code, job.failed_step) == (2, "Run the suite")
    assert "error[adapter.unknown]" in job.log


def test_it_can_be_limited(workspace: Path) -> None:
    run_action(workspace, adapter="reference", platforms="gemini-cli", capabilities="tool-name  event")
    report = json.loads((workspace / "hookconform-report.json").read_text(encoding="utf-8"))
    assert report["selection"] == {"platforms": ["gemini-cli"], "capabilities": ["tool-name", "event"], "cases": []}


def test_no_input_is_taken_for_shell_text(workspace: Path) -> None:
    job = run_action(workspace, adapter="$(touch broken-in)`touch broken-in`; touch broken-in", platforms="$(touch no)")
    assert job.code == 2
    assert not (workspace / "broken-in").exists()
    assert not (workspace / "no").exists()


def test_it_builds_the_site_with_the_run(workspace: Path) -> None:
    job = run_action(workspace, adapter=BROKEN, site="public")
    assert job.failed_step == "Judge", job.log
    assert (workspace / "public/site/adapters/broken-gemini-planned-table.html").is_file()


def test_the_requirement_can_be_named(workspace: Path) -> None:
    job = run_action(workspace, adapter="reference", hookconform="hookconform==1.2.3")
    assert job.pip.split()[-1] == "hookconform==1.2.3"
