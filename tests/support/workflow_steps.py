"""The steps of an action or a workflow, run as a runner would run them: those that are shell text, in order."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

# Stands for the runner's python: installing and building are only noted down, everything else is run.
_PYTHON = """#!/bin/sh
case " $* " in
  *" -m pip install "* | *" -m build "*) echo "$@" >>"$NOTED"; exit 0 ;;
esac
exec "{python}" "$@"
"""
# Stands for programs that speak to the outside.
_NOTES = '#!/bin/sh\necho "{name} $@" >>"$NOTED"\n'


@dataclass
class Job:
    """What a job left behind; `noted` are the calls that were not carried out."""

    code: int = 0
    failed_step: str = ""
    log: str = ""
    outputs: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    summary: str = ""
    noted: str = ""


def stand_in_tools(folder: Path, monkeypatch: pytest.MonkeyPatch, *noted: str) -> None:
    """Put a `python` that installs nothing first on PATH, and programs that are only noted down."""
    tools = folder / "bin"
    tools.mkdir()
    programs = {"python": _PYTHON.format(python=sys.executable)} | {name: _NOTES.format(name=name) for name in noted}
    for name, text in programs.items():
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([str(tools), str(Path(sys.executable).parent), os.environ["PATH"]]))


def run_steps(steps: Sequence[dict[str, Any]], workspace: Path, values: Mapping[str, str]) -> Job:
    """Run steps in a folder; `values` are what expressions stand for. A step that fails ends the job."""
    job, known = Job(), dict(values)
    for step in steps:
        if "run" not in step or not _wanted(step, known):
            continue
        result, files = _run(step, workspace, known)
        job.log += result.stdout + result.stderr
        job.summary += files["GITHUB_STEP_SUMMARY"]
        job.noted += files["NOTED"]
        written = dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].splitlines())
        job.outputs[step.get("id", step["name"])] = written
        known |= {f"steps.{step.get('id')}.outputs.{name}": value for name, value in written.items()}
        if result.returncode:
            job.code, job.failed_step = result.returncode, step["name"]
            break
    return job


def _run(
    step: dict[str, Any], workspace: Path, values: Mapping[str, str]
) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    files = {
        name: workspace.parent / f"{workspace.name}.{name}"
        for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "NOTED")
    }
    for path in files.values():
        path.write_text("", encoding="utf-8")
    named = {name: _filled(value, values) for name, value in step.get("env", {}).items()}
    result = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=workspace,
        env={**os.environ, **named, **{name: str(path) for name, path in files.items()}},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return result, {name: path.read_text(encoding="utf-8") for name, path in files.items()}


def _wanted(step: dict[str, Any], values: Mapping[str, str]) -> bool:
    if "if" not in step:
        return True
    found = re.fullmatch(r"(\S+) != ''", step["if"])
    assert found, "a condition that is not known here"
    return values[found[1]] != ""


def _filled(text: str, values: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{ (\S+) \}\}", lambda found: values[found[1]], text)
