"""ARCHITECTURE.md lists every room in the order of the import rules, and its code runs."""

from __future__ import annotations

import configparser
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def listed(heading: str) -> list[str]:
    """List the rooms of the table that follows a line."""
    table = PAGE.partition(f"{heading}\n")[2].partition("| --- | --- |\n")[2].partition("\n\n")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def layers(contract: str) -> list[set[str]]:
    """List the layers of an import contract, each with its rooms."""
    rules = configparser.ConfigParser()
    rules.read(ROOT / ".importlinter")
    lines = rules[f"importlinter:contract:{contract}"]["layers"].split("\n")
    return [set(re.split(r"\s*\|\s*", line)) for line in lines if line]


@pytest.mark.parametrize(
    ("heading", "contract"),
    [
        ("Judge (`src/hookconform/`):", "rooms"),
        ("Lab (`packages/hookconform-lab/hookconform_lab/`):", "lab"),
    ],
)
def test_rooms_are_listed_in_the_order_of_the_import_rules(heading: str, contract: str) -> None:
    rooms, expected = listed(heading), layers(contract)
    assert rooms
    for layer in expected:
        assert set(rooms[: len(layer)]) == layer
        rooms = rooms[len(layer) :]
    assert rooms == []


def test_the_code_judges_a_payload() -> None:
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code
    done = subprocess.run([sys.executable, "-c", code[1]], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"gemini-cli/captured/\S+::tool-name passed\n", done.stdout)


def test_each_folder_that_it_names_exists() -> None:
    named = re.findall(r"`((?:src|corpus|adapters|packages|docs|tests)/[\w/.-]*)`", PAGE)
    assert len(named) > 5
    assert [path for path in named if not (ROOT / path).exists()] == []
