"""The hourly watch: which platforms are recorded, and what is told of their reports."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.workflow_steps import Job, run_steps

from hookconform.ground.strict_yaml import load_yaml

pytestmark = pytest.mark.whole
JOBS: dict[str, dict[str, Any]] = load_yaml(Path(__file__).parents[2] / ".github" / "workflows" / "watch.yml")["jobs"]
NEWER = [
    {"platform": "codex", "version": "0.171.0", "verdict": "newer"},
    {"platform": "pi", "version": "0.87.1", "verdict": "known"},
    {"platform": "claude-code", "version": "2.1.332", "verdict": "newer"},
]


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", os.pathsep.join([str(folder), str(Path(sys.executable).parent), os.environ["PATH"]]))
    return folder


def tool(folder: Path, name: str, body: str) -> None:
    (folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"$NOTED"\n{body}\n')
    (folder / name).chmod(0o755)


def step(job: str, name: str) -> dict[str, Any]:
    return next(step for step in JOBS[job]["steps"] if step["name"] == name)


def run(job: str, name: str, workspace: Path, **values: str) -> Job:
    workspace.mkdir(exist_ok=True)
    return run_steps([step(job, name)], workspace, {"github.token": "none", **values})


@pytest.mark.parametrize("code", [0, 3])
def test_only_releases_that_nobody_was_told_of_are_due(tools: Path, tmp_path: Path, code: int) -> None:
    tool(tools, "hookconform", f"echo '{json.dumps(NEWER)}'; exit {code}")
    tool(tools, "gh", 'test "$1" = pr || echo "Claude Code 2.1.332: exit code 2 no longer stops [claude-code 2.1.332]"')
    job = run("due", "Read the registries", tmp_path / "work")
    assert job.code == 0, job.log
    assert json.loads(job.outputs["due"]["platforms"]) == ["codex"]
    assert "hookconform lab drift --all --check --json" in job.noted


def test_a_watch_that_fails_is_a_failed_job(tools: Path, tmp_path: Path) -> None:
    tool(tools, "hookconform", "exit 2")
    tool(tools, "gh", "")
    assert run("due", "Read the registries", tmp_path / "work").code != 0


@pytest.mark.parametrize(("code", "writes", "fails"), [(0, 1, 0), (1, 1, 0), (3, 1, 0), (3, 0, 1), (2, 1, 2)])
def test_a_job_fails_only_without_a_report(tools: Path, tmp_path: Path, code: int, writes: int, fails: int) -> None:
    written = "mkdir -p drift; echo '{}' > drift/pi.json;" if writes else ""
    tool(tools, "hookconform", f"{written} exit {code}")
    tool(tools, "sudo", 'shift 2; exec "$@"')
    job = run("record", "Record and compare", tmp_path / "work", **{"matrix.platform": "pi"})
    assert job.code == fails, job.log
    assert "hookconform lab drift pi --output drift" in job.noted


def report(folder: Path, platform: str, verdict: str, **more: Any) -> None:
    document = {"platform": platform, "version": "2.0.0", "verdict": verdict, "problems": [], **more}
    document["title"] = f"{platform} 2.0.0: {verdict}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{platform}.json").write_text(json.dumps(document))
    (folder / f"{platform}.md").write_text("# A page\n")
    patch = (
        f"diff --git a/{platform}.txt b/{platform}.txt\nnew file mode 100644\n--- /dev/null\n"
        f"+++ b/{platform}.txt\n@@ -0,0 +1 @@\n+filed\n"
    )
    (folder / f"{platform}.patch").write_text(patch)


def git(workspace: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=workspace, check=True, capture_output=True, text=True)
    return done.stdout


def test_green_opens_a_pull_request_and_red_an_issue(tools: Path, tmp_path: Path) -> None:
    work, origin = tmp_path / "work", tmp_path / "origin.git"
    git(tmp_path, "init", "--quiet", "--bare", str(origin))
    git(tmp_path, "init", "--quiet", str(work))
    git(work, "remote", "add", "origin", str(origin))
    git(work, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "one")
    report(work / "told", "cline", "unchanged")
    report(work / "told", "codex", "changed")
    report(work / "told", "gemini-cli", "unchanged", problems=["tools: out of time"])
    report(work / "told", "pi", "unchanged")
    tool(tools, "gh", "")
    job = run("tell", "Open pull requests and issues", work)
    assert job.code == 0, job.log
    assert job.noted.splitlines() == [
        (
            "gh pr create --title cline 2.0.0: unchanged [cline 2.0.0] --body-file told/cline.md --label watch "
            "--head watch/cline-2.0.0"
        ),
        "gh issue create --title codex 2.0.0: changed [codex 2.0.0] --body-file told/codex.md --label watch",
        (
            "gh issue create --title gemini-cli 2.0.0: unchanged [gemini-cli 2.0.0] --body-file told/gemini-cli.md "
            "--label watch"
        ),
        (
            "gh pr create --title pi 2.0.0: unchanged [pi 2.0.0] --body-file told/pi.md --label watch "
            "--head watch/pi-2.0.0"
        ),
    ]
    branches = git(origin, "branch", "--list", "--format=%(refname:short)").split()
    assert branches == ["watch/cline-2.0.0", "watch/pi-2.0.0"]
    # Each branch has its own version alone.
    assert git(origin, "ls-tree", "--name-only", "watch/pi-2.0.0").split() == ["pi.txt"]


def test_programs_run_where_nothing_may_be_written() -> None:
    assert "permissions" not in JOBS["record"]
    assert set(JOBS["tell"]["permissions"]) == {"contents", "issues", "pull-requests"}
    assert JOBS["record"]["strategy"]["matrix"] == {"platform": "${{ fromJSON(needs.due.outputs.platforms) }}"}
