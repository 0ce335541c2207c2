"""A platform is added, recorded, judged and proved, and removed again, with rows in one shared file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.filing import read_lines

ROOT = Path(__file__).resolve().parents[2]
TOY = "toy-agent"
TEMPLATES = "corpus/families/templates.yaml"
# What the skeleton's one scenario says, and the calls that every policy of the corpus is held against.
SCRIPT = '(call("shell", cmd="git status"),)'
GUARDED = """guarded_replies(
                    lambda line: call("shell", cmd=line), lambda path: call("write", file_path=path, content="x")
                )"""
# The answer that is measured: the one its hooks give to stop a call.
FORMS = f"""platform: {TOY}
groups:
  - event: PreToolUse
    registered: [PreToolUse]
    tool: Bash
    forms:
      exit2-stderr: {{exit_code: 2, stderr: "@reason"}}
"""
SOURCES = ("src", "packages/hook-adapters", "packages/tool-facades", "packages/hookconform-lab")
AGENT = '(sys.executable, str(Path(__file__).with_name("agent.py")))'


class Checkout:
    """A copy of what a checkout needs, under version control, and the commands run in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        for name in ("corpus", "src", "packages", "adapters"):
            shutil.copytree(ROOT / name, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / ".gitignore", self.root)
        programs = folder / "bin"
        programs.mkdir()
        (folder / "home").mkdir()
        # Nothing is downloaded: the program lies beside its driver.
        (programs / "npm").write_text("""#!/bin/sh\necho '{"1.0.0": "2026-01-01T00:00:00.000Z"}'\n""")
        (programs / "npm").chmod(0o755)
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "HOME": str(folder / "home"),
            "PYTHONPATH": os.pathsep.join(str(self.root / name) for name in SOURCES),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOOKCONFORM_LAB_CACHE": str(folder / "cache"),
        }
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("-c", "user.name=dev", "-c", "user.email=dev@example.com", "commit", "-qm", "start")

    def git(self, *arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout

    def run(self, *arguments: str) -> str:
        """Return what a command prints; it must end with 0."""
        line = [sys.executable, "-m", "hookconform", *arguments]
        done = subprocess.run(
            line, cwd=self.root, env=self.environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, f"{arguments}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    @property
    def changed(self) -> list[str]:
        return [line[3:] for line in self.git("status", "--porcelain", "-uall").splitlines()]

    def replace(self, path: Path, old: str, new: str) -> None:
        text = path.read_text()
        assert text.count(old) == 1
        path.write_text(text.replace(old, new))


def policy_hook(folder: Path, checkout: Checkout) -> Path:
    """Write the manifest of the checkout's own hook program for the toy platform, and return it."""
    folder.mkdir()
    library = checkout.root / "packages" / "hook-adapters"
    program = folder / "policy"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={library} exec {sys.executable} -m hook_adapters "$@"\n')
    program.chmod(0o755)
    shutil.copy(library / "hook_adapters" / "manifests" / "reference-hook" / "adapter.toml", folder)
    manifest = folder / "adapter.toml"
    checkout.replace(manifest, '["hook-adapters",', '["./policy",')
    checkout.replace(manifest, 'platforms = "all"', f'platforms = ["{TOY}"]')
    return manifest


@pytest.mark.slow
@pytest.mark.needs("node")
def test_a_platform_costs_rows_in_one_shared_file(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    checkout.run("platforms", "new", TOY)
    assert len(checkout.changed) == 7
    assert "0 findings" in checkout.run("corpus", "lint")
    assert f"{TOY}: no effect" in checkout.run("platforms", "--parts")

    # What a contributor fills in, in the platform's own files: the program, and its second tool.
    instrument = checkout.root / "packages" / "hookconform-lab" / "hookconform_lab" / "platforms" / "toy_agent"
    shutil.copy(ROOT / "tests" / "support" / "toy_agent.py", instrument / "agent.py")
    driver = instrument / "driver.py"
    checkout.replace(driver, '("node", str(install / "node_modules" / self.package / "index.js"))', AGENT)
    checkout.replace(driver, "import json\n", "import json\nimport sys\n")
    checkout.replace(driver, SCRIPT, GUARDED)
    place = "from hookconform_lab.lab.scenario import"
    checkout.replace(driver, place, f"from hookconform_lab.lab.guarded_scenario import guarded_replies\n{place}")
    claims = checkout.root / "corpus" / "platforms" / TOY / "platform.yaml"
    text = claims.read_text()
    claims.write_text(
        text.replace(
            "mcp: []",
            "  - native: write\n    canonical: Write\n    kind: edit\n    status: current\n"
            "    keys: [content, file_path]\n    evidence:\n      - {basis: inferred, note: Made up.}\nmcp: []",
        )
    )
    adapter = checkout.root / "packages" / "hook-adapters" / "hook_adapters" / "toy_agent.py"
    checkout.replace(adapter, '{"shell": "Bash"}', '{"shell": "Bash", "write": "Write"}')

    out = tmp_path / "recordings"
    assert "7 hook calls, 2 of 2 declared tools driven" in checkout.run(
        "lab", "record", f"{TOY}@1.0.0", "--output", str(out)
    )

    # What was recorded takes the place of what was made up.
    recordings = str(out / TOY / "1.0.0.jsonl")
    assert "new cases" in checkout.run("corpus", "import", recordings, "--recorded", "2026-11-21")
    names = [line["name"] for line in read_lines(claims.parent / "captured" / "1.0.0.jsonl")]
    assert {name.split("-")[3] for name in names} == {"shell", "write"}
    shutil.rmtree(claims.parent / "cases")
    checkout.replace(claims, "evidence_policy: documented", "evidence_policy: captured")
    shaped = next(name for name in names if name.split("-")[3] == "shell")
    with (checkout.root / TEMPLATES).open("a") as templates:
        templates.write(f"{TOY}:\n  PreToolUse: {TOY}/captured/1.0.0/{shaped}\n")
    assert "0 findings" in checkout.run("corpus", "lint")
    assert "passed: " in checkout.run("run", "reference", "--platform", TOY)
    assert "Recorded at 1.0.0" in checkout.run("confidence", TOY)

    reports = tmp_path / "reports"
    checkout.run("report", "--output", str(reports), "--date", "2026-11-21")
    assert TOY in (reports / "TOOL-MAPPING.md").read_text()
    assert (reports / "site" / "platforms" / f"{TOY}.html").is_file()

    # A hook is judged by what its answers do, so they are measured first.
    (claims.parent / "responses").mkdir()
    (claims.parent / "responses" / "forms.yaml").write_text(FORMS)
    assert "1 row measured" in checkout.run("lab", "responses", f"{TOY}@1.0.0")

    manifest, library = policy_hook(tmp_path / "hook", checkout), checkout.root / "packages" / "hook-adapters"
    said = checkout.run(
        "lab", "enforce", str(manifest), f"{TOY}@1.0.0", "--show", str(library), "--reports", str(reports)
    )
    assert said.count("must be stopped, stopped") == said.count("must be stopped") >= 4
    assert said.count("must run, ran") == said.count("must run") >= 2

    shared = [path for path in checkout.changed if "toy-agent" not in path and "toy_agent" not in path]
    assert shared == [TEMPLATES]
    checkout.git("checkout", "--", TEMPLATES)
    for path in (checkout.root / "corpus" / "platforms" / TOY, instrument):
        shutil.rmtree(path)
    adapter.unlink()
    assert checkout.changed == []
    assert TOY not in checkout.run("platforms")
