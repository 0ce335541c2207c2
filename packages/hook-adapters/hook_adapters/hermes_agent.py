"""Hermes Agent: six fixed keys, everything else under `extra`; only an object that blocks stops a tool."""

from __future__ import annotations

from hook_adapters.canonical.arguments import LISTED, SECONDS
from hook_adapters.canonical.contained import Values
from hook_adapters.canonical.opened import OpenedAs
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

TABLES = Tables(
    events={
        "pre_tool_call": "PreToolUse",
        "post_tool_call": "PostToolUse",
        "pre_llm_call": "UserPromptSubmit",
        "pre_verify": "Stop",
        "on_session_start": "SessionStart",
        "on_session_end": "Stop",
        "on_session_finalize": "SessionEnd",
        "subagent_start": "SubagentStart",
        "subagent_stop": "SubagentStop",
        "api_request_error": "StopFailure",
    },
    tools={
        "terminal": "Bash",
        "write_file": "Write",
        "patch": "Edit",
        "read_file": "Read",
        "search_files": "Grep",
        "web_extract": "WebFetch",
        "browser_navigate": "WebFetch",
        "web_search": "WebSearch",
        "delegate_task": "Task",
        "process": "BashInput",
        "todo": "TodoWrite",
        "clarify": "AskUserQuestion",
        "skill_view": "Skill",
    },
    kinds=kinds(
        read="skills_list vision_analyze browser_snapshot browser_console browser_get_images browser_vision",
        search="session_search",
        edit="skill_manage",
        execute="execute_code",
        think="memory",
    ),
    own=words(
        """
        browser_back browser_click browser_press browser_scroll browser_type cronjob image_generate
        text_to_speech
        """
    ),
    arguments={
        "terminal": {"background": "run_in_background"},
        "write_file": {"path": "file_path"},
        "patch": {"path": "file_path", "patch": "patch"},
        "read_file": {"path": "file_path"},
        "search_files": {"file_glob": "glob"},
        "process": {"session_id": "shell_id", "data": "command"},
        "delegate_task": {"goal": "prompt"},
        "skill_view": {"name": "skill"},
    },
    units={"terminal": {"timeout": SECONDS}},
    # One mode of `patch` reads `path`, the other the headers of the text; both count.
    paths={
        "terminal": ("/workdir",),
        "patch": ("/path",),
        "search_files": ("/path",),
        "vision_analyze": ("/image_url",),
        "cronjob": ("/workdir", "/script"),
        "text_to_speech": ("/output_path",),
        "image_generate": ("/image_url", "/reference_image_urls/*"),
    },
    commands={"delegate_task": {"/acp_command": "acp_args", "/tasks/*/acp_command": "acp_args"}},
    urls={"web_extract": (LISTED, "urls")},
    contained={"delegate_task": Values("tasks", each="goal")},
    patch_tools=frozenset({"patch"}),
    # The paths in the headers of a patch.
    opened_as=(OpenedAs(str.strip, tools="patch"),),
    read=words("hook_event_name tool_name tool_input session_id cwd"),
    kept=words("extra"),
)
HONOURED = {
    "pre_tool_call": {"deny": ANY, "ask": NEVER},
    "pre_llm_call": {"context": ANY},
    "pre_verify": {"deny": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    given = payload.get("extra")
    extra: dict[str, Any] = given if isinstance(given, dict) else {}
    event = event_name(first(payload, "hook_event_name"), registered_event)
    # All keys are always there, null where they say nothing.
    tool = first(payload, "tool_name")
    tool = ABSENT if tool is None else tool
    error = extra.get("error_type")
    failed = event == "post_tool_call" and error is not None and error is not False
    return Reading(
        event,
        payload=payload,
        tool=tool,
        arguments=ABSENT if tool is ABSENT else first(payload, "tool_input"),
        response=first(extra, "result"),
        session_id=first(payload, "session_id"),
        cwd=first(payload, "cwd"),
        prompt=extra.get("user_message"),
        also=("PostToolUseFailure",) if failed else (),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    del reading
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        body = {"decision": "block", "reason": verdict.reason}
    elif "context" in verdict.parts:
        body = {"context": verdict.context}
    return printed(body, stderr=verdict.system_message or "")


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    pre_tool_event="pre_tool_call",
    last_answer='{"decision":"block","reason":"The policy hook failed."}',
)
