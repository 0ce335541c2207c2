from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.support.hook_process import RULES, launcher_with


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the launcher as installed: beside the Python of its environment."""
    folder = tmp_path_factory.mktemp("bin")
    return str(launcher_with(folder, f'exec "{sys.executable}" "$@"'))


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)
