"""GitHub Copilot CLI: the casing of the registered event key chooses the payload's shape and tool names.

Under a camelCase key the payload does not name its event, so the registration must be known.
"""

from __future__ import annotations

from hook_adapters.canonical.opened import BLANKS_OF_JAVASCRIPT, OpenedAs, trimmed
from hook_adapters.canonical.payload import decode_object, parse
from hook_adapters.canonical.platform import Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

READ = {"path": "file_path"}
WRITE = {"path": "file_path", "file_text": "content"}
EDIT = {"path": "file_path", "old_str": "old_string", "new_str": "new_string"}
GREP = {"paths": "path"}
# One path or a list; under `path` up to 1.0.34.
SEARCHED = ("/paths", "/paths/*", "/path", "/path/*")
TASK = {"agent_type": "subagent_type"}

# PascalCase payloads carry canonical tool names from 1.0.62 on, with the platform's own argument names.
TABLES = Tables(
    events={
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "postToolUseFailure": "PostToolUseFailure",
        "permissionRequest": "PermissionRequest",
        "userPromptSubmitted": "UserPromptSubmit",
        "sessionStart": "SessionStart",
        "sessionEnd": "SessionEnd",
        "agentStop": "Stop",
        "subagentStart": "SubagentStart",
        "subagentStop": "SubagentStop",
        "preCompact": "PreCompact",
        "notification": "Notification",
        "promptSubmit": "UserPromptSubmit",  # legacy alias: in published tables, never emitted
    },
    tools={
        "bash": "Bash",
        "powershell": "Bash",
        "view": "Read",
        "create": "Write",
        "edit": "Edit",
        "str_replace_editor": "Edit",
        "apply_patch": "Edit",
        "grep": "Grep",
        "rg": "Grep",
        "glob": "Glob",
        "web_fetch": "WebFetch",
        "web_search": "WebSearch",
        "ask_user": "AskUserQuestion",
        "update_todo": "TodoWrite",
        "task": "Task",
        "Agent": "Task",
        "skill": "Skill",
        "shell": "Bash",  # this and the next three are legacy aliases: kinds of permission, never tool names
        "write": "Write",
        "read": "Read",
        "fetch": "WebFetch",
        "write_bash": "BashInput",
        "read_bash": "BashOutput",
        "stop_bash": "KillShell",
        "write_powershell": "BashInput",
        "read_powershell": "BashOutput",
        "stop_powershell": "KillShell",
        "exit_plan_mode": "ExitPlanMode",
        "write_agent": "SendMessage",
    },
    kinds=kinds(
        read="""
        fetch_copilot_cli_documentation list_agents list_bash read_agent session_store_sql list_powershell
        """,
        search="semantic_code_search tool_search tool_search_tool",
        execute="sql",
        think="report_intent",
    ),
    own=words("AskUserQuestion Bash Edit Glob Grep Read TodoWrite WebFetch WebSearch Write task_complete"),
    arguments={
        "view": READ,
        "Read": READ,
        "read": READ,
        "create": WRITE,
        "Write": WRITE,
        "write": WRITE,
        "edit": EDIT,
        "Edit": EDIT,
        "str_replace_editor": EDIT,
        "grep": GREP,
        "rg": GREP,
        "Grep": GREP,
        "glob": GREP,
        "Glob": GREP,
        "task": TASK,
        "Agent": TASK,
        "write_bash": {"shellId": "shell_id", "input": "command"},
        "read_bash": {"shellId": "bash_id"},
        "stop_bash": {"shellId": "shell_id"},
        "write_agent": {"agent_id": "to"},
    },
    paths=dict.fromkeys(("grep", "rg", "Grep", "glob", "Glob"), SEARCHED),
    patch_tools=frozenset({"apply_patch", "Edit"}),
    opened_as=(OpenedAs(trimmed(BLANKS_OF_JAVASCRIPT), tools="apply_patch Edit"),),
    read=words(
        """
        hook_event_name hookName tool_name toolName tool_input toolArgs toolInput arguments tool_result
        toolResult session_id sessionId cwd prompt
        """
    ),
    kept=words(
        """
        _meta agentDescription agentDisplayName agentId agentName agentType agent_display_name agent_id
        agent_name agent_type customInstructions custom_instructions error errorContext error_context
        initialPrompt initial_prompt last_assistant_message message notification_type parentAgentId
        parent_agent_id permissionSuggestions reason recoverable response serverName source stopReason
        stop_hook_active stop_reason timestamp title toolCallId transcriptPath transcript_path
        transformedPrompt trigger
        """
    ),
)

