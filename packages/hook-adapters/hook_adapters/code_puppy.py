"""Code Puppy: Claude Code's envelope around every event; of the exit codes 1 stops a tool and 2 does not."""

from __future__ import annotations

from hook_adapters.canonical.arguments import SECONDS
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first, kinds, words
from hook_adapters.canonical.verdict import answer as printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

PROMPT = "UserPromptSubmit"
# Events that concern no tool, although their payloads have something under `tool_name` and `tool_input`.
WITHOUT_TOOL = words("SessionStart SessionEnd UserPromptSubmit Stop SubagentStop PreCompact Notification")
_SHELL = {"background": "run_in_background"}
_TIMES = {"timeout": SECONDS}
_SHELLS = ("shell", "agent_run_shell_command", "run_shell_command", "run_shell_commmand")
_AGENT = {"agent_name": "subagent_type"}
TABLES = Tables(
    events={},
    tools={
        **dict.fromkeys(_SHELLS, "Bash"),
        "create_file": "Write",
        "replace_in_file": "Edit",
        "delete_snippet": "Edit",
        "delete_file": "Delete",
        "read_file": "Read",
        "grep": "Grep",
        "list_files": "LS",
        "browser_initialize": "WebFetch",
        "browser_navigate": "WebFetch",
        "browser_new_page": "WebFetch",
        "invoke_agent": "Task",
        "invoke_agent_with_model": "Task",
        "ask_user_question": "AskUserQuestion",
        "activate_skill": "Skill",
    },
    kinds=kinds(
        read="""
        browser_get_page_info browser_get_text browser_get_value browser_list_pages browser_list_workflows
        browser_page_snapshot browser_read_workflow browser_screenshot_analyze browser_status kennel_list_wings
        kennel_recent kennel_stats list_agents list_available_models load_image_for_analysis read_tool_result
        """,
        search="""
        browse_skill_namespace browser_find_buttons browser_find_by_label browser_find_by_placeholder
        browser_find_by_role browser_find_by_test_id browser_find_by_text browser_find_links browser_xpath_query
        kennel_recall list_or_search_skills
        """,
        edit="browser_save_workflow",
        execute="browser_execute_js universal_constructor",
        fetch="logfire_query",
        think="agent_share_your_reasoning kennel_remember",
    ),
    own=words(
        """
        browser_check browser_clear_highlights browser_click browser_click_by_role browser_click_by_text
        browser_close browser_double_click browser_go_back browser_go_forward browser_highlight_element
        browser_hover browser_reload browser_scroll browser_scroll_to_element browser_select_option
        browser_set_text browser_set_text_by_label browser_set_viewport browser_uncheck
        browser_wait_for_element browser_wait_for_load final_result save_attachments_as_references
        """
    ),
    arguments={
        **dict.fromkeys(_SHELLS, _SHELL),
        "browser_initialize": {"homepage": "url"},
        "delete_snippet": {"snippet": "old_string"},
        "read_file": {"start_line": "offset", "num_lines": "limit"},
        "grep": {"search_string": "pattern", "directory": "path"},
        "list_files": {"directory": "path"},
        "invoke_agent": _AGENT,
        "invoke_agent_with_model": _AGENT,
        "activate_skill": {"skill_name": "skill"},
    },
    units=dict.fromkeys(_SHELLS, _TIMES),
    paths={
        **dict.fromkeys(_SHELLS, ("/cwd",)),
        "grep": ("/directory",),
        "list_files": ("/directory",),
        "load_image_for_analysis": ("/image_path",),
    },
    read=words("hook_event_name tool_name tool_input tool_result session_id cwd"),
    kept=words("permission_mode tool_duration_ms"),
)
# Nobody heeds the hooks of other events.
HONOURED = {
    "PreToolUse": {"deny": ANY, "ask": NEVER, "context": ANY},
    PROMPT: {"context": ANY},
    "SessionStart": {"context": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a payload means; raises `InvalidPayload`."""
    payload = parse(text)
    event = event_name(first(payload, "hook_event_name"), registered_event)
    tool, arguments = first(payload, "tool_name"), first(payload, "tool_input")
    result = payload.get("tool_result")
    error = result.get("error") if isinstance(result, dict) else None
    failed = event == "PostToolUse" and error is not None and error is not False
    about_tool = event not in WITHOUT_TOOL
    return Reading(
        event,
        payload=payload,
        # What is no name at all is refused at every event.
        tool=tool if about_tool or not _is_name(tool) else ABSENT,
        arguments=arguments if about_tool else ABSENT,
        response=first(payload, "tool_result"),
        session_id=first(payload, "session_id"),
        cwd=first(payload, "cwd"),
        prompt=arguments.get("prompt") if event == PROMPT and isinstance(arguments, dict) else None,
        also=("PostToolUseFailure",) if failed else (),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Put a verdict into this platform's own words; raises `Unsupported`."""
    output: dict[str, Any] = {}
    if verdict.decision == "deny":
        output = {"permissionDecision": "deny", "permissionDecisionReason": verdict.reason}
    elif "context" in verdict.parts:
        output = {"additionalContext": verdict.context}
    body = {"hookSpecificOutput": {"hookEventName": reading.event, **output}} if output else {}
    return printed(body, stderr=verdict.system_message or "")


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    warning_exit_code=2,  # with 1 it would seem to be a block
    stop_exit_code=1,
    last_answer='{"decision":"block","reason":"The policy hook failed."}',
)
