"""The repository's own workflows: what they may use, and their steps run as a runner would run them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support import miniature, workflow_steps
from tests.support.workflow_steps import Job, run_steps

from hookconform import __version__
from hookconform.cli import cli
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.publish.addresses import DOCUMENTATION, SITE

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"uses: [\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
# What stays in version control of the folder of reports.
KEPT = re.compile(r"reports/([A-Z-]+\.md|enforcement\.json|history\.ndjson|badges/[\w-]+\.(json|svg))")


def jobs(workflow: str) -> dict[str, dict[str, Any]]:
    return load_yaml(ROOT / ".github" / "workflows" / f"{workflow}.yml")["jobs"]


def steps_of_all() -> Iterator[dict[str, Any]]:
    for path in WORKFLOWS:
        for job in load_yaml(path)["jobs"].values():
            yield from job["steps"]


@pytest.mark.parametrize(
    "path", [ROOT / "action.yml", ROOT / "docs" / "github-action.md", *WORKFLOWS], ids=lambda path: path.name
)
def test_actions_of_others_are_pinned_by_commit_with_their_version(path: Path) -> None:
    used = [
        line.strip(" -") for line in path.read_text(encoding="utf-8").splitlines() if re.match(r"[\s-]*uses:", line)
    ]
    others = [line for line in used if "hookconform/hookconform@main" not in line]
    assert others
    assert [line for line in others if not PINNED.fullmatch(line)] == []


def test_one_action_has_one_commit_everywhere() -> None:
    paths = [ROOT / "action.yml", ROOT / "docs" / "github-action.md", *WORKFLOWS]
    used = {found for path in paths for found in re.findall(r"uses: (\S+@[0-9a-f]{40} # \S+)", path.read_text())}
    assert len({line.partition("@")[0] for line in used}) == len(used)


def test_no_expression_is_filled_into_a_script() -> None:
    assert [step["name"] for step in steps_of_all() if "${{" in step.get("run", "")] == []
    assert [step["name"] for step in steps_of_all() if "run" in step and step["shell"] != "bash"] == []


def test_what_may_write_installs_nothing() -> None:
    for path in WORKFLOWS:
        workflow = load_yaml(path)
        assert workflow["permissions"] == {"contents": "read"}, path.name
        for name, job in workflow["jobs"].items():
            if "permissions" in job:
                scripts = "\n".join(step.get("run", "") for step in job["steps"])
                assert not re.search(r"^\s*(pip|npm|python|hookconform)\b", scripts, re.MULTILINE), (
                    f"{path.name}: {name}"
                )
            else:
                checkout = next(step for step in job["steps"] if step["name"] == "Checkout")
                assert checkout["with"]["persist-credentials"] is False, f"{path.name}: {name}"


@pytest.mark.slow  # needs check-jsonschema, which the extra dev has and the extra test has not
@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_they_follow_the_schema_of_workflows(path: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_what_github_checks_is_what_the_gate_checks() -> None:
    gate = {line.strip() for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()}
    steps = [step for job in jobs("checks").values() for step in job["steps"] if "run" in step]
    wanted = [
        part.strip()
        for step in steps
        if step["name"] not in {"Install", "Tests"}  # the gate's are longer: with what is slow, on every Python
        for line in step["run"].splitlines()
        for part in line.split("&&")
    ]
    assert len(wanted) > 5
    assert [command for command in wanted if command not in gate] == []


def test_the_index_gets_distributions_alone_by_trust_and_not_by_a_secret(tmp_path: Path) -> None:
    job = jobs("release")["index"]
    assert job["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (tmp_path / "dist").mkdir()
    packages = {
        "hookconform-1.0.tar.gz",
        "hookconform-1.0-py3-none-any.whl",
        "hook_adapters-1.0.tar.gz",
        "tool_facades-1.0.tar.gz",
        "hookconform_lab-1.0.tar.gz",
    }
    for name in (*packages, "hookconform-reports-v1.0.tar.gz"):
        (tmp_path / "dist" / name).touch()
    done = run_steps(job["steps"], tmp_path, {})
    assert done.code == 0, done.log
    assert {path.name for path in (tmp_path / "packages").iterdir()} == packages
    assert job["steps"][-1]["with"] == {"packages-dir": "packages"}


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


class Repository:
    """A repository with old reports; every job works in a checkout of its own, as on GitHub."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        first = folder / "first"
        (first / "reports" / "badges").mkdir(parents=True)
        shutil.copy(ROOT / ".gitignore", first)
        (first / "CHANGELOG.md").write_text(f"# Changelog\n\n## Unreleased\n\n## {__version__}\n\n* First.\n")
        (first / "reports" / "TOOL-MAPPING.md").write_text("old", encoding="utf-8")
        (first / "reports" / "ENFORCEMENT.md").write_text("measured", encoding="utf-8")
        (first / "reports" / "badges" / "adapter-gone.svg").write_text("<svg/>", encoding="utf-8")
        git(first, "init", "--quiet", "--initial-branch=main")
        git(first, "add", "--all")
        git(first, "commit", "--quiet", "--message", "First")
        git(folder, "clone", "--quiet", "--bare", "first", "origin.git")

    def checkout(self, name: str) -> Path:
        git(self._folder, "clone", "--quiet", "origin.git", name)
        return self._folder / name

    def files(self) -> set[str]:
        return set(git(self._folder / "origin.git", "ls-tree", "-r", "--name-only", "main").split())

    def log(self) -> list[str]:
        return git(self._folder / "origin.git", "log", "--format=%s", "main").splitlines()

    def show(self, path: str) -> str:
        return git(self._folder / "origin.git", "show", f"main:{path}")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.delenv("GIT_DIR", raising=False)
    workflow_steps.stand_in_tools(tmp_path, monkeypatch, "gh", "mkdocs")
    return Repository(tmp_path)