# Named by an MCP server, not by the platform: its tool table does not apply.
MCP_EVENTS = frozenset({"preMcpToolCall", "PreMcpToolCall"})


# By canonical event, since both casings of a name are answered alike: measured, or from the platform's changelog.
HONOURED = {
    "PreToolUse": {"deny": "0.0.399", "ask": "1.0.4-0", "context": "1.0.24", "input": "0.0.399"},
    "PermissionRequest": {"deny": "1.0.16", "ask": "1.0.16"},  # asked already, so "ask" needs no answer
    "PostToolUse": {"deny": "1.0.52", "context": "1.0.49"},
    "PostToolUseFailure": {"context": "1.0.102"},
    "UserPromptSubmit": {"deny": "1.0.44", "context": "1.0.65"},
    "SessionStart": {"context": "1.0.11"},
    "SubagentStart": {"context": "1.0.7"},
    "Stop": {"deny": "0.0.401"},
    "SubagentStop": {"deny": "0.0.401"},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`.

    The registered event decides, even over an event name in the payload. Arguments come as an object, as the JSON
    text of one (up to 1.0.80) or as bare patch text.
    """
    payload = parse(text)
    named = first(payload, "hook_event_name", "hookName")
    event = event_name(named, registered_event)
    if registered_event:
        event = event_name(ABSENT, registered_event)
    arguments = decode_object(first(payload, "toolArgs", "tool_input", "toolInput", "arguments"))
    return Reading(
        event,
        payload=payload,
        tool=first(payload, "toolName", "tool_name"),
        arguments=arguments,
        response=first(payload, "toolResult", "tool_result"),
        session_id=first(payload, "sessionId", "session_id"),
        cwd=payload.get("cwd"),
        prompt=payload.get("prompt"),
        bare_tool=event in MCP_EVENTS or bool(payload.get("serverName")),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`.

    Flat keys only: they are read under both casings, `hookSpecificOutput` under PascalCase alone. The exit code stays
    0, because what other codes do to a tool call changed three times.
    """
    name = TABLES.events.get(reading.event, reading.event)
    body: dict[str, Any] = {}
    if name == "PermissionRequest" and verdict.decision == "deny":
        body = {"behavior": "deny", "message": verdict.reason}
    elif name == "PreToolUse" and verdict.decision in ("deny", "ask"):
        body = {"permissionDecision": verdict.decision, "permissionDecisionReason": verdict.reason}
    elif verdict.decision == "deny":
        body = {"decision": "block", "reason": verdict.reason}
        if name == "UserPromptSubmit":
            # From 1.0.44 on this ends the turn; that a prompt is blocked counts since 1.0.52 only.
            body |= {"handled": True, "responseContent": verdict.reason}
    if "input" in verdict.parts:
        body["modifiedArgs"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        body["additionalContext"] = verdict.context
    return printed(body, stderr=verdict.system_message or "")


def sent_by_vs_code(payload: Mapping[str, Any]) -> bool:
    """Tell whether VS Code's agent sent this: it, too, runs what `.github/hooks` registers, under either casing.

    It always names the transcript and each call. Copilot CLI names no call, and the transcript only where it says
    why a turn stopped, and before it compacts, where there is nothing to answer.
    """
    names = payload.keys() & {"transcript_path", "tool_use_id"}
    return "hook_event_name" in payload and bool(names) and "stop_reason" not in payload


# Of all exit codes 1 stops a tool at most versions: from 1.0.57 on, 2 only from 1.0.70 on; before, none does.
PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    widely_used=True,
    pre_tool_event="preToolUse",
    stop_exit_code=1,
    neighbours={"vscode-copilot": sent_by_vs_code},
    # It counts from 0.0.399 on, beside exit code 2, too, which stops VS Code; beside 1 only where 1 alone does.
    last_answer='{"permissionDecision":"deny","permissionDecisionReason":"The policy hook failed."}',
    last_exit_code=2,
)
