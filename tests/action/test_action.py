"""The GitHub Action: checked against the schema of actions, and its steps run as a runner would run them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support import miniature, workflow_steps
from tests.support.workflow_steps import Job, run_steps

from hookconform.ground.strict_yaml import load_yaml

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
BROKEN = str(ROOT / "adapters" / "broken" / "gemini_planned_table")


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    workflow_steps.stand_in_tools(tmp_path, monkeypatch)
    return tmp_path


def run_action(workspace: Path, **given: str) -> Job:
    """Run the action's own steps with some inputs."""
    action = load_yaml(ROOT / "action.yml")
    inputs = {name: str(row.get("default", "")) for name, row in action["inputs"].items()} | given
    values = {f"inputs.{name}": value for name, value in inputs.items()} | {"github.action_path": str(ROOT)}
    return run_steps(action["runs"]["steps"], workspace, values)


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
    assert str(ROOT) in job.noted, "without an input the action installs itself"


def test_a_wrong_adapter_fails_after_its_result_was_published(workspace: Path) -> None:
    job = run_action(workspace, adapter=BROKEN)
    assert (job.code, job.failed_step) == (1, "Judge"), job.log
    errors = [line for line in job.log.splitlines() if line.startswith("::error ")]
    case = "gemini-cli/captured/1.0.0/after-tool-run-shell-command::tool-name"
    unmapped = [line for line in errors if "run_shell_command → Bash" in line]
    assert len(unmapped) == 1
    assert "Add to the tools of gemini-cli: run_shell_command → Bash" in unmapped[0]
    assert 'expected "Bash", got "run_shell_command"' in unmapped[0]
    assert f"hookconform run {BROKEN} --case {case}" in unmapped[0]
    assert job.outputs["publish"]["status"] == "failed"
    assert int(job.outputs["publish"]["failed"]) > 0
    assert '`/events/0/tool_name` should be "Bash", got "run_shell_command"' in job.summary
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
    assert report["selection"] == {
        "platforms": ["gemini-cli"],
        "capabilities": ["tool-name", "event"],
        "cases": [],
        "measured_only": False,
    }


def test_names_may_stand_on_several_lines(workspace: Path) -> None:
    job = run_action(
        workspace, adapter="reference", platforms="gemini-cli\n", capabilities="tool-name\n  event\ninput\n"
    )
    assert job.code == 0, job.log
    report = json.loads((workspace / "hookconform-report.json").read_text(encoding="utf-8"))
    assert report["selection"]["platforms"] == ["gemini-cli"]
    assert report["selection"]["capabilities"] == ["tool-name", "event", "input"]


def test_a_name_on_a_later_line_is_not_left_out(workspace: Path) -> None:
    job = run_action(workspace, adapter="reference", platforms="gemini-cli\nno-such-platform\n")
    assert job.code == 2
    assert "no-such-platform" in job.log


def test_no_module_of_the_workspace_is_imported(workspace: Path) -> None:
    plant_modules(workspace)
    job = run_action(workspace, adapter="reference", site="public")
    assert job.code == 0, job.log
    assert job.outputs["publish"]["status"] == "passed"
    assert (workspace / "public/site/index.html").is_file()
    assert not (workspace / "imported").exists()


def test_publishing_heeds_no_python_variables_of_the_job(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_action(workspace, adapter="reference").code == 0
    plant_modules(workspace)
    monkeypatch.setenv("PYTHONPATH", ".")
    steps = [step for step in load_yaml(ROOT / "action.yml")["runs"]["steps"] if step.get("id") != "run"]
    given = {"report": "hookconform-report.json", "badge": "badge.json", "site": "public", "hookconform": ""}
    given |= {"adapter": "reference"}
    values = {f"inputs.{name}": value for name, value in (given | {"fail-on": "failed"}).items()}
    job = run_steps(steps, workspace, values | {"github.action_path": str(ROOT), "steps.run.outputs.code": "0"})
    assert job.code == 0, job.log
    assert (workspace / "badge.json").is_file()
    assert (workspace / "public/site/index.html").is_file()
    assert not (workspace / "imported").exists()


def plant_modules(workspace: Path) -> None:
    """Put modules where Python would find them first if it were let, each of which leaves a file."""
    for name in ("json.py", "click.py", "pip.py", "sitecustomize.py", "hookconform/__init__.py", "jinja2/__init__.py"):
        path = workspace / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("open('imported', 'w').close()\nraise SystemExit(0)\n", encoding="utf-8")


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
    assert job.noted.split()[-1] == "hookconform==1.2.3"


def test_a_pinned_corpus_that_is_not_there_ends_the_job(workspace: Path) -> None:
    job = run_action(workspace, adapter="reference", corpus="9.9.9", **{"fail-on": "never"})
    assert (job.code, job.failed_step) == (2, "Run the suite")
    assert "corpus.pin" in job.log


def test_report_of_an_earlier_run_is_never_published(workspace: Path) -> None:
    (workspace / "hookconform-report.json").write_text('{"status": "passed"}', encoding="utf-8")
    for adapter in ("--help", "no-such-adapter"):
        job = run_action(workspace, adapter=adapter, **{"fail-on": "never"})
        assert (job.code, job.failed_step) == (2, "Run the suite"), job.log
        assert "publish" not in job.outputs
