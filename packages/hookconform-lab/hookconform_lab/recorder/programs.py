"""The platforms' programs: where they are, which version, and a note of it that the recorder can check cheaply."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from hookconform.corpus.claims import load_platform
from hookconform_lab.recorder.folders import make_private

_VERSION = re.compile(r"(?<![\w.])v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)")
_LONGEST_SECONDS = 30


def installed_version(platform: str) -> str | None:
    """Return the version the platform's program says it is; None if there is none or it does not say."""
    program = _found(platform)
    if program is None:
        return None
    try:
        said = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(said.stdout)
    return found[1] if found else None


def note_version(platform: str, version: str | None) -> None:
    """Write down version and file of the program, or remove the note if the version is not known.

    The recorder gives a recording this version only while size and time of that file are the same.
    """
    path = make_private("recorder", "versions") / platform
    program = _found(platform)
    if version is None or program is None:
        path.unlink(missing_ok=True)
        return
    program = os.path.realpath(program)
    status = Path(program).stat()
    path.write_text(f"{version}\n{status.st_size}\n{status.st_mtime_ns}\n{program}\n", encoding="utf-8")


def _found(platform: str) -> str | None:
    """Return where the platform's command is; an editor's has none."""
    program = load_platform(platform).program
    return shutil.which(program.command) if program is not None and program.command else None
