"""The measuring commands run to their end; what they measure is not asserted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("benchmarks.ratios", "engine: judge them over one served adapter"),
        pytest.param("benchmarks.report", "with the site", marks=pytest.mark.needs("node")),
    ],
)
def test_a_benchmark_runs(module: str, line: str) -> None:
    command = [sys.executable, "-m", module, "60"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stderr[-3000:]
    assert line in result.stdout
