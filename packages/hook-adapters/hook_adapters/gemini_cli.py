"""Gemini CLI: its own event and tool names, and an error field that makes an after-tool event a failure."""

from __future__ import annotations

from hook_adapters.canonical.arguments import FROM_ZERO, IN_TEXT
from hook_adapters.canonical.opened import OpenedAs, decoded, replaced, without
from hook_adapters.canonical.platform import ANY, Platform
from hook_adapters.canonical.reading import Reading, Tables, kinds, read_fields, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

SEARCH = {"dir_path": "path", "include_pattern": "glob", "include": "glob"}
FOLDER = ("/dir_path",)
FILE_TOOLS = "read_file write_file replace"

TABLES = Tables(
    events={
        "BeforeTool": "PreToolUse",
        "AfterTool": "PostToolUse",
        "BeforeAgent": "UserPromptSubmit",
        "AfterAgent": "Stop",
        "PreCompress": "PreCompact",
    },
    tools={
        "run_shell_command": "Bash",
        "write_file": "Write",
        "replace": "Edit",
        "read_file": "Read",
        "glob": "Glob",
        "grep_search": "Grep",
        "search_file_content": "Grep",  # before 0.28, and still reported when a model calls it so
        "web_fetch": "WebFetch",
        "invoke_agent": "Task",
        "codebase_investigator": "Task",  # 0.27 to 0.38 declared one tool per agent
        "cli_help": "Task",
        "generalist": "Task",
        "delegate_to_agent": "Task",  # 0.22 to 0.26
        "google_web_search": "WebSearch",
        "write_todos": "TodoWrite",
        "ask_user": "AskUserQuestion",
        "activate_skill": "Skill",
        "list_directory": "LS",
        "execute_code": "Bash",  # legacy alias: in published tables, never emitted
        "enter_plan_mode": "EnterPlanMode",
        "exit_plan_mode": "ExitPlanMode",
        "read_mcp_resource": "ReadMcpResource",
        "read_background_output": "BashOutput",
    },
    kinds=kinds(
        read="""
        get_internal_docs list_mcp_resources list_background_processes tracker_get_task tracker_list_tasks
        tracker_visualize
        """,
        edit="save_memory",
        think="update_topic tracker_create_task tracker_update_task tracker_add_dependency",
    ),
    own=words("complete_task"),
    arguments={
        "run_shell_command": {"is_background": "run_in_background"},
        "replace": {"allow_multiple": "replace_all"},
        "read_file": {"start_line": "offset"},
        "glob": {"dir_path": "path"},
        "grep_search": SEARCH,
        "search_file_content": SEARCH,
        "list_directory": {"dir_path": "path"},
        "invoke_agent": {"agent_name": "subagent_type"},
        # Each agent of that time had an argument of its own for what to do.
        "delegate_to_agent": {
            "agent_name": "subagent_type",
            "objective": "prompt",
            "question": "prompt",
            "request": "prompt",
        },
        "codebase_investigator": {"objective": "prompt"},
        "cli_help": {"question": "prompt"},
        "generalist": {"request": "prompt"},
        "activate_skill": {"name": "skill"},
        "read_background_output": {"pid": "bash_id"},
    },
    paths={
        "glob": FOLDER,
        "grep_search": FOLDER,
        "search_file_content": FOLDER,
        "list_directory": FOLDER,
        "run_shell_command": FOLDER,
        "exit_plan_mode": ("/plan_path", "/plan_filename"),
    },
    # Before 0.31; later versions read start_line, which counts from 1.
    units={"read_file": {"offset": FROM_ZERO}},
    urls={"web_fetch": (IN_TEXT, "prompt")},
    opened_as=(
        # The start goes unless a file is called so.
        OpenedAs(replaced("\0"), without(r"\A@[/\\]*"), decoded, tools=FILE_TOOLS),
        OpenedAs(replaced("\0"), decoded, tools=FILE_TOOLS),
        OpenedAs(decoded, tools="glob grep_search"),
    ),
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=frozenset(
        {
            "details",
            "llm_request",
            "llm_response",
            "mcp_context",
            "message",
            "notification_type",
            "original_request_name",
            "prompt_response",
            "reason",
            "source",
            "stop_hook_active",
            "timestamp",
            "transcript_path",
            "trigger",
        }
    ),
)


HONOURED = {
    # Asked for, the user has to confirm (a run without a terminal then waits for ever). 0.37.2 ignores it.
    "BeforeTool": {"deny": ANY, "ask": "0.38.0", "input": ANY},
    "AfterTool": {"deny": ANY, "context": ANY},
    "BeforeAgent": {"deny": ANY, "context": ANY},
    "AfterAgent": {"deny": ANY},
    "SessionStart": {"context": ANY},
    "BeforeModel": {"deny": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    reading = read_fields(text, registered_event)
    event, payload, response = reading.event, reading.payload, reading.response
    # Before 0.33 a server's tool has its bare name.
    reading.bare_tool = bool(payload.get("mcp_context"))
    error = response.get("error") if isinstance(response, dict) else None
    if event == "AfterTool" and error is not None and error is not False:
        reading.also = ("PostToolUseFailure",)
    elif event == "Notification" and payload.get("notification_type") == "ToolPermission":
        reading.also = ("PermissionRequest",)
    return reading


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    if verdict.decision in ("deny", "ask"):
        body |= {"decision": verdict.decision, "reason": verdict.reason}
    output: dict[str, Any] = {}
    if "input" in verdict.parts:
        output["tool_input"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        output["additionalContext"] = verdict.context
    if output:
        body["hookSpecificOutput"] = {"hookEventName": reading.event, **output}
    return printed(body)


PLATFORM = Platform(TABLES, read, answer, honoured=HONOURED, widely_used=True, pre_tool_event="BeforeTool")
