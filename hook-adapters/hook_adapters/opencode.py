"""OpenCode: plugin functions called in process; the payload is a record of one call.

A record is `{"hook", "input", "output"?, "directory"}`: the hook's name, its arguments, the project's folder. A bridge
plugin writes it and carries out the answer, one JSON object: `{"throw": text}` throws, `{"args": object}` puts these
arguments in place, `{"append": text}` adds to what the model reads.
"""

from __future__ import annotations

from hook_adapters.canonical.contained import Batch
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.platform import ANY, NEVER, Platform
from hook_adapters.canonical.reading import ABSENT, Reading, Tables, event_name, first, kinds
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict

FILE = {"filePath": "file_path"}
PATCH = {"patchText": "patch"}

TABLES = Tables(
    events={
        "tool.execute.before": "PreToolUse",
        "tool.execute.after": "PostToolUse",
        "chat.message": "UserPromptSubmit",
        "session.created": "SessionStart",
        "session.idle": "Stop",
        "session.error": "StopFailure",
        "experimental.session.compacting": "PreCompact",
        "session.compacted": "PostCompact",
        "permission.ask": "PermissionRequest",
        "permission.asked": "PermissionRequest",
        "permission.updated": "PermissionRequest",
    },
    tools={
        "bash": "Bash",
        "write": "Write",
        "edit": "Edit",
        "apply_patch": "Edit",
        "patch": "Edit",
        "read": "Read",
        "glob": "Glob",
        "grep": "Grep",
        "webfetch": "WebFetch",
        "task": "Task",
        "websearch": "WebSearch",
        "todowrite": "TodoWrite",
        "question": "AskUserQuestion",
        "skill": "Skill",
        "list": "LS",
        "fetch": "WebFetch",  # legacy alias: in published tables, never emitted
        "plan_enter": "EnterPlanMode",
        "plan_exit": "ExitPlanMode",
        "read_mcp_resource": "ReadMcpResource",
    },
    kinds=kinds(
        read="todoread list_mcp_resources list_mcp_resource_templates",
        search="lsp",
        execute="execute",
        fetch="codesearch",
    ),
    arguments={
        "read": FILE,
        "write": FILE,
        "edit": {
            "filePath": "file_path",
            "oldString": "old_string",
            "newString": "new_string",
            "replaceAll": "replace_all",
        },
        "apply_patch": PATCH,
        "patch": PATCH,
        "grep": {"include": "glob"},
        "skill": {"name": "skill"},
    },
    paths={
        "glob": ("/path",),
        "grep": ("/path",),
        "list": ("/path",),
        "bash": ("/workdir",),
        "lsp": ("/filePath",),
    },
    contained={"batch": Batch("tool_calls", tool="tool", arguments="parameters")},
    patch_tools=frozenset({"apply_patch", "patch"}),
    read=frozenset({"hook", "input", "output", "directory"}),
    kept=frozenset(),
)

# Where the platform asks its user already, "ask" needs no answer; it cannot be answered otherwise either.
HONOURED = {
    "tool.execute.before": {"deny": ANY, "ask": NEVER, "input": ANY},
    "tool.execute.after": {"deny": ANY, "context": ANY},
    "chat.message": {"deny": ANY, "context": ANY},
    "experimental.session.compacting": {"context": ANY},
    "permission.ask": {"ask": ANY},
    "permission.asked": {"ask": ANY},
    "permission.updated": {"ask": ANY},
}


def read(text: str | bytes, registered_event: str | None = None) -> Reading:
    """Say in the platform's own words what a record means; raises `InvalidPayload`."""
    record = parse(text)
    event = event_name(first(record, "hook"), registered_event)
    given, output = _object(record.get("input")), record.get("output")
    bus: dict[str, Any] = {}
    if event == "event":
        message = _object(given.get("event"))
        event = event_name(first(message, "type"), None)
        bus = _object(message.get("properties"))
    after = event == "tool.execute.after"
    tool = first(given, "tool")
    # After a tool the output is its result, in which a server may write what it likes.
    arguments = first(given if after else {**given, **_object(output)}, "args")
    error = _object(output).get("isError")
    return Reading(
        event,
        payload=record,
        tool=tool,
        arguments=arguments,
        response=first(record, "output") if after else ABSENT,
        session_id=first({**_session(event, bus), **bus, **given}, "sessionID"),
        cwd=record.get("directory"),
        prompt=_prompt(_object(output)),
        names_no_tool=event.startswith("permission."),
        also=("PostToolUseFailure",) if after and error is not None and error is not False else (),
    )


def answer(reading: Reading, verdict: Verdict) -> Answer:
    """Tell the bridge what to do; raises `Unsupported`.

    The platform ignores what a plugin returns: only throwing stops a tool.
    """
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        body = {"throw": verdict.reason}
    elif "input" in verdict.parts:
        body = {"args": changed_arguments(reading, TABLES, verdict)}
    elif "context" in verdict.parts:
        body = {"append": verdict.context}
    return printed(body, stderr=verdict.system_message or "")


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _session(event: str, bus: dict[str, Any]) -> dict[str, Any]:
    """Old versions say which session it is only inside the description of the session, message or part."""
    info = _object(bus.get("info", bus.get("part")))
    key = "id" if event.startswith("session.") else "sessionID"
    return {"sessionID": info[key]} if key in info else {}


def _prompt(output: dict[str, Any]) -> str | None:
    parts = output.get("parts")
    texts = [
        part["text"]
        for part in (parts if isinstance(parts, list) else [])
        if isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str)
    ]
    return "\n".join(texts) if texts else None


PLATFORM = Platform(
    TABLES,
    read,
    answer,
    honoured=HONOURED,
    pre_tool_event="tool.execute.before",
    warning_exit_code=0,  # the bridge throws for any other, which refuses a prompt
)
