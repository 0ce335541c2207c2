"""VS Code agent mode: Claude-shaped envelope, the editor's own tool names, camelCase argument names."""

from __future__ import annotations

from hook_adapters.canonical.arguments import LISTED
from hook_adapters.canonical.contained import Edits
from hook_adapters.canonical.opened import OpenedAs, of_editor_address
from hook_adapters.canonical.platform import ANY, Platform
from hook_adapters.canonical.reading import Reading, Tables, kinds, read_fields, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

FILE = {"filePath": "file_path"}
EDIT = {"filePath": "file_path", "oldString": "old_string", "newString": "new_string"}

# Their argument keeps its name, and is a path all the same.
FILE_ALONE = words(
    """
    edit_notebook_file copilot_getNotebookSummary read_notebook_cell_output run_notebook_cell view_image
    """
)

TABLES = Tables(
    events={},
    tools={
        "run_in_terminal": "Bash",
        "create_file": "Write",
        "replace_string_in_file": "Edit",
        "multi_replace_string_in_file": "Edit",
        "insert_edit_into_file": "Edit",
        "apply_patch": "Edit",
        "edit_notebook_file": "NotebookEdit",
        "read_file": "Read",
        "list_dir": "LS",
        "file_search": "Glob",
        "grep_search": "Grep",
        "fetch_webpage": "WebFetch",
        "runSubagent": "Task",
        "manage_todo_list": "TodoWrite",
        "vscode_askQuestions": "AskUserQuestion",
        "send_to_terminal": "BashInput",
        "get_terminal_output": "BashOutput",
        "await_terminal": "BashOutput",
        "kill_terminal": "KillShell",
    },
    kinds=kinds(
        read="""
        get_errors get_changed_files get_task_output testFailure read_notebook_cell_output
        copilot_getNotebookSummary get_vscode_api get_project_setup_info get_search_view_results
        read_project_structure view_image resolve_memory_file_uri terminal_last_command terminal_selection
        session_store_sql
        """,
        edit="memory create_directory create_new_workspace create_new_jupyter_notebook vscode_renameSymbol",
        search="""
        semantic_search search_workspace_symbols test_search tool_search search_subagent github_text_search
        vscode_listCodeUsages vscode_searchExtensions_internal
        """,
        execute="""
        create_and_run_task run_task runTests run_vscode_command install_extension run_notebook_cell
        execution_subagent
        """,
        fetch="github_repo",
        switch_mode="switch_agent",
    ),
    own=words("tool_replay vscode_get_confirmation vscode_get_confirmation_with_options"),
    arguments={
        "run_in_terminal": {"isBackground": "run_in_background"},
        "create_file": FILE,
        "replace_string_in_file": EDIT,
        "multi_replace_string_in_file": EDIT,
        "insert_edit_into_file": FILE,
        "apply_patch": {"input": "patch"},
        "edit_notebook_file": {
            "filePath": "notebook_path",
            "cellId": "cell_id",
            "newCode": "new_source",
            "editType": "edit_mode",
        },
        "read_file": {**FILE, "startLine": "offset"},
        "file_search": {"query": "pattern"},
        "grep_search": {"query": "pattern", "includePattern": "glob"},
        "runSubagent": {"agentName": "subagent_type"},
        "manage_todo_list": {"todoList": "todos"},
        "send_to_terminal": {"id": "shell_id"},
        "get_terminal_output": {"id": "bash_id"},
        "await_terminal": {"id": "bash_id"},
        "kill_terminal": {"id": "shell_id"},
    },
    paths={
        "list_dir": ("/path",),
        "multi_replace_string_in_file": ("/replacements/*/filePath",),
        "create_directory": ("/dirPath",),
        **dict.fromkeys(FILE_ALONE, ("/filePath",)),
        "vscode_listCodeUsages": ("/filePath", "/uri"),
        "vscode_renameSymbol": ("/filePath", "/uri"),
        "create_and_run_task": ("/workspaceFolder",),
        "get_task_output": ("/workspaceFolder",),
        "get_errors": ("/filePaths/*",),
        "get_changed_files": ("/repositoryPath",),
        "memory": ("/path", "/old_path", "/new_path"),
        "resolve_memory_file_uri": ("/path",),
        "run_vscode_command": ("/args/*",),
    },
    commands={"create_and_run_task": {"/task/command": "args"}},
    urls={"fetch_webpage": (LISTED, "urls")},
    contained={"multi_replace_string_in_file": Edits("replacements", file="filePath")},
    patch_tools=frozenset({"apply_patch"}),
    opened_as=(OpenedAs(of_editor_address),),
    read=words(
        """
        hook_event_name hookEventName tool_name tool_input tool_response session_id sessionId cwd prompt
        """
    ),
    kept=words(
        """
        agent_id agent_type custom_instructions model source stop_hook_active timestamp tool_use_id transcript_path
        trigger
        """
    ),
)

HONOURED = {
    "PreToolUse": {"deny": ANY, "ask": ANY, "context": ANY, "input": ANY},
    "PostToolUse": {"deny": ANY, "context": ANY},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "SessionStart": {"context": ANY},
    "SubagentStart": {"context": ANY},
    "Stop": {"deny": ANY},
    "SubagentStop": {"deny": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`.

    Builds before the end of February 2026 said `hookEventName` and `sessionId`.
    """
    return read_fields(
        text,
        registered_event,
        event_keys=("hook_event_name", "hookEventName"),
        session_keys=("session_id", "sessionId"),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`.

    What a sub-agent's start and stop do with it was not measured. A stop is described in two places, so both are said.
    """
    event = reading.event
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    output: dict[str, Any] = {}
    if event == "PreToolUse" and verdict.decision in ("deny", "ask"):
        output |= {"permissionDecision": verdict.decision, "permissionDecisionReason": verdict.reason}
    elif verdict.decision == "deny":
        block = {"decision": "block", "reason": verdict.reason}
        output |= block if event in ("Stop", "SubagentStop") else {}
        body |= {} if event == "Stop" else block
    if "input" in verdict.parts:
        output["updatedInput"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        output["additionalContext"] = verdict.context
    if output:
        body["hookSpecificOutput"] = {"hookEventName": event, **output}
    return printed(body)


def sent_by_copilot_cli(payload: Mapping[str, Any]) -> bool:
    """Tell whether Copilot CLI sent this: it, too, runs what `.github/hooks` registers.

    Under PascalCase keys it names the event as VS Code does, but neither the transcript nor the call, or why a turn
    stopped; under camelCase keys it does not name the event at all.
    """
    if "hook_event_name" in payload:
        return "stop_reason" in payload or not payload.keys() & {"transcript_path", "tool_use_id"}
    return "hookEventName" not in payload and bool(payload.keys() & {"sessionId", "toolName"})


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    widely_used=True,
    neighbours={"copilot-cli": sent_by_copilot_cli},
    # Exit code 2 alone runs the tool on Copilot CLI before 1.0.70.
    last_answer='{"permissionDecision":"deny","permissionDecisionReason":"The policy hook failed."}',
)
