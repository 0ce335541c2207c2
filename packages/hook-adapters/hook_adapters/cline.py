"""Cline CLI: calls of several commands or files, told twice; an answer that stops ends the whole run."""

from __future__ import annotations

from hook_adapters.canonical.arguments import LISTED
from hook_adapters.canonical.contained import Values
from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, UNUSUAL_BLANKS, OpenedAs, normalized, replaced, trimmed
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

# What an event is called in a payload, by the name of the file its hook stands in.
REGISTERED = {
    "TaskStart": "agent_start",
    "TaskResume": "agent_resume",
    "TaskCancel": "agent_abort",
    "TaskComplete": "agent_end",
    "TaskError": "agent_error",
    "PreToolUse": "tool_call",
    "PostToolUse": "tool_result",
    "UserPromptSubmit": "prompt_submit",
    "SessionShutdown": "session_shutdown",
}

TABLES = Tables(
    events={
        "tool_call": "PreToolUse",
        "tool_result": "PostToolUse",
        "prompt_submit": "UserPromptSubmit",
        "agent_end": "Stop",
        "agent_error": "StopFailure",
        "session_shutdown": "SessionEnd",
    },
    tools={
        "run_commands": "Bash",
        "editor": "Edit",
        "apply_patch": "Edit",
        "read_files": "Read",
        "search_codebase": "Grep",
        "fetch_web_content": "WebFetch",
        "spawn_agent": "Task",
        "team_run_task": "Task",
        "ask_question": "AskUserQuestion",
        "skills": "Skill",
        "team_send_message": "SendMessage",
        "team_broadcast": "SendMessage",
        "switch_to_act_mode": "ExitPlanMode",
    },
    kinds=kinds(
        read="team_status team_list_runs team_await_runs team_read_mailbox team_list_outcomes",
        think="""
        team_spawn_teammate team_task team_mission_log team_create_outcome team_attach_outcome_fragment
        team_review_outcome_fragment team_finalize_outcome
        """,
    ),
    own=words("submit_and_exit team_cancel_run team_cleanup team_shutdown_teammate"),
    arguments={
        "editor": {"path": "file_path", "old_text": "old_string", "new_text": "new_string"},
        "apply_patch": {"input": "patch"},
        "read_files": {"path": "file_path", "start_line": "offset"},
        "spawn_agent": {"task": "prompt"},
        "team_run_task": {"task": "prompt", "agentId": "subagent_type"},
        "team_send_message": {"toAgentId": "to", "subject": "summary", "body": "message"},
        "team_broadcast": {"subject": "summary", "body": "message"},
    },
    paths={
        "read_files": (
            *("/files", "/files/*", "/files/*/path", "/files/*/file_path", "/files/*/filePath"),
            *("/files/path", "/files/file_path", "/files/filePath", "/file_paths", "/file_paths/*"),
            *("/paths", "/paths/*", "/paths/*/path", "/paths/*/file_path", "/paths/*/filePath"),
            *("/paths/path", "/paths/file_path", "/paths/filePath", "/filePath"),
        )
    },
    urls={"fetch_web_content": (LISTED, "requests")},
    contained={
        "run_commands": Values("commands", "command", "cmd", each="command", words="args"),
        "read_files": Values("files", "file_paths", "paths", "path", "file_path", "filePath", each="path"),
        "search_codebase": Values("queries", each="pattern"),
        "fetch_web_content": Values("requests", each="url"),
    },
    patch_tools=frozenset({"apply_patch"}),
    opened_as=(
        OpenedAs(trimmed(BLANKS_OF_JAVASCRIPT), tools="apply_patch"),
        # Tried one after the other where no file is called so.
        OpenedAs(replaced(" ", "\u202f"), tools="read_files"),
        OpenedAs(normalized("NFD"), tools="read_files"),
        OpenedAs(replaced("'", "\u2019"), tools="read_files"),
        OpenedAs(replaced(UNUSUAL_BLANKS, " "), normalized("NFC"), tools="read_files"),
    ),
    read=words("hookName taskId workspaceRoots tool_call tool_result userPromptSubmit"),
    kept=words("""
        agent_id clineVersion error iteration parent_agent_id postToolUse preToolUse reason sessionContext taskCancel
        taskComplete taskResume taskStart timestamp turn userId workspaceInfo
    """),
)
# Only these two are waited for; what the hooks of other events answer is thrown away.
HONOURED = {
    "PreToolUse": {"deny": ANY, "ask": NEVER, "context": ANY, "input": ANY},
    "PostToolUse": {"deny": ANY, "context": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`.

    `preToolUse` and `postToolUse` tell the call once more with every value turned into a text, so they are not read.
    """
    payload = parse(text)
    named = event_name(first(payload, "hookName"), registered_event)
    event = named if "hookName" in payload else REGISTERED.get(named, named)
    call = first(payload, "tool_call", "tool_result")
    call = call if isinstance(call, dict) else {}
    result = _object(payload, "tool_result")
    error = result.get("error")
    return Reading(
        event,
        payload=payload,
        tool=first(call, "name"),
        arguments=first(call, "input"),
        response=first(result, "output"),
        session_id=payload.get("taskId"),
        cwd=_first_of(payload.get("workspaceRoots")),
        prompt=_object(payload, "userPromptSubmit").get("prompt"),
        also=("PostToolUseFailure",) if event == "tool_result" and error is not None and error is not False else (),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        # After the tool the model is told; to cancel would end the run before it could be.
        after = TABLES.events.get(reading.event, reading.event) == "PostToolUse"
        body = {"errorMessage": verdict.reason} | ({} if after else {"cancel": True})
        return printed(body, stderr=verdict.system_message or "")
    if "input" in verdict.parts:
        body["overrideInput"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        body["context"] = verdict.context
    return printed(body, stderr=verdict.system_message or "")


def _object(payload: dict[str, Any], key: str) -> dict[str, Any]:
    value = payload.get(key)
    return value if isinstance(value, dict) else {}


def _first_of(value: Any) -> Any:
    return value[0] if isinstance(value, list) and value else None


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    last_answer='{"cancel":true,"errorMessage":"The policy hook failed."}',
)
