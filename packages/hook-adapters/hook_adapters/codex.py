"""OpenAI Codex CLI: Claude-shaped payloads; reads and edits are shell commands or patches."""

from __future__ import annotations

from hook_adapters.canonical.arguments import AT
from hook_adapters.canonical.opened import OpenedAs, replaced, trimmed_end
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import Tables, kinds, read_fields, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.reading import Reading
    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

# What an agent is handed besides text.
ITEMS = ("/items/*/path",)
MEDIA = ("/items/*/image_url", "/items/*/audio_url")
SPAWN = {"message": "prompt", "agent_type": "subagent_type"}

# What goes at the end of a path in a patch.
BLANKS = (
    " \t\n\v\f\r\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)

TABLES = Tables(
    events={},
    # The namespaces of the newer agent tools are glued on without a separator.
    tools={
        "apply_patch": "Edit",
        "spawn_agent": "Task",
        "collaborationspawn_agent": "Task",
        "multi_agent_v1spawn_agent": "Task",
        "write_stdin": "BashInput",
        "update_plan": "TodoWrite",
        "request_user_input": "AskUserQuestion",
        "request_user_input_async": "AskUserQuestion",
        "read_mcp_resource": "ReadMcpResource",
        "collaborationsend_message": "SendMessage",
        "collaborationfollowup_task": "SendMessage",
        "multi_agent_v1send_input": "SendMessage",
    },
    kinds=kinds(
        read="""
        collaborationlist_agents get_context_remaining get_goal list_mcp_resource_templates list_mcp_resources
        view_image
        """,
        think="create_goal update_goal multi_agent_v1resume_agent",
    ),
    own=words(
        """
        Bash clockcurr_time clocksleep collaborationinterrupt_agent collaborationwait_agent
        multi_agent_v1close_agent multi_agent_v1wait_agent request_permissions send_message_to_user_async
        """
    ),
    arguments={
        "apply_patch": {"command": "patch"},
        "spawn_agent": SPAWN,
        "collaborationspawn_agent": SPAWN,
        "multi_agent_v1spawn_agent": SPAWN,
        "write_stdin": {"session_id": "shell_id", "chars": "command"},
        "update_plan": {"plan": "todos"},
        "collaborationsend_message": {"target": "to"},
        "collaborationfollowup_task": {"target": "to"},
        "multi_agent_v1send_input": {"target": "to"},
    },
    paths={
        "view_image": ("/path",),
        "spawn_agent": ITEMS,
        "multi_agent_v1send_input": ITEMS,
        "request_permissions": ("/permissions/file_system/read/*", "/permissions/file_system/write/*"),
    },
    urls=dict.fromkeys(("spawn_agent", "multi_agent_v1send_input"), (AT, MEDIA)),
    patch_tools=frozenset({"apply_patch"}),
    opened_as=(OpenedAs(replaced("\t"), trimmed_end(BLANKS), tools="apply_patch"),),
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=words(
        """
        agent_id agent_transcript_path agent_type attempt_number error kind last_assistant_message model
        permission_mode reason request_id response_id source status stop_hook_active thread_id token_usage
        tool_use_id transcript_path trigger turn_id
        """
    ),
)

HONOURED = {
    # Up to 0.128.0 context, and up to 0.130.0 a changed input, makes the whole answer invalid.
    "PreToolUse": {"deny": ANY, "ask": NEVER, "context": "0.129.0", "input": "0.131.0"},
    "PermissionRequest": {"deny": ANY, "ask": ANY},  # the user is being asked already, so "ask" needs no answer
    "PostToolUse": {"deny": ANY, "context": ANY},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "SessionStart": {"deny": ANY, "context": ANY},
    "SubagentStart": {"context": ANY},
    "PreCompact": {"deny": ANY},
    "Stop": {"deny": ANY},
    "SubagentStop": {"deny": ANY},
}
# Events that ignore "block" but end the turn on `continue: false`.
STOPPED_BY_CONTINUE = frozenset({"SessionStart", "PreCompact"})


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`.

    The platform throws an answer away, and runs the tool, for one unknown key, a missing reason or "ask".
    """
    event = reading.event
    if event == "PreToolUse":
        return _before_tool(reading, verdict)
    body: dict[str, Any] = {}
    if verdict.decision == "deny" and event == "PermissionRequest":
        body = _specific(event, decision={"behavior": "deny", "message": verdict.reason})
    elif verdict.decision == "deny" and event in STOPPED_BY_CONTINUE:
        body = {"continue": False, "stopReason": verdict.reason}
    elif verdict.decision == "deny":
        body = {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        body = _specific(event, additionalContext=verdict.context)
    return printed(body, stderr=verdict.system_message or "")


def _before_tool(reading: Reading, verdict: Verdict) -> Answer:
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    if verdict.decision == "deny":
        body |= _specific(reading.event, permissionDecision="deny", permissionDecisionReason=verdict.reason)
    elif "input" in verdict.parts:
        verdict.only(reading.event, "input")  # context next to an allow makes the whole answer invalid
        changed = changed_arguments(reading, TABLES, verdict)
        body |= _specific(reading.event, permissionDecision="allow", updatedInput=changed)
    elif "context" in verdict.parts:
        body |= _specific(reading.event, additionalContext=verdict.context)
    return printed(body)


def _specific(event: str, **output: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **output}}


PLATFORM = Platform(TABLES, read_fields, answer, honoured=HONOURED, widely_used=True)
