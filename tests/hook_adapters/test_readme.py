"""The hook that the README of hook-adapters begins with: five lines, and it stops what it cannot judge."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from hookconform.corpus.locate import data_root

README = (data_root() / "packages" / "hook-adapters" / "README.md").read_text(encoding="utf-8")
HOOK = re.search(r"```python\n(.*?)```", README, re.DOTALL)


def answered(payload: str) -> subprocess.CompletedProcess[str]:
    assert HOOK is not None
    return subprocess.run([sys.executable, "-c", HOOK[1]], input=payload, capture_output=True, text=True, check=False)


def call(tool: str) -> str:
    return json.dumps({"hook_event_name": "BeforeTool", "tool_name": tool, "tool_input": {"command": "ls"}})


def test_it_is_five_lines() -> None:
    assert HOOK is not None
    assert len(HOOK[1].split("\n\n")) == 2  # the imports stand apart
    assert len(list(filter(None, HOOK[1].splitlines()))) == 5


def test_it_stops_the_shell_and_nothing_else() -> None:
    assert json.loads(answered(call("run_shell_command")).stdout)["decision"] == "deny"
    done = answered(call("read_file"))
    assert (done.returncode, done.stdout.strip() in {"", "{}"}) == (0, True), done


@pytest.mark.parametrize("payload", ["", "[]", call("x").replace('"x"', "1"), call("x")[:-2]])
def test_what_it_cannot_judge_ends_as_a_denial(payload: str) -> None:
    done = answered(payload)
    assert done.returncode == 2
    assert "InvalidPayload" in done.stderr
