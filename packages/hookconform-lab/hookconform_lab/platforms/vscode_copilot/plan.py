"""One run of the editor: the plan its host carries out (`driven_window.js` says what steps there are)."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.scenario import Program

MCP_TOOL = "mcp_lab_echo_text"
# Done by hand: the editor would start a server when somebody first looks at its tools.
START_MCP: tuple[dict[str, Any], ...] = ({"server": MCP_TOOL},)


def ask(prompt: str, model: str) -> dict[str, Any]:
    """Return the step that gives a prompt to the agent and waits for the end of its answer."""
    return {"ask": prompt, "model": model}


def ask_and_leave(prompt: str, model: str, seconds: float = 8) -> dict[str, Any]:
    """Return the step that gives a prompt whose last tool call waits for somebody, and is left alone."""
    return {**ask(prompt, model), "within": seconds}


def run(*steps: dict[str, Any], timeout: float = 300) -> Program:
    """Return the run of a plan."""
    return Program(("{{program}}",), stdin=json.dumps(steps), timeout=timeout)
