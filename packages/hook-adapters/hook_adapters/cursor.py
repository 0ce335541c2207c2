"""Cursor: generic tool events beside events that stand for one tool, and its own camelCase names."""

from __future__ import annotations

from hook_adapters.canonical.payload import decode_object, parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

# The vendor sends the first; others were sent the second. A file counts under either.
FILE = {"file_path": "file_path", "path": "file_path"}

TABLES = Tables(
    events={
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "postToolUseFailure": "PostToolUseFailure",
        "beforeShellExecution": "PreToolUse",
        "afterShellExecution": "PostToolUse",
        "beforeMCPExecution": "PreToolUse",
        "afterMCPExecution": "PostToolUse",
        "beforeReadFile": "PreToolUse",
        "afterFileEdit": "PostToolUse",
        "beforeSubmitPrompt": "UserPromptSubmit",
        "sessionStart": "SessionStart",
        "sessionEnd": "SessionEnd",
        "stop": "Stop",
        "subagentStart": "SubagentStart",
        "subagentStop": "SubagentStop",
        "preCompact": "PreCompact",
    },
    tools={
        "Shell": "Bash",
        # Not the vendor's word: other people's programs were sent these two.
        "StrReplace": "Edit",
        "ApplyPatch": "Edit",
        "List": "LS",
        "Fetch": "WebFetch",
        "WriteShellStdin": "BashInput",
        "FetchMcpResource": "ReadMcpResource",
    },
    kinds=kinds(
        read="ReadLints ListMcpResources",
    ),
    own=words("ComputerUse Delete Grep Read RecordScreen Task WebFetch WebSearch Write"),
    arguments={
        "List": {"file_path": "path"},
        "Grep": {"file_path": "path"},
        "Read": FILE,
        "StrReplace": FILE,
        "ApplyPatch": {"patch": "patch"},
    },
    paths={
        "Read": ("/path",),
        "StrReplace": ("/path",),
        "ApplyPatch": ("/file_path", "/path"),
        "Grep": ("/file_path",),
        "List": ("/file_path",),
        "Shell": ("/cwd", "/working_directory"),
        "FetchMcpResource": ("/download_path",),
    },
    patch_tools=frozenset({"ApplyPatch"}),
    read=words(
        """
        hook_event_name tool_name tool_input tool_output result_json output session_id conversation_id cwd
        workspace_roots prompt
        """
    ),
    kept=words(
        """
        agent_message agent_transcript_path attachments command composer_mode content context_tokens
        context_usage_percent context_window_size cursor_version description duration duration_ms edits
        error_message failure_type file_path final_status generation_id git_branch is_background_agent
        is_first_compaction is_interrupt is_parallel_worker loop_count mcp_server_name mcp_server_url
        message_count messages_to_compact model model_id model_params modified_files parent_conversation_id
        parent_tool_call_id reason sandbox status subagent_id subagent_model subagent_type summary task text
        tool_call_count tool_call_id tool_use_id transcript_path trigger url user_email
        """
    ),
)

# Events that stand for one tool: its canonical name, the argument there must be, and those there may be.
IMPLIED = {
    "beforeShellExecution": ("Bash", "command", ()),
    "afterShellExecution": ("Bash", "command", ()),
    "beforeReadFile": ("Read", "file_path", ("content",)),
    "afterFileEdit": ("Edit", "file_path", ("edits",)),
}
# Named by an MCP server, not by the platform: its tool table does not apply.
MCP_EVENTS = frozenset({"beforeMCPExecution", "afterMCPExecution"})

# "ask" before a tool is accepted and then not enforced, so it is only relied on where the tool's own event has it.
ASKING = frozenset({"beforeShellExecution", "beforeMCPExecution"})
HONOURED = {
    "preToolUse": {"deny": ANY, "ask": NEVER, "input": ANY},
    "beforeShellExecution": {"deny": ANY, "ask": ANY},
    "beforeMCPExecution": {"deny": ANY, "ask": ANY},
    "beforeReadFile": {"deny": ANY, "ask": NEVER},
    "subagentStart": {"deny": ANY, "ask": NEVER},
    "beforeSubmitPrompt": {"deny": ANY, "ask": NEVER},
    "postToolUse": {"context": ANY},
    "sessionStart": {"context": ANY},
    "stop": {"deny": ANY, "ask": NEVER},
    "subagentStop": {"deny": ANY, "ask": NEVER},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    event = event_name(first(payload, "hook_event_name"), registered_event)
    implied, arguments = None, first(payload, "tool_input")
    if event in IMPLIED:
        implied, needed, further = IMPLIED[event]
        arguments = {key: payload[key] for key in (needed, *further) if key in payload}
        arguments = arguments if needed in payload else ABSENT
    roots = payload.get("workspace_roots")
    folder = payload.get("cwd", roots[0] if isinstance(roots, list) and roots else None)
    return Reading(
        event,
        payload=payload,
        tool=ABSENT if implied else first(payload, "tool_name"),
        arguments=decode_object(arguments),
        response=first(payload, "tool_output", "result_json", "output"),
        session_id=first(payload, "session_id", "conversation_id"),
        cwd=folder,
        prompt=payload.get("prompt"),
        implied_tool=implied,
        bare_tool=event in MCP_EVENTS or bool(payload.get("mcp_server_name")),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`.

    From released code and documents, not measured.
    """
    event = reading.event
    body: dict[str, Any] = {}
    if verdict.decision in ("deny", "ask"):
        if event == "beforeSubmitPrompt":
            body = {"continue": False, "user_message": verdict.reason}
        elif event in ("stop", "subagentStop"):
            body = {"followup_message": verdict.reason}
        else:
            body = {"permission": verdict.decision, "user_message": verdict.reason}
            if event in ASKING or event == "preToolUse":
                body["agent_message"] = verdict.reason
    elif "input" in verdict.parts:
        body = {"permission": "allow", "updated_input": changed_arguments(reading, TABLES, verdict)}
    elif "context" in verdict.parts:
        body = {"additional_context": verdict.context}
    return printed(body, stderr=verdict.system_message or "")


def sent_by_grok(payload: Mapping[str, Any]) -> bool:
    """Tell whether Grok Build sent this: it, too, runs what Cursor's `hooks.json` registers."""
    return "hookEventName" in payload


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    widely_used=True,
    pre_tool_event="preToolUse",
    neighbours={"grok-build": sent_by_grok},
)
