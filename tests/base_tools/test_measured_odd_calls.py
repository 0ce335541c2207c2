"""Odd edits, made at random and asked of the real programs: the base tools with their ways do the same, or refuse."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.base_tools.conftest import Call
from tool_facades.base_tools import BaseTools
from tool_facades.wrappers.programs import ways_of

MEASURED = [json.loads(path.read_text()) for path in sorted((Path(__file__).parent / "measured_odd").glob("*.json"))]
# Of the steps of a program, those that end alike. Copilot CLI's rules are measured, not known: the rest is refused.
LEAST_SAME = {"copilot-cli": 0.91, "gemini-cli": 1.0, "opencode": 1.0}


def _ending(folder: Path, row: dict[str, Any], provider: str) -> tuple[bool, str]:
    file = folder / "f.txt"
    file.write_bytes(row["before"].encode())
    arguments = row["patch"] if "patch" in row else {"file_path": "f.txt", **row["edit"]}
    result = BaseTools(folder, ways=ways_of(provider), search=False).run(Call("Edit", arguments))
    return result.ok, file.read_bytes().decode()


@pytest.mark.parametrize("measured", MEASURED, ids=lambda item: item["program"])
def test_odd_edits_end_as_on_the_program_or_are_refused(tmp_path: Path, measured: dict[str, Any]) -> None:
    counted: Counter[str] = Counter()
    for row in measured["steps"]:
        expected = (row["outcome"] == "ok", row.get("after", row["before"]))
        ending = _ending(tmp_path, row, measured["provider"])
        if ending == expected:
            counted["same"] += 1
        elif ending == (False, row["before"]):
            counted["refused here alone"] += 1
        else:
            counted[f"{row['step']}: {ending}, on the program {expected}"] += 1
    assert counted.keys() <= {"same", "refused here alone"}
    assert counted["same"] >= LEAST_SAME[measured["program"]] * len(measured["steps"])


def test_the_odd_edits_hold_for_both_outcomes_of_every_program() -> None:
    assert {item["program"] for item in MEASURED} == LEAST_SAME.keys()
    for item in MEASURED:
        outcomes = Counter(row["outcome"] for row in item["steps"])
        assert min(outcomes["ok"], len(item["steps"]) - outcomes["ok"]) > len(item["steps"]) // 5
