"""The first hour: in a fresh home with nothing but Python, a new adapter is green within five commands."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.packaging.conftest import clean_environment

from hookconform.authoring.new_project import planned, project_files

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(("language", "hook"), [("python", False), ("python", True)])
def test_five_commands_lead_from_nothing_to_green(language: str, hook: bool, wheels: Path, tmp_path: Path) -> None:
    folder = Path("mine") if not hook else Path("my-hook")
    files = project_files(planned(folder, language=language, platforms=["gemini-cli"], hook=hook))
    block = re.search(r"```sh\n(.*?)```", files["README.md"], re.DOTALL)
    assert block is not None
    commands = block[1].splitlines()
    assert len(commands) == 5
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(sys.executable)
    # Its dependencies come from where pip finds them, the project itself from its wheels.
    environment = clean_environment(
        HOME=str(tmp_path), PATH=f"{tmp_path / 'bin'}:/usr/bin:/bin", PIP_FIND_LINKS=str(wheels)
    )
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", "\n".join(commands)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert re.search(r"^passed: [\d,]{2,} checks", done.stdout, re.MULTILINE), done.stdout[-500:]
    assert "failed" not in done.stdout
    assert (tmp_path / folder / "README.md").read_text(encoding="utf-8") == files["README.md"]
