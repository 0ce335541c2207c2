"""OpenCode: functions of plugins, called in process; a payload is the record of a call (`plugin_records`)."""

from __future__ import annotations

from hook_adapters.canonical.contained import Batch
from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, OpenedAs, trimmed, trimmed_start, with_slashes
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.plugin_records import answer, read
from hook_adapters.canonical.reading import Tables, kinds, words

FILE = {"filePath": "file_path"}
PATCH = {"patchText": "patch"}

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
        "permission.ask": "PermissionRequest",
        "permission.asked": "PermissionRequest",
        "permission.updated": "PermissionRequest",
    },
    tools={
        "bash": "Bash",
        "write": "Write",
        "edit": "Edit",
        "apply_patch": "Edit",
        "patch": "Edit",
        "read": "Read",
        "glob": "Glob",
        "grep": "Grep",
        "webfetch": "WebFetch",
        "task": "Task",
        "websearch": "WebSearch",
        "todowrite": "TodoWrite",
        "question": "AskUserQuestion",
        "skill": "Skill",
        "list": "LS",
        "fetch": "WebFetch",  # legacy alias: in published tables, never emitted
        "plan_enter": "EnterPlanMode",
        "plan_exit": "ExitPlanMode",
        "read_mcp_resource": "ReadMcpResource",
    },
    kinds=kinds(
        read="todoread list_mcp_resources list_mcp_resource_templates",
        search="lsp",
        execute="execute",
        fetch="codesearch",
    ),
    own=words("batch invalid"),
    arguments={
        "read": FILE,
        "write": FILE,
        "edit": {
            "filePath": "file_path",
            "oldString": "old_string",
            "newString": "new_string",
            "replaceAll": "replace_all",
        },
        "apply_patch": PATCH,
        "patch": PATCH,
        "grep": {"include": "glob"},
        "skill": {"name": "skill"},
    },
    paths={
        "glob": ("/path",),
        "grep": ("/path",),
        "list": ("/path",),
        "bash": ("/workdir",),
        "lsp": ("/filePath",),
    },
    contained={"batch": Batch("tool_calls", tool="tool", arguments="parameters")},
    opened_as=(
        OpenedAs(trimmed(BLANKS_OF_JAVASCRIPT), tools="apply_patch"),
        OpenedAs(tools="write edit read glob"),
        # On Linux too, and behind the working folder.
        OpenedAs(trimmed_start("\\"), with_slashes, tools="grep"),
    ),
    patch_tools=frozenset({"apply_patch", "patch"}),
    read=frozenset({"hook", "input", "output", "directory"}),
    kept=frozenset(),
)

# Where the platform asks its user already, "ask" needs no answer; it cannot be answered otherwise either.
HONOURED = {
    "tool.execute.before": {"deny": ANY, "ask": NEVER, "input": ANY},
    "tool.execute.after": {"deny": ANY, "context": ANY},
    "chat.message": {"deny": ANY, "context": ANY},
    "experimental.session.compacting": {"context": ANY},
    "permission.ask": {"ask": ANY},
    "permission.asked": {"ask": ANY},
    "permission.updated": {"ask": ANY},
}


PLATFORM = Platform(
    TABLES,
    read,
    lambda reading, verdict: answer(TABLES, reading, verdict),
    honoured=HONOURED,
    widely_used=True,
    pre_tool_event="tool.execute.before",
    warning_exit_code=0,  # the bridge throws for any other, which refuses a prompt
)
