"""Claude Code: its payloads are the canonical shape already, but for the name of the sub-agent tool."""

from __future__ import annotations

from hook_adapters.event import canonical_events
from hook_adapters.payload import parse
from hook_adapters.reading import Reading, Tables, event_name, first, words
from hook_adapters.verdict import Verdict, at_least, changed_arguments
from hook_adapters.verdict import answer as printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.verdict import Answer

PRE_TOOL_EVENT = "PreToolUse"
WARNING_EXIT_CODE = 1

TABLES = Tables(
    events={},
    # The payload says Agent since 2.1.63; the canonical name is the one before that.
    tools={"Agent": "Task"},
    arguments={},
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=words(
        """
        action agent_id agent_transcript_path agent_type background_tasks cache_ttl command_args command_name
        command_source compact_summary content context_tokens custom_instructions delta directory duration_ms
        effort elicitation_id error error_details estimated_cache_write_usd event expansion_type file_path final
        from_model globs index is_interrupt last_assistant_message load_reason mcp_server mcp_server_name
        memory_type message message_id mode model name new_cwd notification_type old_cwd parent_file_path
        permission_mode permission_suggestions pricing prompt_cache_likely_expired prompt_cache_warm prompt_id
        reason requested_model requested_schema seconds_since_last_response session_crons session_title source
        stop_hook_active task_description task_id task_subject team_name teammate_name title to_model tool_calls
        tool_use_id transcript_path trigger trigger_file_path turn_id url worktree_path
        """
    ),
)


def canonicalize(
    text: str | bytes,
    registered_event: str | None = None,
    platform_version: str | None = None,  # noqa: ARG001 (no version of this platform changes what a payload means)
) -> list[dict[str, Any]]:
    """Return the canonical events of one payload, the primary one first; raises `InvalidPayload`."""
    return canonical_events(read(text, registered_event), TABLES)


def respond(
    text: str | bytes,
    verdict: Mapping[str, Any],
    registered_event: str | None = None,
    platform_version: str | None = None,
) -> Answer:
    """Return the answer that carries out a verdict on one payload; raises `InvalidPayload`, `Unsupported`."""
    reading = read(text, registered_event)
    canonical_events(reading, TABLES)
    return answer(reading, Verdict(verdict), platform_version)


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    return Reading(
        event_name(first(payload, "hook_event_name"), registered_event),
        payload=payload,
        tool=first(payload, "tool_name"),
        arguments=first(payload, "tool_input"),
        response=first(payload, "tool_response"),
        session_id=payload.get("session_id"),
        cwd=payload.get("cwd"),
        prompt=payload.get("prompt"),
    )


def answer(reading: Reading, verdict: Verdict, platform_version: str | None = None) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    body: dict[str, Any] = {"systemMessage": verdict.system_message} if verdict.system_message else {}
    if not verdict.parts:
        return printed(body)
    event = reading.event
    if event == "PreToolUse":
        return printed(body | _before_tool(reading, verdict, platform_version))
    verdict.only(event, *_honoured(event, platform_version))
    if event == "TaskCreated":
        return printed(exit_code=2, stderr=verdict.reason)
    if verdict.decision == "deny" and event == "PermissionRequest":
        body |= _specific(event, decision={"behavior": "deny", "message": verdict.reason})
    elif verdict.decision == "deny":
        body |= {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        body |= _specific(event, additionalContext=verdict.context)
    return printed(body)


def _before_tool(reading: Reading, verdict: Verdict, version: str | None) -> dict[str, Any]:
    # 2.1.50 was measured to run the tool on "ask" when permissions are bypassed, 2.1.329 not to.
    if verdict.decision == "ask" and not at_least(version, "2.1.329"):
        verdict = verdict.denied_instead_of_asked()
    verdict.only(reading.event, "deny", "ask", *(("context", "input") if at_least(version, "2.1.50") else ()))
    output: dict[str, Any] = {}
    if verdict.decision in ("deny", "ask"):
        output |= {"permissionDecision": verdict.decision, "permissionDecisionReason": verdict.reason}
    if "input" in verdict.parts:
        output["updatedInput"] = changed_arguments(reading, TABLES, verdict)
    if "context" in verdict.parts:
        output["additionalContext"] = verdict.context
    return _specific(reading.event, **output)


def _honoured(event: str, version: str | None) -> tuple[str, ...]:
    newest = at_least(version, "2.1.329")
    table = {
        "PermissionRequest": ("deny", "ask"),  # the user is being asked already, so "ask" needs no answer
        "TaskCreated": ("deny",),
        "PostToolUse": ("deny", "context"),
        "UserPromptSubmit": ("deny", "context"),
        "SessionStart": ("context",),
        "Stop": ("deny", "context") if newest else ("deny",),
        "SubagentStop": ("deny",),
        "SubagentStart": ("context",) if newest else (),
        "PostToolUseFailure": ("context",),
        "PostToolBatch": ("deny", "context") if newest else (),
    }
    return table.get(event, ())


def _specific(event: str, **output: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event, **output}}
