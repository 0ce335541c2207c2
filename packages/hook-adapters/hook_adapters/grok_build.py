"""Grok Build: events in snake case, camelCase fields beside Claude Code's, and whatever Claude Code's hooks answer."""

from __future__ import annotations

import re

from hook_adapters.canonical.opened import OpenedAs, replaced, trimmed, trimmed_end
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

# What an event is called in a payload, by the name that its hooks are registered under.
REGISTERED = {
    "PreToolUse": "pre_tool_use",
    "PostToolUse": "post_tool_use",
    "PostToolUseFailure": "post_tool_use_failure",
    "PermissionDenied": "permission_denied",
    "UserPromptSubmit": "user_prompt_submit",
    "SessionStart": "session_start",
    "SessionEnd": "session_end",
    "Stop": "stop",
    "StopFailure": "stop_failure",
    "StopCancelled": "stop_cancelled",
    "SubagentStart": "subagent_start",
    "SubagentStop": "subagent_stop",
    "Notification": "notification",
    "PreCompact": "pre_compact",
    "PostCompact": "post_compact",
}
_SERVER_TOOL = re.compile(r"[A-Za-z0-9_-]+__[A-Za-z0-9_-]+")
BLANKS = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
LINE_ENDS = "\t\n\v\f\r\x85\u2028\u2029"
# Of quotes one at either end is enough.
BARE = trimmed(BLANKS + LINE_ENDS + "\"'")

