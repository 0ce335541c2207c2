"""Programs from PyPI: a virtual environment of the running Python's kind with wheels in it, and what PyPI has."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform_lab.lab.missing_packages import named_missing, version_unknown
from hookconform_lab.programs.pip import pip_command

_SECONDS = 900
_RELEASE = re.compile(r"[0-9]+(?:\.[0-9]+)*")


def fill(folder: Path, *requirements: str) -> None:
    """Make `folder` a virtual environment and install each `NAME[EXTRAS]==VERSION` with all it needs, as wheels only.

    No package runs a script of its own. The environment may be moved: its programs are started as `bin/python -m …`.
    Raises `HookconformError` (`lab.pypi`, `lab.version-unknown`).
    """
    _run([sys.executable, "-m", "venv", str(folder)])
    own = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*own, "--only-binary", ":all:", *requirements])


def download(requirement: str, folder: Path) -> Path:
    """Return the wheel of one `NAME==VERSION`, downloaded into `folder`, without what it needs.

    Errors as `fill` and `pip_command`.
    """
    own = [*pip_command(), "download", "--quiet", "--disable-pip-version-check"]
    _run([*own, "--only-binary", ":all:", "--no-deps", "--dest", str(folder), requirement])
    (wheel,) = folder.glob("*.whl")
    return wheel


def released(package: str) -> list[str]:
    """Return the released versions of a package, oldest first.

    Raises `HookconformError` (`lab.pypi`) and what `pip_command` raises.
    """
    said = _run([*pip_command(), "index", "versions", "--disable-pip-version-check", package])
    line = next((line for line in said.splitlines() if line.startswith("Available versions:")), "")
    listed = [version.strip() for version in line.partition(":")[2].split(",")]
    found = [version for version in listed if _RELEASE.fullmatch(version)]
    if not found:
        raise HookconformError(
            "lab.pypi",
            f"PyPI lists no version of {package}.",
            hint="Check the name of the package, and that pip can reach its registry.",
            exit_code=EXIT_INCOMPLETE,
        )
    return sorted(found, key=lambda version: [int(part) for part in version.split(".")])


def _run(command: list[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_SECONDS, cwd="/")
    except subprocess.TimeoutExpired as error:
        raise HookconformError(
            "lab.pypi", f"{command[2]} did not end in {_SECONDS} s.", exit_code=EXIT_INCOMPLETE
        ) from error
    if done.returncode == 0:
        return done.stdout
    if "No matching distribution" in done.stderr:
        asked = [word for word in command if "==" in word]
        raise version_unknown("PyPI", named_missing(done.stderr, asked), asked[0] if asked else "")
    lines = [line for line in done.stderr.splitlines() if line.strip()] or ["it gave no reason"]
    raise HookconformError(
        "lab.pypi",
        f"{command[2]} failed: {lines[-1].strip()}",
        hint="Check that Python has venv and pip, and that pip can reach its registry.",
        exit_code=EXIT_INCOMPLETE,
    )
