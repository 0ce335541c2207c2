"""A contribution of one case touches one file, and what CONTRIBUTING.md asks for stays green: nothing is generated."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import data_root

GUIDES = [Path(__file__).parents[2] / name for name in ("CONTRIBUTING.md", "docs/maintainers/working.md")]
HOME = "/home/waltraud"
NEW_VERSION = "0.99.0"
# Commands of the guide.
LINT, CONFORMANCE = "hookconform corpus lint", "pytest conformance/"
QUICK_TESTS, WHOLE_TESTS = "pytest -n auto", "pytest -n auto -m whole"
# To the first failure.
FASTER = {QUICK_TESTS: " -x", WHOLE_TESTS: " -x", CONFORMANCE: " -n auto -x"}
# Shown by no run in the corpus: Gemini CLI sends no such argument.
PAYLOAD = {
    "session_id": "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11",
    "transcript_path": f"{HOME}/.gemini/tmp/zeppelin/chats/session-2026-11-21T02-31-7d2b0a3e.jsonl",
    "cwd": f"{HOME}/clients/zeppelin",
    "hook_event_name": "BeforeTool",
    "timestamp": "2026-11-21T02:31:32.915Z",
    "tool_name": "read_file",
    "tool_input": {"file_path": "README.md", "start_line": 1, "end_line": 2, "wait": True},
}


def block(marker: str) -> str:
    """Return the shell commands that follow a marker of the guide."""
    text = "".join(page.read_text(encoding="utf-8") for page in GUIDES)
    found = re.search(re.escape(marker) + r"\n```sh\n(.*?)```", text, re.DOTALL)
    assert found, f"the guide has no {marker}"
    return found[1]


class Contributor:
    """A person with a checkout of their own, one recording in the inbox, and the commands of the guide."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "hookconform"
        self._home = folder / "home" / "waltraud"
        self._programs = folder / "bin"
        subprocess.run(["git", "clone", "--quiet", str(data_root()), str(self.checkout)], check=True)
        self._home.mkdir(parents=True)
        self._programs.mkdir()
        # The checkout's own modules, whatever is installed.
        places = os.pathsep.join(
            str(self.checkout / name)
            for name in ("src", "packages/hook-adapters", "packages/tool-facades", "packages/hookconform-lab")
        )
        self._environment = {
            key: value
            for key, value in os.environ.items()
            if not key.startswith(("HOOKCONFORM", "PYTEST", "XDG", "COV"))
        } | {
            "HOME": str(self._home),
            "PATH": os.pathsep.join([str(self._programs), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PYTHONPATH": places,
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def record(self, version: str, payload: dict[str, Any]) -> None:
        """Put a payload into the inbox as the recorder does."""
        row = {
            "platform": "gemini-cli",
            "platform_version": version,
            "registered_event": payload["hook_event_name"],
            "hook_env_names": ["GEMINI_PROJECT_DIR"],
            "recorded_ns": 1_795_249_943_000_000_000,
            "payload_text": json.dumps(payload, separators=(",", ":")),
        }
        folder = self._home / ".local/share/hookconform/recordings/gemini-cli"
        folder.mkdir(parents=True)
        (folder / "1795249943000000000-1-00000000.json").write_text(json.dumps(row), encoding="utf-8")

    def do(self, commands: str) -> str:
        """Run shell commands in the checkout as the person would; all must succeed."""
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands],
            cwd=self.checkout,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{commands}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    def changes(self) -> list[str]:
        """Return what `git status` shows."""
        return self.do("git status --porcelain --untracked-files=all").splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("version", ["0.61.0", NEW_VERSION])
def test_one_case_is_one_new_file_and_every_check_of_the_guide_stays_green(tmp_path: Path, version: str) -> None:
    person = Contributor(tmp_path)
    person.record(version, PAYLOAD)
    # As in the guide, but without questions: nothing in this payload is in doubt.
    person.do(block("<!-- run: gemini-cli review -->").strip() + " --yes")
    assert " 0 findings" in person.do(block("<!-- run: gemini-cli file -->"))
    new = person.changes()
    assert len(new) == 1
    assert re.fullmatch(
        rf"\?\? corpus/platforms/gemini-cli/contributed/{version}-before-tool-read-file(-\d+)?\.json", new[0]
    )
    checks = block("<!-- run: checks -->").splitlines()
    assert {LINT, QUICK_TESTS, WHOLE_TESTS, CONFORMANCE} < {*checks}
    if version != NEW_VERSION:
        # Code and all tests once: a version that the corpus did not have is the harder of the two.
        checks = [command for command in checks if command in (LINT, CONFORMANCE)]
    for command in checks:
        person.do(command + FASTER.get(command, ""))
    assert person.changes() == new
