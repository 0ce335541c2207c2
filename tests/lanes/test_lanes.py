"""Both lanes together run every test, and a file or folder that is named runs all of its own."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.lanes import is_of_other_lane, selected

ROOT = Path(__file__).resolve().parents[2]
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
QUICK = CONFIGURED["addopts"][-1]
ALL_WHOLE = "import pytest\n\npytestmark = pytest.mark.whole\n"
IN_A_LIST = "pytestmark = [\n    pytest.mark.whole,\n    pytest.mark.slow,\n]\n"
ONE_WHOLE = "@pytest.mark.whole\ndef test_it() -> None: ...\n"
NONE_WHOLE = "def test_it() -> None: ...\n"


@pytest.mark.parametrize(
    ("source", "expression", "left_out"),
    [
        (ALL_WHOLE, QUICK, True),
        (IN_A_LIST, QUICK, True),
        (ONE_WHOLE, QUICK, False),
        (NONE_WHOLE, QUICK, False),
        (ALL_WHOLE, "whole and not slow", False),
        (ONE_WHOLE, "whole and not slow", False),
        (NONE_WHOLE, "whole and not slow", True),
        (ALL_WHOLE, "slow or browser", False),
        (NONE_WHOLE, "slow or browser", False),
        (ALL_WHOLE, "", False),
        (NONE_WHOLE, "", False),
    ],
)
def test_file_is_left_out_only_if_no_test_is_selected(source: str, expression: str, left_out: bool) -> None:
    assert is_of_other_lane(source, expression) is left_out


def test_named_path_selects_both_lanes() -> None:
    assert selected(QUICK, QUICK, is_named=True) == QUICK.removeprefix("not whole and ")


@pytest.mark.parametrize("named", ["tests/cases", "tests/cases/test_index.py"])
@pytest.mark.parametrize("workers", ["0", "1"])
@pytest.mark.whole  # starts pytest anew
def test_named_path_runs_both_lanes(named: str, workers: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", workers, "-k", "few_entries"]
    done = subprocess.run([*command, named], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert re.search(r"^[1-9]\d* passed", done.stdout, re.MULTILINE), done.stdout


def test_lane_of_whole_leaves_out_other_marks() -> None:
    assert selected("whole", QUICK, is_named=False) == f"whole and {QUICK.removeprefix('not whole and ')}"


@pytest.mark.parametrize("expression", [QUICK, "slow", "whole or slow"])
def test_other_expressions_stay(expression: str) -> None:
    assert selected(expression, QUICK, is_named=False) == expression


@pytest.mark.whole  # parses every test
def test_mark_of_a_file_is_found_in_its_text() -> None:
    marked = 0
    for path in (ROOT / "tests").rglob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        marks = [
            ast.unparse(node.value)
            for node in ast.parse(source).body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
        ]
        is_whole = any("pytest.mark.whole" in mark for mark in marks)
        marked += is_whole
        assert is_of_other_lane(source, QUICK) is is_whole, path
    assert marked > 20
