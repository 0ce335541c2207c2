"""Step by step, the base tools do what the real programs did, but for a list with reasons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.base_tools.conftest import Call
from tool_facades.base_tools import BaseTools, Result
from tool_facades.wrappers.programs import ways_of

pytestmark = pytest.mark.whole

HERE = Path(__file__).parent
# What Claude Code does beside what an edit says; patches know nothing of it.
AS_CLAUDE_CODE = ways_of("claude")
MEASURED = [json.loads(path.read_text()) for path in sorted((HERE / "measured").glob("*.json"))]
DEVIATIONS: dict[str, dict[str, dict[str, str]]] = yaml.safe_load((HERE / "deviations.yaml").read_text())


def _carried_out(folder: Path, row: dict[str, Any]) -> Result:
    for path, text in row["before"].items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    tools = BaseTools(folder, ways=AS_CLAUDE_CODE)
    if "patch" in row:
        return tools.run(Call("Edit", row["patch"].replace("{folder}", str(folder))))
    return [tools.run(Call(call["tool"], call["arguments"])) for call in row["calls"]][-1]


def _files(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_bytes().decode() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("measured", MEASURED, ids=lambda item: item["program"])
def test_every_step_ends_as_on_the_program_or_as_listed(tmp_path: Path, measured: dict[str, Any]) -> None:
    others: dict[str, str] = {}
    for row in measured["steps"]:
        folder = tmp_path / row["step"]
        folder.mkdir()
        result = _carried_out(folder, row)
        after = _files(folder)
        if (result.ok, after) != (row["outcome"] == "ok", row["after"]):
            others[row["step"]] = result.outcome
            if row["outcome"] != "ok" or not result.ok:
                assert after == row["before"], f"{row['step']}: what is refused here or there changes nothing here"
    assert others == {step: item["base"] for step, item in DEVIATIONS[measured["program"]].items()}


def test_every_deviation_is_a_step_and_has_a_reason() -> None:
    steps = {item["program"]: {row["step"] for row in item["steps"]} for item in MEASURED}
    for program, listed in DEVIATIONS.items():
        assert listed.keys() <= steps[program]
        assert all(item["reason"] for item in listed.values())
