"""The run that drives Codex with somebody to answer: permissions, questions, interrupt, plan mode, fork, clear."""

from __future__ import annotations

import json
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script, call, text
from hookconform_lab.platforms.codex.names import events_at
from hookconform_lab.platforms.codex.replies import FILES, MODEL_EVENTS, PLAN, QUESTIONS, SHELL_SESSION, mcp, patch


def host(plan: dict[str, Any]) -> Program:
    """Return the step that carries out a plan over the app server (see `codex_app_server`)."""
    argv = ("{{python}}", "-m", "hookconform_lab.platforms.codex.app_server", "{{program}}")
    return Program(argv, stdin=json.dumps(plan))


def talk(version: str) -> Scenario:
    """Return the run with somebody to answer, over the app server."""
    outside = "{{home}}/outside"
    escalated = {"sandbox_permissions": "require_escalated", "justification": "has to write outside"}
    asked = (
        call("exec_command", cmd=f"touch {outside}-1; echo asked", **escalated),
        patch(f"*** Add File: {outside}-2.txt\n+x\n"),
        mcp(version, "echo_text", text="asked"),
        call("request_user_input", questions=QUESTIONS),
        call("request_permissions", reason="needs the network", permissions={"network": {"enabled": True}}),
        call("exec_command", cmd="sleep 1; read w; echo $w", yield_time_ms=250, tty=True, **escalated),
        call("write_stdin", session_id=SHELL_SESSION, chars="zz\n", yield_time_ms=2500),
        text("Asked everything."),
    )
    slow = (call("exec_command", cmd="sleep 20; echo slow", yield_time_ms=20000, **escalated),)
    planned = (call("update_plan", plan=PLAN), call("exec_command", cmd="echo planning"), text("Planned."))
    script = {"ASKED": asked, "SLOW": slow, "PLANNED": planned, "SHORT": (text("One."),)}
    answers = {
        "item/commandExecution/requestApproval": {"decision": "accept"},
        "item/fileChange/requestApproval": {"decision": "accept"},
        "item/tool/requestUserInput": {"answers": {"colour": {"answers": ["Red"]}}},
        "item/permissions/requestApproval": {"permissions": {"network": {"enabled": True}}, "scope": "turn"},
        "mcpServer/elicitation/request": {"action": "accept", "content": {}},
    }
    thread = {"cwd": "{{workspace}}", "approvalPolicy": "on-request", "sandbox": "read-only"}
    plan_mode = {
        "mode": "plan",
        "settings": {"model": "gpt-5.5", "reasoning_effort": None, "developer_instructions": None},
    }
    ended = {"wait": "turn/completed"}
    steps = [
        *([{"trust": True}] if at_least(version, "0.129.0") else []),
        {"call": "thread/start", "params": thread, "save": {"thread": "thread.id"}},
        _turn("ASKED"),
        ended,
        _turn("SLOW", save={"turn": "turn.id"}),
        {"wait": "item/started", "contains": "commandExecution"},
        {"call": "turn/interrupt", "params": {"threadId": "$thread", "turnId": "$turn"}},
        ended,
        {"call": "thread/compact/start", "params": {"threadId": "$thread"}},
        ended,
        {**_turn("PLANNED", collaborationMode=plan_mode), "optional": True},
        {**ended, "optional": True},
        {"call": "thread/fork", "params": {"threadId": "$thread"}, "save": {"thread": "thread.id"}},
        _turn("SHORT"),
        ended,
        {
            "call": "thread/start",
            "params": {**thread, "sessionStartSource": "clear"},
            "save": {"thread": "thread.id"},
        },
        _turn("SHORT"),
        ended,
    ]
    return Scenario(
        name="app-server",
        title="permissions, questions, interrupt, plan mode, manual compaction, fork and clear over the app server",
        script=Script(script),
        steps=(host({"answers": answers, "steps": steps}),),
        files=FILES,
        settings={
            "model": "gpt-5.5",
            "features": {"default_mode_request_user_input": True, "request_permissions_tool": True},
            "tables": ("[tools.update_plan]", "enabled = true") if at_least(version, "0.153.0") else (),
            "without_events": MODEL_EVENTS,
        },
        expects=("PermissionRequest", *(("Interrupt",) if "Interrupt" in events_at(version) else ())),
    )


def _turn(marker: str, *, save: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    said = [{"type": "text", "text": f"[[{marker}]] go on"}]
    return {"call": "turn/start", "params": {"threadId": "$thread", "input": said, **more}, "save": save or {}}
