"""What the tests of the base tools share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tool_facades.base_tools import BaseTools, Result


@dataclass(frozen=True)
class Call:
    tool: str
    arguments: dict[str, Any] | str


Run = Callable[..., Result]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of the tools; beside it stands one that they must not touch."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret\n")
    (tmp_path / "folder").mkdir()
    return tmp_path / "folder"


@pytest.fixture
def run(folder: Path) -> Run:
    """Return a function that calls a tool by name and arguments."""
    tools = BaseTools(folder)
    return lambda tool, **arguments: tools.run(Call(tool, arguments))
