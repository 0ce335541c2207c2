"""The hook program's own home in the place of `~`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

RULES = {"rules": [{"name": "keys", "matchers": {"directories": ["/home/me/.ssh"]}, "actions": {"block": True}}]}


@pytest.mark.parametrize(
    ("path", "is_denied"),
    [("~/.ssh/id", True), ("~/lib/../.ssh/id", True), ("~/.ssh2/id", False), ("lib/~/.ssh/id", False)],
)
def test_rules_match_below_the_hooks_own_home(path: str, is_denied: bool, tmp_path: Path) -> None:
    (tmp_path / "rules.json").write_text(json.dumps(RULES), encoding="utf-8")
    payload = {
        "session_id": "s",
        "transcript_path": "/t",
        "cwd": "/home/dev/project",
        "hook_event_name": "PreToolUse",
        "permission_mode": "default",
        "tool_name": "Read",
        "tool_input": {"file_path": path},
    }
    answer = subprocess.run(
        [sys.executable, "-m", "hook_adapters", "hook", "claude-code", "--rules", "rules.json"],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "HOME": "/home/me"},
    )
    assert ('"deny"' in answer.stdout) is is_denied
