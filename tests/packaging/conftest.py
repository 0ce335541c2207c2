"""The distributions as users get them: wheels, installed into environments of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root


def clean_environment(**more: str) -> dict[str, str]:
    """Return the variables without those that would let the checkout or another run in."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "PYTEST", "HOOKCONFORM"))}
    return {**kept, **more}


@pytest.fixture(scope="session")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheels of all distributions."""
    folder = tmp_path_factory.mktemp("wheels")
    for source in (*sorted(path.parent for path in (data_root() / "packages").glob("*/pyproject.toml")), data_root()):
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--outdir", folder, source],
            cwd=folder, env=clean_environment(), capture_output=True, check=True,
        )  # fmt: skip
    return folder
