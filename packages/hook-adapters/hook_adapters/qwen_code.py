"""Qwen Code: Claude Code's payloads and events, with tool names of its own."""

from __future__ import annotations

from hook_adapters.canonical.arguments import FROM_ZERO
from hook_adapters.canonical.opened import OpenedAs, with_slashes
from hook_adapters.canonical.platform import ANY, Platform
from hook_adapters.canonical.reading import Tables, kinds, read_fields, words
from hook_adapters.canonical.verdict import answer as printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.reading import Reading
    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

TABLES = Tables(
    events={},
    tools={
        "run_shell_command": "Bash",
        "monitor": "Bash",
        "write_file": "Write",
        "edit": "Edit",
        "read_file": "Read",
        "glob": "Glob",
        "grep_search": "Grep",
        "list_directory": "LS",
        "web_fetch": "WebFetch",
        "agent": "Task",
        "todo_write": "TodoWrite",
        "ask_user_question": "AskUserQuestion",
        "skill": "Skill",
        "notebook_edit": "NotebookEdit",
        "task_stop": "KillShell",
        "enter_plan_mode": "EnterPlanMode",
        "exit_plan_mode": "ExitPlanMode",
        "send_message": "SendMessage",
        "read_mcp_resource": "ReadMcpResource",
    },
    kinds=kinds(
        read="cron_list display_image get_goal list_agents task_list zoom_image",
        search="tool_search",
        execute="workflow",
        think="propose_goal task_create task_update update_goal",
    ),
    own=words(
        """
        artifact create_sub_session cron_create cron_delete enter_worktree exit_worktree loop_wakeup
        record_artifact report_findings request_shutdown team_create team_delete team_plan_approval
        """
    ),
    arguments={
        "run_shell_command": {"is_background": "run_in_background"},
        "task_stop": {"task_id": "shell_id"},
        "read_mcp_resource": {"server_name": "server"},
    },
    units={"read_file": {"offset": FROM_ZERO}},
    paths={
        "run_shell_command": ("/directory",),
        "monitor": ("/directory",),
        "glob": ("/path",),
        "grep_search": ("/path",),
        "list_directory": ("/path",),
        "agent": ("/working_dir",),
        "notebook_edit": ("/notebook_path",),
        "workflow": ("/scriptPath",),
        "record_artifact": ("/workspacePath",),
    },
    opened_as=(OpenedAs(with_slashes, tools="glob grep_search"),),
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=words(
        """
        agent_id agent_transcript_path agent_type all_todos background_tasks command_args command_name context_limit
        context_usage crons custom_instructions deleted_session_id displayed_text duration_ms error error_details
        file_path input_tokens is_final is_interrupt last_assistant_message load_reason memory_type message
        message_id model notification_type permission_mode phase previous_status prompt_id reason source
        stop_hook_active submitted_prompt timestamp title todo_content todo_id todo_status tool_call_id tool_calls
        tool_use_id transcript_path trigger
        """
    ),
)


HONOURED = {
    # Context is read of no answer before a tool, and `updatedInput` of none at all.
    "PreToolUse": {"deny": ANY, "ask": ANY},
    "PermissionRequest": {"deny": ANY, "ask": ANY},  # the user is being asked already, so "ask" needs no answer
    "PostToolUse": {"context": ANY},
    "PostToolUseFailure": {"context": ANY},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "Stop": {"deny": ANY},
}


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    event = reading.event
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    output: dict[str, Any] = {}
    if event == "PreToolUse" and verdict.decision in ("deny", "ask"):
        output = {"permissionDecision": verdict.decision, "permissionDecisionReason": verdict.reason}
    elif verdict.decision == "deny" and event == "PermissionRequest":
        output = {"decision": {"behavior": "deny", "message": verdict.reason}}
    elif verdict.decision == "deny":
        body |= {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        output = {"additionalContext": verdict.context}
    if output:
        body["hookSpecificOutput"] = {"hookEventName": event, **output}
    return printed(body)


PLATFORM = Platform(TABLES, read_fields, answer, honoured=HONOURED, widely_used=True)
