"""A real program as the client of the MCP server: Gemini CLI edits a file by our tools, told by a scripted model."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import tool_facades
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.install import install
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script, call

pytestmark = pytest.mark.real
VERSION = "0.61.0"
SERVER = ["-m", "tool_facades.wrappers.mcp_server", ".", "--provider", "gemini", "--shell"]


def test_gemini_cli_edits_a_file_by_the_server() -> None:
    driver = load_driver("gemini-cli")
    prefix = sandbox.enter(allow_network=False)
    folder = install(driver, VERSION, lambda _: None)
    edit = {"file_path": "hello.txt", "instruction": "change", "old_string": "hello", "new_string": "goodbye"}
    scenario = Scenario(
        name="mcp-client",
        title="our server's tools",
        script=Script(
            {
                "main": (
                    call("mcp_hk_read_file", file_path="hello.txt", wait_for_previous=True),
                    call("mcp_hk_replace", **edit),
                    call("mcp_hk_replace", **edit),
                    call("mcp_hk_run_shell_command", command="cat hello.txt"),
                )
            }
        ),
        steps=(Program(("{{program}}", "-p", "go", "-m", "gemini-2.5-flash", "--approval-mode", "yolo")),),
        files={"hello.txt": "hello world\n"},
        settings={"mcpServers": {"hk": {"command": sys.executable, "args": SERVER, "trust": True}}},
        # What is on PATH is shown to the run.
        environment={"PATH": os.pathsep.join([str(Path(tool_facades.__file__).parents[1]), os.environ["PATH"]])},
    )
    with run_scenario(driver, VERSION, folder, scenario, prefix=prefix) as run:
        assert (run.workspace / "hello.txt").read_text(encoding="utf-8") == "goodbye world\n"
        told = [result["text"] for result in run.requests[-1].results]
    assert "hello world" in told[0]
    assert "Edited hello.txt." in told[1]
    assert "not in hello.txt" in told[2]
    assert "goodbye world" in told[3]