TABLES = Tables(
    events={native: name for name, native in REGISTERED.items() if name != "StopCancelled"},
    tools={
        "run_terminal_command": "Bash",
        "run_terminal_cmd": "Bash",
        "bash": "Bash",
        "Shell": "Bash",
        "monitor": "Bash",
        "write": "Write",
        "search_replace": "Edit",
        "hashline_edit": "Edit",
        "edit": "Edit",
        "apply_patch": "Edit",
        "read_file": "Read",
        "hashline_read": "Read",
        "read": "Read",
        "list_dir": "LS",
        "glob": "Glob",
        "grep": "Grep",
        "grep_files": "Grep",
        "hashline_grep": "Grep",
        "web_fetch": "WebFetch",
        "spawn_subagent": "Task",
        "send_subagent_message": "SendMessage",
        "get_command_or_subagent_output": "BashOutput",
        "wait_commands_or_subagents": "BashOutput",
        "kill_command_or_subagent": "KillShell",
        "todo_write": "TodoWrite",
        "todowrite": "TodoWrite",
        "skill": "Skill",
        "ask_user_question": "AskUserQuestion",
        "enter_plan_mode": "EnterPlanMode",
        "exit_plan_mode": "ExitPlanMode",
    },
    kinds=kinds(read="scheduler_list memory_get", search="search_tool memory_search", execute="workflow"),
    own=words(
        """
        image_edit image_gen image_to_video reference_to_video scheduler_create scheduler_delete send_feedback
        """
    ),
    arguments={
        "run_terminal_command": {"background": "run_in_background"},
        "run_terminal_cmd": {"is_background": "run_in_background"},
        "monitor": {"timeout_ms": "timeout"},
        "read_file": {"target_file": "file_path"},
        "hashline_read": {"target_file": "file_path"},
        "read": {"filePath": "file_path"},
        "edit": {
            "filePath": "file_path",
            "oldString": "old_string",
            "newString": "new_string",
            "replaceAll": "replace_all",
        },
        "apply_patch": {"patch": "patch"},
        "list_dir": {"target_directory": "path", "dir_path": "path"},
        "grep": {"include": "glob"},
        "grep_files": {"include": "glob"},
        "skill": {"name": "skill"},
        "send_subagent_message": {"subagent_id": "to", "text": "message"},
        "kill_command_or_subagent": {"task_id": "shell_id"},
    },
    paths={
        "bash": ("/workdir",),
        "list_dir": ("/target_directory", "/dir_path"),
        "glob": ("/path",),
        "grep": ("/path",),
        "grep_files": ("/path",),
        "hashline_grep": ("/path",),
        "memory_get": ("/path",),
        "spawn_subagent": ("/cwd",),
        "workflow": ("/source/script_path", "/script_path"),
        "image_edit": ("/image/*",),
        "image_to_video": ("/image",),
        "reference_to_video": ("/images/*", "/first_frame", "/last_frame", "/keyframes/*/image"),
    },
    patch_tools=frozenset({"apply_patch"}),
    opened_as=(
        OpenedAs(BARE),
        # Quotes in the headers of a patch stay.
        OpenedAs(trimmed_end(BLANKS + LINE_ENDS), tools="apply_patch"),
        # Where no file is called so.
        OpenedAs(BARE, replaced("\u00a0\u202f", " "), tools="read_file search_replace hashline_read hashline_edit"),
        OpenedAs(replaced(" ", "\u202f"), tools="read_file search_replace hashline_read hashline_edit"),
    ),
    read=words(
        """
        hookEventName toolName toolInput toolResult sessionId cwd prompt
        hook_event_name tool_name tool_input tool_response session_id
        """
    ),
    kept=words(
        """
        backgroundTasks cancelledBy description durationMs duration_ms error errorDetails isBackgrounded isInterrupt
        is_interrupt lastAssistantMessage level message notificationType permissionMode
        permission_mode phase promptId reason sessionCrons source stopHookActive subagentId
        subagentType timestamp toolInputTruncated toolResultTruncated toolUseId tool_use_id transcriptPath
        transcript_path workspaceRoot
        """
    ),
)
HONOURED = {
    # A question is answered with yes where every tool was allowed before, so a deny stands in.
    "PreToolUse": {"deny": ANY, "ask": NEVER, "context": "1.0.41", "input": "1.0.5"},
    "PostToolUse": {"deny": "1.0.41", "context": "1.0.41"},
    "UserPromptSubmit": {"deny": "1.0.41"},
    "Stop": {"deny": ANY, "context": ANY},
    "SubagentStop": {"deny": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`.

    Newer versions tell most of it once more under Claude Code's names, which are not read.
    """
    payload = parse(text)
    tool = first(payload, "toolName")
    arguments = first(payload, "toolInput")
    if _is_enveloped(tool, arguments):
        arguments = arguments["tool_input"]
    named = event_name(first(payload, "hookEventName"), registered_event)
    return Reading(
        named if "hookEventName" in payload else REGISTERED.get(named, named),
        payload=payload,
        tool=tool,
        arguments=arguments,
        response=first(payload, "toolResult"),
        session_id=first(payload, "sessionId"),
        cwd=first(payload, "cwd"),
        prompt=first(payload, "prompt"),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    event = TABLES.events.get(reading.event, reading.event)
    body: dict[str, Any] = {}
    output: dict[str, Any] = {}
    if verdict.decision == "deny":
        # Before a tool older versions heed the top-level decision alone, and only this word.
        body = {"decision": "deny" if event == "PreToolUse" else "block", "reason": verdict.reason}
    elif "input" in verdict.parts:
        changed = changed_arguments(reading, TABLES, verdict)
        given: Any = reading.payload.get("toolInput")
        output["updatedInput"] = {**given, "tool_input": changed} if _is_enveloped(reading.tool, given) else changed
    if "context" in verdict.parts:
        output["additionalContext"] = verdict.context
    if output:
        body["hookSpecificOutput"] = {"hookEventName": event, **output}
    return printed(body, stderr=verdict.system_message or "")


def _is_enveloped(tool: Any, arguments: Any) -> bool:
    """Tell whether the arguments are those of the tool by way of which a server's tool is called."""
    return (
        isinstance(tool, str)
        and _SERVER_TOOL.fullmatch(tool) is not None
        and isinstance(arguments, dict)
        and arguments.get("tool_name") == tool
        and isinstance(arguments.get("tool_input"), dict)
    )


PLATFORM = Platform(TABLES, read, answer, honoured=HONOURED)
