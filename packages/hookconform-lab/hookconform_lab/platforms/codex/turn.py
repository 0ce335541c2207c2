"""One unattended turn of Codex."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Call, Reply, call
from hookconform_lab.lab.turn import PROMPT, Delegation, Started, Turn
from hookconform_lab.platforms.codex.replies import AGENT, inside, mcp, search

_SETTINGS = {"model": "gpt-5.5"}
# Python is $0, the program $1.
_TRUST_FIRST = '"$0" -m hookconform_lab.platforms.codex.app_server "$1" && exec "$@" </dev/null'


class CodexTurn(Turn):
    """`codex exec` where everything is granted; it never asks, so a host of the app server does where it is not."""

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {"command": ("command",)}
    headers = ("indented",)

    def start(self, *, granted: bool) -> Started:
        """Return a run without approvals and sandbox, or one over the app server that declines every question."""
        if not granted:
            return _over_the_app_server()
        trust = ("--dangerously-bypass-hook-trust",) if at_least(self.version, "0.142.0") else ()
        unsafe = "--dangerously-bypass-approvals-and-sandbox"
        argv = ("{{program}}", "exec", unsafe, *trust, "--skip-git-repo-check", PROMPT)
        if at_least(self.version, "0.129.0") and not trust:
            # Hooks are skipped until they are trusted, and no option of these releases does that.
            argv, plan = ("bash", "-c", _TRUST_FIRST, "{{python}}", *argv), json.dumps({"steps": [{"trust": True}]})
            return Started(argv, stdin=plan, settings=dict(_SETTINGS))
        return Started(argv, settings=dict(_SETTINGS))

    def shell_call(self, command: str) -> Reply:
        """Return a call of exec_command."""
        return call("exec_command", cmd=command)

    def asking_shell_call(self, command: str) -> Reply:
        """Return a call that wants out of the sandbox: no other is asked about."""
        escalated = {"sandbox_permissions": "require_escalated", "justification": "has to write"}
        return call("exec_command", cmd=command, **escalated)

    def write_call(self, path: str, text: str) -> Reply:
        """Return a patch that adds the file: there is no other tool that writes one."""
        added = "".join(f"+{line}\n" for line in text.splitlines())
        return self.patch_call(f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n")

    def patch_call(self, patch: str) -> Reply:
        """Return a call of apply_patch, a tool of free text."""
        return Reply(calls=(Call("apply_patch", custom=patch),))

    def edit_call(self, path: str, old: str, new: str) -> Reply:
        """Return a patch that changes the line: there is no other tool that edits one."""
        return self.patch_call(f"*** Begin Patch\n*** Update File: {path}\n@@\n-{old}\n+{new}\n*** End Patch\n")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:
        """Return a call of the server's tool."""
        return mcp(self.version, "echo_text", **arguments)

    def delegation(self, name: str) -> Delegation:
        """Return a search for the tool, where it is in a namespace, its call, and the wait for the sub-agent."""
        message, patience = f"[[{name}]] do it", {"targets": [AGENT], "timeout_ms": 20000}
        if not at_least(self.version, "0.139.0"):
            return Delegation((call("spawn_agent", message=message), call("wait_agent", **patience)))
        agents = "multi_agent_v1"
        spawned = inside(agents, "spawn_agent", message=message, agent_type="explorer")
        return Delegation((search("spawn agent"), spawned, inside(agents, "wait_agent", **patience)))


def _over_the_app_server() -> Started:
    thread = {"cwd": "{{workspace}}", "approvalPolicy": "on-request", "sandbox": "read-only"}
    said = [{"type": "text", "text": PROMPT}]
    plan = {
        "answers": {"item/commandExecution/requestApproval": {"decision": "decline"}},
        "steps": [
            {"trust": True},
            {"call": "thread/start", "params": thread, "save": {"thread": "thread.id"}},
            {"call": "turn/start", "params": {"threadId": "$thread", "input": said}},
            {"wait": "turn/completed"},
        ],
    }
    argv = ("{{python}}", "-m", "hookconform_lab.platforms.codex.app_server", "{{program}}")
    return Started(argv, stdin=json.dumps(plan), settings=dict(_SETTINGS))


TURN = CodexTurn
