"""A program from PyPI, in a virtual environment of its own."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

from hookconform.attach.program import Program
from hookconform.authoring import SERVE_LOOP
from hookconform.ground.errors import HookconformError
from hookconform_lab.programs.client import missing, run_client

_SECONDS = 900
# What is looked for on PATH if the running Python is too old, newest first.
_NEWEST_MINOR = 14
_ASK = "import json, sys, sysconfig; print(json.dumps([sys.version_info[:2], sysconfig.get_path('purelib')]))"


def install(program: Program) -> None:
    """Make the environment, install wheels only, and put the serve loop beside them."""
    stated = program.stated
    python = _python(stated["python"], program)
    run_client([python, "-m", "venv", str(program.folder)], folder=program.folder, seconds=_SECONDS)
    own = str(program.folder / "bin" / "python")
    command = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
    if not stated.get("dependencies", True):
        command.append("--no-deps")
    run_client([*command, f"{stated['package']}=={program.version}"], folder=program.folder, seconds=_SECONDS)
    library: str = json.loads(run_client([own, "-c", _ASK], folder=program.folder, seconds=60))[1]
    shutil.copyfile(SERVE_LOOP, Path(library) / SERVE_LOOP.name)


def _python(oldest: str, program: Program) -> str:
    """Return an interpreter that is not older than this: the running one, else one on PATH."""
    least = tuple(int(part) for part in oldest.split("."))
    if sys.version_info[:2] >= least:
        return sys.executable
    for minor in range(_NEWEST_MINOR, least[1] - 1, -1):
        found = shutil.which(f"python3.{minor}")
        if found is not None and _runs(found, least, program.folder):
            return found
    raise missing(f"{program.name} needs Python {oldest} or newer, and none is on PATH.")


def _runs(python: str, least: tuple[int, ...], folder: Path) -> bool:
    """Tell whether it starts, and is what its name says: version managers put launchers of nothing on PATH."""
    try:
        version: list[int] = json.loads(run_client([python, "-c", _ASK], folder=folder, seconds=60))[0]
    except (HookconformError, ValueError):
        return False
    return tuple(version) >= least
