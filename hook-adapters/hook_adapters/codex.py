"""OpenAI Codex CLI: Claude-shaped payloads; reads and edits are shell commands or patches."""

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

SPAWN = {"message": "prompt", "agent_type": "subagent_type"}

TABLES = Tables(
    events={},
    # The namespaces of the newer agent tools are glued on without a separator.
    tools={
        "apply_patch": "Edit",
        "spawn_agent": "Task",
        "collaborationspawn_agent": "Task",
        "multi_agent_v1spawn_agent": "Task",
    },
    arguments={
        "apply_patch": {"command": "patch"},
        "spawn_agent": SPAWN,
        "collaborationspawn_agent": SPAWN,
        "multi_agent_v1spawn_agent": SPAWN,
    },
    patch_tools=frozenset({"apply_patch"}),
    read=frozenset({"hook_event_name", "tool_name", "tool_input", "tool_response", "session_id", "cwd", "prompt"}),
    kept=words(
        """
        agent_id agent_transcript_path agent_type error last_assistant_message model permission_mode reason
        source status stop_hook_active token_usage tool_use_id transcript_path trigger turn_id
        """
    ),
)

HONOURED = {
    "PostToolUse": ("deny", "context"),
    "UserPromptSubmit": ("deny", "context"),
    "SessionStart": ("deny", "context"),
    "SubagentStart": ("context",),
    "PreCompact": ("deny",),
    "Stop": ("deny",),
    "SubagentStop": ("deny",),
}
# Events that ignore "block" but end the turn on `continue: false`.
STOPPED_BY_CONTINUE = frozenset({"SessionStart", "PreCompact"})


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
    """Put a verdict into this platform's own words; raises `Unsupported`.

    The platform throws an answer away, and runs the tool, for one unknown key, a missing reason or "ask".
    """
    event = reading.event
    if event == "PreToolUse":
        return _before_tool(reading, verdict, platform_version)
    if event == "PermissionRequest":
        verdict.only(event, "deny", "ask")
        if verdict.decision != "deny":  # the user is being asked already
            return printed(stderr=verdict.system_message or "")
        decision = {"behavior": "deny", "message": verdict.reason}
        return printed(_specific(event, decision=decision), stderr=verdict.system_message or "")
    verdict.only(event, *HONOURED.get(event, ()))
    body: dict[str, Any] = {}
    if verdict.decision == "deny" and event in STOPPED_BY_CONTINUE:
        body = {"continue": False, "stopReason": verdict.reason}
    elif verdict.decision == "deny":
        body = {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        body = _specific(event, additionalContext=verdict.context)
    return printed(body, stderr=verdict.system_message or "")


def _before_tool(reading: Reading, verdict: Verdict, version: str | None) -> Answer:
    if verdict.decision == "ask":
        verdict = verdict.denied_instead_of_asked()
    # Up to 0.128.0 either of them makes the whole answer invalid.
    verdict.only(reading.event, "deny", *(("context", "input") if at_least(version, "0.142.3") else ()))
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
