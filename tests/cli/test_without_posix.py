"""Where POSIX is missing, everything that reads works, and what runs other programs says that it cannot."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.whole

# What other systems lack is taken away before anything is imported.
TAKEN = """
import os, runpy, signal, sys
for name in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[name] = None
for module, names in (
    (os, ("set_blocking", "fork", "killpg", "setsid", "geteuid", "getpgid")),
    (signal, ("setitimer", "alarm", "SIGALRM", "SIGKILL", "SIGHUP", "ITIMER_REAL", "ITIMER_VIRTUAL")),
):
    for name in names:
        delattr(module, name)
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__")
"""
READING = [
    ("--version",),
    ("explain", "codex"),
    ("explain", "Bash"),
    ("cases", "--platform", "cursor"),
    ("case", "gemini-cli/synthetic/plain-push"),
    ("respond", "codex", "PreToolUse", "deny"),
    ("debug", "gemini-cli", "PreToolUse", "--in-process"),
]
RUNNING = [
    ("run", "reference", "--platform", "cursor"),
    ("debug", "gemini-cli", "PreToolUse"),
    ("lab", "versions", "codex"),
    ("community", "install", "rulez"),
]


def without_posix(module: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", TAKEN, module, *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("arguments", READING, ids=" ".join)
def test_what_reads_works(arguments: tuple[str, ...]) -> None:
    done = without_posix("hookconform", *arguments)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("arguments", RUNNING, ids=" ".join)
def test_what_runs_other_programs_says_so(arguments: tuple[str, ...]) -> None:
    done = without_posix("hookconform", *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("error[system.posix]: ")
    assert "Traceback" not in done.stderr


def test_the_hook_program_still_denies() -> None:
    payload = '{"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}'
    done = without_posix("hook_adapters", "hook", "claude-code", "--rules", "/nowhere.json", given=payload)
    assert '"permissionDecision":"deny"' in done.stdout
