"""One unattended turn of any platform: how it is started, and how its model calls the shell or edits a file.

The drivers' own scenarios cover what a platform has; measuring answers and proving denials needs only a turn
whose tool calls are ours, started so that the program allows every tool or so that it would ask first.
"""

from __future__ import annotations

import json
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.ground.versions import at_least
from hookconform.lab.scenario import Program, Scenario
from hookconform.lab.script import Call, Reply, Script

GRANTED = "granted"
NEEDED = "needed"
_PROMPT = "Please run the scripted steps."
_SKIP = "--dangerously-skip-permissions"


def turn(  # noqa: PLR0913 (what a turn is made of)
    platform: str,
    version: str,
    replies: tuple[Reply, ...],
    *,
    approval: str = GRANTED,
    timeout: float = 120,
    files: dict[str, str] | None = None,
) -> Scenario:
    """Return a run of one prompt in which the model gives `replies`; `files` are what the workspace holds.

    `approval`: `granted` allows every tool; `needed` leaves the program to ask, and nobody answers, or, where
    a host must answer, it declines. Raises `HookconformError` (`lab.platform`).
    """
    if platform not in _TURNS:
        raise HookconformError(
            "lab.platform", f"The lab cannot run a turn of {platform!r}.", hint=f"It can run: {', '.join(_TURNS)}."
        )
    argv, more = _TURNS[platform](version, granted=approval == GRANTED)
    step = Program(argv, timeout=timeout, stdin=more.pop("stdin", ""))
    return Scenario(
        name="turn",
        title="one prompt",
        script=Script({"main": replies}),
        steps=(step,),
        files=files or {"notes.txt": "a workspace with one file\n"},
        optional=True,
        **more,
    )


def shell_call(platform: str, version: str, command: str, *, approval: str = GRANTED) -> Reply:
    """Return a reply in which the model runs a shell command by the platform's own tool."""
    del version
    args: dict[str, Any] = {"command": command}
    if platform == "codex":
        # Only a call that wants out of the sandbox is asked about.
        escalated = {"sandbox_permissions": "require_escalated", "justification": "has to write"}
        args = {"cmd": command, **(escalated if approval == NEEDED else {})}
    elif platform != "gemini-cli":
        args["description"] = "probe"
    return Reply(calls=(Call(_SHELL_TOOL[platform], args),))


def patch_call(patch: str) -> Reply:
    """Return a reply in which Codex's model applies a patch."""
    return Reply(calls=(Call("apply_patch", custom=patch),))


_SHELL_TOOL = {
    "claude-code": "Bash",
    "codex": "exec_command",
    "copilot-cli": "bash",
    "gemini-cli": "run_shell_command",
    "opencode": "bash",
}

_Started = tuple[tuple[str, ...], dict[str, Any]]


def _claude_code(version: str, *, granted: bool) -> _Started:
    del version
    mode = (_SKIP,) if granted else ("--permission-mode", "default")
    return ("{{program}}", "-p", _PROMPT, *mode, "--output-format", "stream-json", "--verbose"), {}


def _codex(version: str, *, granted: bool) -> _Started:
    if not granted:
        return _codex_host()
    trust = ("--dangerously-bypass-hook-trust",) if at_least(version, "0.142.0") else ()
    unsafe = "--dangerously-bypass-approvals-and-sandbox"
    argv = ("{{program}}", "exec", unsafe, *trust, "--skip-git-repo-check", _PROMPT)
    return argv, {"settings": {"model": "gpt-5.5"}}


def _codex_host() -> _Started:
    """Return a turn over the app server, since `codex exec` never asks; its host declines every question."""
    thread = {"cwd": "{{workspace}}", "approvalPolicy": "on-request", "sandbox": "read-only"}
    said = [{"type": "text", "text": _PROMPT}]
    plan = {
        "answers": {"item/commandExecution/requestApproval": {"decision": "decline"}},
        "steps": [
            {"trust": True},
            {"call": "thread/start", "params": thread, "save": {"thread": "thread.id"}},
            {"call": "turn/start", "params": {"threadId": "$thread", "input": said}},
            {"wait": "turn/completed"},
        ],
    }
    argv = ("{{python}}", "-m", "hookconform.platforms.codex.app_server", "{{program}}")
    return argv, {"stdin": json.dumps(plan), "settings": {"model": "gpt-5.5"}}


def _copilot_cli(version: str, *, granted: bool) -> _Started:
    del version
    if granted:
        return ("{{program}}", "-p", _PROMPT, "--allow-all"), {"environment": {"COPILOT_ALLOW_ALL": "true"}}
    return ("{{program}}", "-p", _PROMPT), {}


def _gemini_cli(version: str, *, granted: bool) -> _Started:
    del version
    mode = "yolo" if granted else "default"
    argv = ("{{program}}", "-p", _PROMPT, "-m", "gemini-2.5-flash", "--approval-mode", mode, "--output-format", "json")
    return argv, {"settings": {"model": {"disableLoopDetection": True, "maxSessionTurns": -1}}}


def _opencode(version: str, *, granted: bool) -> _Started:
    del version
    permission = {"*": "allow"} if granted else {"*": "allow", "bash": "ask"}
    return ("{{program}}", "run", _PROMPT), {"settings": {"permission": permission}}


_TURNS = {
    "claude-code": _claude_code,
    "codex": _codex,
    "copilot-cli": _copilot_cli,
    "gemini-cli": _gemini_cli,
    "opencode": _opencode,
}