def nightly(repository: Repository, name: str) -> Job:
    """Run both jobs of a night; between them the reports are handed on without hidden files."""
    one, two = repository.checkout(f"{name}-write"), repository.checkout(f"{name}-commit")
    written = run_steps(jobs("nightly")["write"]["steps"], one, {})
    assert written.code == 0, written.log
    shutil.copytree(one / "reports", two / "written", ignore=shutil.ignore_patterns(".*"))
    return run_steps(jobs("nightly")["commit"]["steps"], two, {})


@pytest.mark.needs("node")
def test_a_night_commits_pages_and_no_data_and_the_next_one_nothing(repository: Repository) -> None:
    job = nightly(repository, "first-night")
    assert job.code == 0, job.log
    assert repository.log() == ["Refresh the published reports", "First"]
    files = {name for name in repository.files() if name.startswith("reports/")}
    assert [name for name in files if not KEPT.fullmatch(name)] == []
    assert {"reports/README.md", "reports/CONFIDENCE.md", "reports/badges/adapter-reference.svg"} <= files
    assert "reports/badges/adapter-gone.svg" not in files
    assert repository.show("reports/ENFORCEMENT.md") == "measured"
    assert repository.show("reports/TOOL-MAPPING.md").startswith("# Tool names")

    job = nightly(repository, "second-night")
    assert (job.code, repository.log()) == (0, ["Refresh the published reports", "First"]), job.log
    assert "are current" in job.log


@pytest.mark.needs("node")
def test_a_night_publishes_the_site_with_the_documentation_beside_it(repository: Repository) -> None:
    folder = repository.checkout("night")
    written = run_steps(jobs("nightly")["write"]["steps"], folder, {})
    assert written.code == 0, written.log
    place = re.search(r"mkdocs build .*--site-dir (\S+)", written.noted)
    assert place is not None
    site = PurePosixPath(place[1]).parent
    assert (folder / site / "index.html").is_file()
    configured = load_yaml(ROOT / "mkdocs.yml")["site_url"]
    assert configured == DOCUMENTATION == f"{SITE}{PurePosixPath(place[1]).relative_to(site)}/"
    job = jobs("nightly")["site"]
    taken, handed = job["steps"][0]["with"], job["steps"][1]["with"]
    assert (taken["name"], handed["path"]) == ("reports", f"{taken['path']}/{site.name}")
    assert job["permissions"] == {"pages": "write", "id-token": "write"}


@pytest.mark.needs("node")
def test_a_release_needs_current_pages_and_carries_the_data(repository: Repository) -> None:
    steps = jobs("release")["build"]["steps"]
    assert CliRunner().invoke(cli, ["corpus", "release", __version__]).exit_code == 0
    values = {"github.ref_name": f"v{__version__}", "github.token": "t", "github.repository": "o/r"}
    early = run_steps(steps, repository.checkout("early"), values)
    assert (early.code, early.failed_step) == (1, "The committed reports are current"), early.log

    nightly(repository, "night")
    wrong = run_steps(steps, repository.checkout("wrong"), values | {"github.ref_name": "v99.0"})
    assert wrong.failed_step == "The tag is this version"
    unsaid = repository.checkout("unsaid")
    (unsaid / "CHANGELOG.md").write_text(f"## Unreleased\n\n* A change.\n\n## {__version__}\n\n* First.\n")
    job = run_steps(steps, unsaid, values)
    assert job.failed_step.startswith("The changelog names this version"), job.log
    assert "* A change." in job.log
    folder = repository.checkout("right")
    job = run_steps(steps, folder, values)
    assert job.code == 0, job.log
    assert "-m build --outdir dist packages/hook-adapters" in job.noted
    assert "-m build --outdir dist packages/tool-facades" in job.noted
    assert "-m build --outdir dist packages/hookconform-lab" in job.noted
    with tarfile.open(folder / "dist" / f"hookconform-reports-v{__version__}.tar.gz") as archive:
        names = set(archive.getnames())
    assert {"reports/confidence.json", "reports/results/reference.json", "reports/site/index.html"} <= names

    job = run_steps(jobs("release")["publish"]["steps"], folder, values)
    assert job.code == 0, job.log
    assert f"gh release create v{__version__} --verify-tag" in job.noted
    assert f"dist/hookconform-reports-v{__version__}.tar.gz" in job.noted


def test_the_checks_of_a_contribution_need_no_current_reports() -> None:
    scripts = [step.get("run", "") for step in jobs("checks")["checks"]["steps"]]
    assert "pytest -q -n auto tests" in scripts
    assert not any("report" in script for script in scripts)
