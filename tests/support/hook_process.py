"""The hook program as a process of its own, beside the Python of its environment."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hookconform.corpus.locate import data_root

LAUNCHER = data_root() / "packages" / "hook-adapters" / "launcher" / "hook-adapters"
SHELL = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
BLOCKED = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}}
# Grok Build calls hooks for Claude Code, too: where no payload tells by whom, this code goes with the answer.
UNKNOWN_CALLER = 2
RULES = [{"name": "no-rm", "matchers": {"command_match": "^rm"}, "actions": {"block": True}}]


def launcher_with(folder: Path, python: str) -> Path:
    launcher = folder / "hook-adapters"
    shutil.copy(LAUNCHER, launcher)
    interpreter = folder / "python3"
    interpreter.write_text(f"#!/bin/sh\n{python}\n")
    interpreter.chmod(0o755)
    return launcher


def run(command: list[str], payload: Any = SHELL, **how: Any) -> tuple[int, str, str]:
    given = {"input": payload if isinstance(payload, bytes) else json.dumps(payload).encode()}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = subprocess.run(command, check=False, **({} if "stdin" in how else given), **(streams | how))
    texts = [(text or b"").decode() for text in (done.stdout, done.stderr)]
    assert "Traceback" not in "".join(texts)
    return done.returncode, texts[0], texts[1]


def hook(*arguments: str, payload: Any = b"") -> tuple[int, Any, str]:
    """Call the hook program; return exit code, parsed answer (None if there is none) and standard error."""
    code, stdout, stderr = run([sys.executable, "-m", "hook_adapters", "hook", *arguments], payload)
    return code, json.loads(stdout) if stdout else None, stderr


def denied(stdout: str) -> bool:
    return bool(stdout) and json.loads(stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
