"""The shapes of what goes in and comes out; nothing imports them while a hook runs."""

from __future__ import annotations

from typing import Any, Literal, Required, TypedDict


class CanonicalEvent(TypedDict, total=False):
    """One canonical event; keys that do not apply are absent.

    Other known top-level fields of the platform (`transcript_path` …) are there too, under their own names.
    """

    hook_event_name: Required[str]
    platform_event_name: str
    tool_name: str
    tool_kind: str
    tool_input: dict[str, Any]
    tool_response: Any
    session_id: str
    cwd: str
    prompt: str


class VerdictFields(TypedDict, total=False):
    """What shall happen to a call.

    `updated_input` holds canonical arguments to change, `context` is text for the model, `system_message` for the user.
    """

    decision: Required[Literal["allow", "deny", "ask"] | None]
    reason: str | None
    context: str | None
    updated_input: dict[str, Any] | None
    system_message: str | None


class Answer(TypedDict):
    """What a hook prints and ends with."""

    exit_code: int
    stdout: str
    stderr: str
