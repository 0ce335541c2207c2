"""Kilo Code: functions of plugins, called in process; a payload is the record of a call (`plugin_records`)."""

from __future__ import annotations

from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, OpenedAs, trimmed, trimmed_start, with_slashes
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.plugin_records import answer, read
from hook_adapters.canonical.reading import Tables, kinds, words

FILE = {"filePath": "file_path"}

TABLES = Tables(
    events={
        "tool.execute.before": "PreToolUse",
        "tool.execute.after": "PostToolUse",
        "chat.message": "UserPromptSubmit",
        "session.created": "SessionStart",
        "session.idle": "Stop",
        "session.error": "StopFailure",
        "experimental.session.compacting": "PreCompact",
        "session.compacted": "PostCompact",
        "permission.asked": "PermissionRequest",
    },
    tools={
        "bash": "Bash",
        "background_process": "Bash",
        "write": "Write",
        "edit": "Edit",
        "apply_patch": "Edit",
        "read": "Read",
        "glob": "Glob",
        "grep": "Grep",
        "webfetch": "WebFetch",
        "websearch": "WebSearch",
        "task": "Task",
        "todowrite": "TodoWrite",
        "question": "AskUserQuestion",
        "skill": "Skill",
        "plan_exit": "ExitPlanMode",
        "read_mcp_resource": "ReadMcpResource",
        "board_post": "SendMessage",
    },
    kinds=kinds(
        read="list_mcp_resources list_mcp_resource_templates cron_list board_read kilo_local_recall",
        search="lsp",
        execute="execute",
        fetch="codesearch",
        think="goal goal_report",
    ),
    own=words("cancel_wakeup cron_create cron_delete invalid link_pr schedule_wakeup suggest"),
    arguments={
        "read": FILE,
        "write": FILE,
        "edit": {
            "filePath": "file_path",
            "oldString": "old_string",
            "newString": "new_string",
            "replaceAll": "replace_all",
        },
        "apply_patch": {"patchText": "patch"},
        "grep": {"include": "glob"},
        "skill": {"name": "skill"},
        "board_post": {"body": "message"},
    },
    paths={
        "glob": ("/path",),
        "grep": ("/path",),
        "bash": ("/workdir",),
        "background_process": ("/workdir",),
        "lsp": ("/filePath",),
        "plan_exit": ("/path",),
    },
    opened_as=(
        OpenedAs(trimmed(BLANKS_OF_JAVASCRIPT), tools="apply_patch"),
        OpenedAs(tools="write edit read glob"),
        # On Linux too, and behind the working folder.
        OpenedAs(trimmed_start("\\"), with_slashes, tools="grep"),
    ),
    patch_tools=frozenset({"apply_patch"}),
    read=frozenset({"hook", "input", "output", "directory"}),
    kept=frozenset(),
)

# Where the platform asks its user already, "ask" needs no answer; it cannot be answered otherwise either.
HONOURED = {
    "tool.execute.before": {"deny": ANY, "ask": NEVER, "input": ANY},
    "tool.execute.after": {"deny": ANY, "context": ANY},
    "chat.message": {"deny": ANY, "context": ANY},
    "experimental.session.compacting": {"context": ANY},
    "permission.asked": {"ask": ANY},
}

PLATFORM = Platform(
    TABLES,
    read,
    lambda reading, verdict: answer(TABLES, reading, verdict),
    honoured=HONOURED,
    pre_tool_event="tool.execute.before",
    warning_exit_code=0,  # the bridge throws for any other, which refuses a prompt
)
