"""The examples of tool facades run, and the tutorial shows what they say."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from hookconform.corpus.locate import data_root
from hookconform_lab.lab.model_server.engine import Engine
from hookconform_lab.lab.model_server.listener import serving
from hookconform_lab.lab.script import Reply, Script, call

pytestmark = pytest.mark.whole

EXAMPLES = data_root() / "examples" / "facades"
TUTORIAL = data_root() / "docs" / "offer-your-tool.md"


def printed() -> str:
    command = [sys.executable, str(EXAMPLES / "one_tool.py")]
    return subprocess.run(command, capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def test_every_family_gets_the_tool_under_the_name_it_knows() -> None:
    said = printed()
    assert re.findall(r"^(\w+): (\w+) takes (.*)$", said, re.MULTILINE) == [
        ("claude", "Bash", "command"),
        ("gemini", "run_shell_command", "command"),
        ("codex", "exec_command", "cmd"),
        ("copilot", "bash", "command, description"),
        ("opencode", "bash", "command"),
    ]
    assert said.count("-> 21.5") == 5
    assert said.count(" is required.") == 5


def test_the_tutorial_shows_the_programs_and_what_they_print() -> None:
    blocks = re.findall(r"```(\w+)\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.py")))
    said = printed()
    assert {kind for kind, _ in blocks} == {"python", "text", "sh"}
    for kind, block in blocks:
        if kind == "python":
            assert block in source
        elif kind == "text":
            lines = said.splitlines()
            assert all(line in lines for line in block.splitlines()), block


def test_the_agent_reads_before_it_writes(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    edit = call("Edit", file_path="a.txt", old_string="one", new_string="two")
    script = Script({"main": (edit, call("Read", file_path="a.txt"), edit, Reply("all done"))})
    agent_for = runpy.run_path(str(EXAMPLES / "agent.py"))["agent_for"]
    with serving(0, Engine(script, tmp_path / "log")) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}"
        model = AnthropicModel("m", provider=AnthropicProvider(base_url=address, api_key="dummy"))
        assert agent_for(model, str(folder)).run_sync("go").output == "all done"
    assert (folder / "a.txt").read_text() == "two\n"
    assert "Read it first" in (tmp_path / "log").read_text()
