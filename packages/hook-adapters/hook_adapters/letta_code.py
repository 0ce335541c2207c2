"""Letta Code: Claude Code's names for events, keys of its own, no session; exit codes decide."""

from __future__ import annotations

from hook_adapters.canonical.arguments import AT, FROM_ZERO
from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, OpenedAs, expanded, trimmed_end
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

TABLES = Tables(
    events={},
    tools={
        "exec_command": "Bash",
        "ShellCommand": "Bash",
        "shell_command": "Bash",
        "RunShellCommand": "Bash",
        "run_shell_command": "Bash",
        "Monitor": "Bash",
        "write_stdin": "BashInput",
        "TaskOutput": "BashOutput",
        "TaskStop": "KillShell",
        "KillBash": "KillShell",
        "ReadFileGemini": "Read",
        "read_file_gemini": "Read",
        "WriteFileGemini": "Write",
        "write_file_gemini": "Write",
        "ApplyPatch": "Edit",
        "apply_patch": "Edit",
        "Replace": "Edit",
        "replace": "Edit",
        "MultiEdit": "Edit",
        "ListDirectory": "LS",
        "list_directory": "LS",
        "GlobGemini": "Glob",
        "glob_gemini": "Glob",
        "SearchFileContent": "Grep",
        "search_file_content": "Grep",
        "UpdatePlan": "TodoWrite",
        "update_plan": "TodoWrite",
        "WriteTodos": "TodoWrite",
        "write_todos": "TodoWrite",
        "SendAgentMessage": "SendMessage",
    },
    kinds=kinds(
        read="ReadManyFiles TaskGet TaskList ViewImage read_many_files view_image",
        edit="memory memory_apply_patch",
        execute="Workflow",
        think="TaskCreate TaskUpdate",
    ),
    own=words(
        """
        AskUserQuestion Bash Edit EnterWorktree ExitWorktree LS Read SetWorkingDirectory Skill Task TodoWrite
        Write
        """
    ),
    arguments={
        "exec_command": {"cmd": "command"},
        "ShellCommand": {"timeout_ms": "timeout"},
        "shell_command": {"timeout_ms": "timeout"},
        "Monitor": {"timeout_ms": "timeout"},
        "write_stdin": {"session_id": "shell_id", "chars": "command"},
        "TaskOutput": {"task_id": "bash_id"},
        "TaskStop": {"task_id": "shell_id"},
        "ApplyPatch": {"input": "patch"},
        "apply_patch": {"input": "patch"},
        "memory_apply_patch": {"input": "patch"},
        "ListDirectory": {"dir_path": "path"},
        "list_directory": {"dir_path": "path"},
        "GlobGemini": {"dir_path": "path"},
        "glob_gemini": {"dir_path": "path"},
        "SearchFileContent": {"dir_path": "path", "include": "glob"},
        "search_file_content": {"dir_path": "path", "include": "glob"},
        "UpdatePlan": {"plan": "todos"},
        "update_plan": {"plan": "todos"},
        "SendAgentMessage": {"agent_id": "to"},
    },
    units={name: {"offset": FROM_ZERO} for name in ("Read", "ReadFileGemini", "read_file_gemini")},
    paths={
        "LS": ("/path",),
        "exec_command": ("/workdir", "/shell"),
        "ReadManyFiles": ("/include/*",),
        "read_many_files": ("/include/*",),
        "ShellCommand": ("/workdir",),
        "shell_command": ("/workdir",),
        "RunShellCommand": ("/dir_path",),
        "run_shell_command": ("/dir_path",),
        "ListDirectory": ("/dir_path",),
        "list_directory": ("/dir_path",),
        "GlobGemini": ("/dir_path",),
        "glob_gemini": ("/dir_path",),
        "SearchFileContent": ("/dir_path",),
        "search_file_content": ("/dir_path",),
        "ViewImage": ("/path",),
        "view_image": ("/path",),
        "EnterWorktree": ("/path", "/repo_path"),
        "SetWorkingDirectory": ("/path",),
        "Workflow": ("/scriptPath",),
        "memory": ("/old_path", "/new_path"),
    },
    urls={"Monitor": (AT, ("/ws/url",))},
    patch_tools=frozenset({"ApplyPatch", "apply_patch", "memory_apply_patch"}),
    opened_as=(
        OpenedAs(expanded, tools="Write Edit Read"),
        OpenedAs(trimmed_end(BLANKS_OF_JAVASCRIPT), tools="ApplyPatch apply_patch memory_apply_patch"),
    ),
    read=words("event_type tool_name tool_input tool_result working_directory prompt"),
    kept=words(
        """
        agent_id agent_name assistant_message conversation_id duration_ms error error_message error_type is_command
        is_new_session level message message_count permission session_permissions stop_reason subagent_id
        subagent_type success tool_call_count tool_call_id user_message
        """
    ),
)
HONOURED = {
    "PreToolUse": {"deny": ANY, "ask": NEVER, "input": "0.30.28"},
    "PermissionRequest": {"deny": ANY, "ask": ANY},  # the user is being asked already, so "ask" needs no answer
    "PostToolUse": {"deny": ANY, "context": ANY},
    "PostToolUseFailure": {"context": ANY},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "Stop": {"deny": ANY},
    "SessionStart": {"context": ANY},
}
_STOP, _NO_ANSWER = 2, 1


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    return Reading(
        event_name(first(payload, "event_type"), registered_event),
        payload=payload,
        tool=first(payload, "tool_name"),
        arguments=first(payload, "tool_input"),
        response=first(payload, "tool_result"),
        cwd=first(payload, "working_directory"),
        prompt=first(payload, "prompt"),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    told = verdict.system_message or ""
    if verdict.decision == "deny":
        return printed(exit_code=_STOP, stderr=verdict.reason)
    if reading.event == "PermissionRequest":
        # Exit code 0 would allow what the user is about to be asked.
        return printed(exit_code=_NO_ANSWER, stderr=told)
    if "input" in verdict.parts:
        changed = changed_arguments(reading, TABLES, verdict)
        return printed({"hookSpecificOutput": {"hookEventName": reading.event, "updatedInput": changed}}, stderr=told)
    if "context" in verdict.parts and reading.event in ("UserPromptSubmit", "SessionStart"):
        # There all that is printed is told, JSON or not.
        return {"exit_code": 0, "stdout": verdict.context or "", "stderr": told}
    if "context" in verdict.parts:
        output = {"hookEventName": reading.event, "additionalContext": verdict.context}
        return printed({"hookSpecificOutput": output}, stderr=told)
    return printed(stderr=told)


PLATFORM = Platform(TABLES, read, answer, honoured=HONOURED)
