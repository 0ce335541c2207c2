"""Claude Code: its payloads are the canonical shape already, but for the name of the sub-agent tool."""

from __future__ import annotations

from hook_adapters.canonical.arguments import AT
from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, OpenedAs, trimmed
from hook_adapters.canonical.platform import ANY, Platform
from hook_adapters.canonical.reading import Tables, kinds, read_fields, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Reading
    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

TABLES = Tables(
    events={},
    # The payload says Agent since 2.1.63; the canonical name is the one before that.
    tools={
        "Agent": "Task",
        "PowerShell": "Bash",
        "Monitor": "Bash",
        "MultiEdit": "Edit",
        "KillBash": "KillShell",
        "TaskStop": "KillShell",
        "TaskOutput": "BashOutput",
        "ReadMcpResourceTool": "ReadMcpResource",
    },
    kinds=kinds(
        read="""
        AgentOutputTool CronList ListAgents ListMcpResourcesTool ReadMcpResourceDirTool TaskGet TaskList
        """,
        search="ToolSearch",
        execute="Workflow",
        think="TaskCreate TaskUpdate",
    ),
    own=words(
        """
        Artifact AskUserQuestion Bash BashOutput CronCreate CronDelete DeferredToolPlaceholder Edit
        EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep KillShell NotebookEdit Projects
        PushNotification Read RemoteTrigger ReportFindings ScheduleWakeup SendMessage Skill SlashCommand Task
        TeamCreate TeamDelete TodoWrite WebFetch WebSearch Write
        """
    ),
    arguments={
        "Monitor": {"timeout_ms": "timeout"},
        "TaskStop": {"task_id": "shell_id"},
        "TaskOutput": {"task_id": "bash_id"},
    },
    paths={
        "Glob": ("/path",),
        "Grep": ("/path",),
        "NotebookEdit": ("/notebook_path",),
        "ExitPlanMode": ("/planFilePath",),
        "EnterWorktree": ("/path",),
        "Workflow": ("/scriptPath",),
    },
    urls={"Monitor": (AT, ("/ws/url",))},
    opened_as=(
        OpenedAs(trimmed(BLANKS_OF_JAVASCRIPT), tools="Glob Grep"),
        # Hooks are told their paths as they are opened.
        OpenedAs(tools="Write Edit Read NotebookEdit"),
    ),
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=words(
        """
        action agent_id agent_transcript_path agent_type background_tasks cache_ttl command_args command_name
        command_source compact_summary content context_tokens custom_instructions delta directory duration_ms
        effort elicitation_id error error_details estimated_cache_write_usd event expansion_type file_path final
        from_model globs index is_interrupt last_assistant_message load_reason mcp_server mcp_server_name
        memory_type message message_id mode model name new_cwd notification_type old_cwd parent_file_path
        permission_mode permission_suggestions pricing prompt_cache_likely_expired prompt_cache_warm prompt_id
        reason requested_model requested_schema seconds_since_last_response session_crons session_title source
        stop_hook_active task_description task_id task_subject team_name teammate_name title to_model tool_calls
        tool_use_id transcript_path trigger trigger_file_path turn_id url worktree_path
        """
    ),
)


HONOURED = {
    # 2.1.84 was measured to run the tool on "ask" when permissions are bypassed, 2.1.85 not to.
    "PreToolUse": {"deny": ANY, "ask": "2.1.85", "context": "2.1.9", "input": "2.1.2"},
    "PermissionRequest": {"deny": ANY, "ask": ANY},  # the user is being asked already, so "ask" needs no answer
    "TaskCreated": {"deny": ANY},
    "PostToolUse": {"deny": ANY, "context": ANY},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "SessionStart": {"context": ANY},
    "Stop": {"deny": ANY, "context": "2.1.163"},
    "SubagentStop": {"deny": ANY},
    "SubagentStart": {"context": "2.1.329"},
    "PostToolUseFailure": {"context": ANY},
    "PostToolBatch": {"deny": "2.1.329", "context": "2.1.329"},
}


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    event = reading.event
    if verdict.decision == "deny" and event == "TaskCreated":
        return printed(exit_code=2, stderr=verdict.reason)
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    if event == "PreToolUse":
        body |= _before_tool(reading, verdict)
    elif verdict.decision == "deny" and event == "PermissionRequest":
        body |= _specific(event, decision={"behavior": "deny", "message": verdict.reason})
    elif verdict.decision == "deny":
        body |= {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        body |= _specific(event, additionalContext=verdict.context)
    return printed(body)


def _before_tool(reading: Reading, verdict: Verdict) -> dict[str, Any]:
    output: dict[str, Any] = {}
    if verdict.decision in ("deny", "ask"):
        output |= {"permissionDecision": verdict.decision, "permissionDecisionReason": verdict.reason}
    if "input" in verdict.parts:
        output["updatedInput"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        output["additionalContext"] = verdict.context
    return _specific(reading.event, **output) if output else {}


def _specific(event: str, **output: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **output}}


def sent_by_grok(payload: Mapping[str, Any]) -> bool:
    """Tell whether Grok Build sent this: it, too, runs what Claude Code's settings register."""
    return "hookEventName" in payload


def sent_by_vs_code(payload: Mapping[str, Any]) -> bool:
    """Tell whether VS Code's agent sent this: it names the time of every event, and each call or the transcript.

    It, too, runs what Claude Code's settings register, and so does Copilot CLI, which names the transcript only where
    it says why a turn stopped.
    """
    names = payload.keys() & {"transcript_path", "tool_use_id"}
    return "timestamp" in payload and "hook_event_name" in payload and bool(names) and "stop_reason" not in payload


def sent_by_copilot_cli(payload: Mapping[str, Any]) -> bool:
    """Tell whether Copilot CLI, or else VS Code, sent this: Claude Code never names the time of an event."""
    return "timestamp" in payload


def sent_by_code_puppy(payload: Mapping[str, Any]) -> bool:
    """Tell whether Code Puppy sent this: it runs a project's hooks, and never names a transcript."""
    return {"tool_name", "permission_mode"} <= payload.keys() and "transcript_path" not in payload


PLATFORM = Platform(
    TABLES,
    read_fields,
    answer,
    honoured=HONOURED,
    widely_used=True,
    # In this order: Grok Build names the time too, and Copilot CLI the permission mode of no call.
    neighbours={
        "grok-build": sent_by_grok,
        "vscode-copilot": sent_by_vs_code,
        "copilot-cli": sent_by_copilot_cli,
        "code-puppy": sent_by_code_puppy,
    },
    # Exit code 2 alone runs the tool on Code Puppy, and on Copilot CLI before 1.0.70.
    last_answer='{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
    '"permissionDecisionReason":"The policy hook failed."}}',
)
