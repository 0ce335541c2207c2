"""pi: events handed to extensions in process; the payload is a record of one event.

A record is `{"hook", "input", "directory", "session"}`: the event's name, the event, the working folder, the session's
id. A bridge extension writes it and carries out the answer, one JSON object: `{"throw": text}` stops a tool, replaces
its result or refuses a prompt, `{"args": object}` puts these arguments in place, `{"append": text}` adds to what is
read.
"""

from __future__ import annotations

from hook_adapters.canonical.arguments import SECONDS
from hook_adapters.canonical.opened import UNUSUAL_BLANKS, OpenedAs, normalized, of_address, replaced, without_start
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

FILE = {"path": "file_path"}
PLAIN = (replaced(UNUSUAL_BLANKS, " "), without_start("@"), of_address)

TABLES = Tables(
    events={
        "tool_call": "PreToolUse",
        "tool_result": "PostToolUse",
        "input": "UserPromptSubmit",
        "session_start": "SessionStart",
        "session_shutdown": "SessionEnd",
        "agent_end": "Stop",
        "session_before_compact": "PreCompact",
        "session_compact": "PostCompact",
    },
    tools={
        "bash": "Bash",
        "read": "Read",
        "write": "Write",
        "edit": "Edit",
        "grep": "Grep",
        "find": "Glob",
        "ls": "LS",
    },
    arguments={"read": FILE, "write": FILE, "edit": FILE},
    units={"bash": {"timeout": SECONDS}},
    paths={"grep": ("/path",), "find": ("/path",), "ls": ("/path",)},
    opened_as=(
        OpenedAs(*PLAIN, tools="read write edit ls grep"),
        OpenedAs(*PLAIN, tools="find"),
        # Tried one after the other where no file is called so.
        OpenedAs(*PLAIN, normalized("NFD"), tools="read"),
        OpenedAs(*PLAIN, replaced("'", "\u2019"), tools="read"),
        OpenedAs(without_start("@"), of_address, replaced(" ", "\u202f"), tools="read"),
    ),
    read=frozenset({"hook", "input", "directory", "session"}),
    kept=frozenset(),
)
HONOURED = {
    "tool_call": {"deny": ANY, "ask": NEVER, "input": ANY},
    "tool_result": {"deny": ANY, "context": ANY},
    "input": {"deny": ANY, "context": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a record means; raises `InvalidPayload`."""
    record = parse(text)
    event = event_name(first(record, "hook"), registered_event)
    given = record.get("input")
    given = given if isinstance(given, dict) else {}
    error = given.get("isError")
    after = event == "tool_result"
    return Reading(
        event,
        payload=record,
        tool=first(given, "toolName"),
        arguments=first(given, "input", "args"),
        response=first(given, "content") if after else ABSENT,
        session_id=record.get("session"),
        cwd=record.get("directory"),
        prompt=first(given, "text", "prompt"),
        also=("PostToolUseFailure",) if after and error is not None and error is not False else (),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Tell the bridge what to do; raises `Unsupported`."""
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        body = {"throw": verdict.reason}
    elif "input" in verdict.parts:
        body = {"args": changed_arguments(reading, TABLES, verdict)}
    elif "context" in verdict.parts:
        body = {"append": verdict.context}
    return printed(body, stderr=verdict.system_message or "")


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    pre_tool_event="tool_call",
    warning_exit_code=0,  # for any other the bridge stops what is about to happen
)
