"""Records of plugin functions `(input, output)`, which OpenCode and its relatives call in process.

A record is `{"hook", "input", "output"?, "directory"}`: the hook's name, its arguments, the project's folder. A bridge
plugin writes it and carries out the answer, one JSON object: `{"throw": text}` throws, `{"args": object}` puts these
arguments in place, `{"append": text}` adds to what the model reads.
"""

from __future__ import annotations

from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.reading import ABSENT, Reading, event_name, first
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.canonical.verdict import changed_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.reading import Tables
    from hook_adapters.canonical.types import Answer
    from hook_adapters.canonical.verdict import Verdict


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


def answer(tables: Tables, reading: Reading, verdict: Verdict) -> Answer:
    """Tell the bridge what to do; raises `Unsupported`.

    The platform ignores what a plugin returns: only throwing stops a tool.
    """
    body: dict[str, Any] = {}
    if verdict.decision == "deny":
        body = {"throw": verdict.reason}
    elif "input" in verdict.parts:
        body = {"args": changed_arguments(reading, tables, verdict)}
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
