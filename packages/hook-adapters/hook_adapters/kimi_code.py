"""Kimi Code: Claude Code's names for events and tools, `path` for a file, prompts in parts, times in seconds."""

from __future__ import annotations

from hook_adapters.canonical.arguments import SECONDS
from hook_adapters.canonical.opened import OpenedAs, with_slashes
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

TABLES = Tables(
    events={},
    tools={
        "FetchURL": "WebFetch",
        "Agent": "Task",
        "AgentSwarm": "Task",
        "TodoList": "TodoWrite",
        "TaskOutput": "BashOutput",
        "TaskStop": "KillShell",
    },
    kinds=kinds(
        read="CronList GetGoal ReadMediaFile TaskList",
        think="CreateGoal SetGoalBudget UpdateGoal",
    ),
    own=words(
        """
        AskUserQuestion Bash CronCreate CronDelete Edit EnterPlanMode ExitPlanMode Glob Grep Read Skill
        WaitFor WebSearch Write
        """
    ),
    arguments={
        "Read": {"path": "file_path", "line_offset": "offset", "n_lines": "limit"},
        "Write": {"path": "file_path"},
        "Edit": {"path": "file_path"},
        "AgentSwarm": {"prompt_template": "prompt"},
        "TaskOutput": {"task_id": "bash_id"},
        "TaskStop": {"task_id": "shell_id"},
    },
    units={"Bash": {"timeout": SECONDS}},
    paths={"Bash": ("/cwd",), "Glob": ("/path",), "Grep": ("/path",), "ReadMediaFile": ("/path",)},
    # On Linux too.
    opened_as=(OpenedAs(with_slashes),),
    read=words("hook_event_name tool_name tool_input tool_output session_id cwd prompt"),
    kept=words(
        """
        action agent_id agent_name body client_type decision description detached display error error_message error_type
        estimated_token_count id is_steer kind model notification_type origin_kind origin_name profile reason response
        selected_label session_title severity sink source source_id source_kind started_at status stop_hook_active
        task_id title token_count tool_call_id trigger turn_id uptime_ms
        """
    ),
)
# Nobody waits for the hooks of other events.
HONOURED = {
    "PreToolUse": {"deny": ANY, "ask": NEVER},
    "UserPromptSubmit": {"deny": ANY, "context": ANY},
    "Stop": {"deny": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    return Reading(
        event_name(first(payload, "hook_event_name"), registered_event),
        payload=payload,
        tool=first(payload, "tool_name"),
        arguments=first(payload, "tool_input"),
        response=first(payload, "tool_output"),
        session_id=first(payload, "session_id"),
        cwd=first(payload, "cwd"),
        prompt=_prompt(payload.get("prompt")),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        output = {"permissionDecision": "deny", "permissionDecisionReason": verdict.reason}
        body = {"hookSpecificOutput": {"hookEventName": reading.event, **output}}
    elif "context" in verdict.parts:
        body = {"message": verdict.context}
    # Whatever else is printed at a prompt reaches the model.
    return printed(body, stderr=verdict.system_message or "")


def _prompt(value: Any) -> Any:
    """Return a prompt's text, of which the event for it has a list of parts."""
    if not isinstance(value, list):
        return value
    parts = [part.get("text") for part in value if isinstance(part, dict) and part.get("type") == "text"]
    texts = [text for text in parts if isinstance(text, str)]
    return "\n".join(texts) if texts else None


PLATFORM = Platform(TABLES, read, answer, honoured=HONOURED)
