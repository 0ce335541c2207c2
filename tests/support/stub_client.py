"""A shell script that replaces a client such as npm on PATH and records its arguments."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

# Writes the script of a program by its body, and returns the file of the calls, a line each.
Stub = Callable[[str, str], Path]


def stub_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Stub:
    """Return what puts a script on PATH."""

    def write(name: str, body: str) -> Path:
        program = tmp_path / "bin" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n{body}\n')
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
        return tmp_path / "calls"

    return write
