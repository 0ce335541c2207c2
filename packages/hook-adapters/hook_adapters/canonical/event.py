"""Assembles the canonical event from a reading and the platform's tables."""

from __future__ import annotations

from hook_adapters.canonical.arguments import canonical_arguments
from hook_adapters.canonical.contained import contained_calls
from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.kinds import OF_TOOLS, UNKNOWN
from hook_adapters.canonical.reading import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.reading import Reading, Tables
    from hook_adapters.canonical.types import CanonicalEvent

PRE_TOOL = frozenset({"PreToolUse", "PermissionRequest"})
POST_TOOL = frozenset({"PostToolUse", "PostToolUseFailure"})
RESERVED = "platform_tool_name"
TEXTS = ("session_id", "cwd", "prompt")


def canonical_events(reading: Reading, tables: Tables) -> list[CanonicalEvent]:
    """Return the canonical events of a payload: the primary one, those that fire with it, then one a contained call.

    Raises `InvalidPayload`.
    """
    name = tables.events.get(reading.event, reading.event)
    event: dict[str, Any] = {"hook_event_name": name}
    if name != reading.event:
        event["platform_event_name"] = reading.event
    _refuse_half_a_call(reading, name)

    envelope = dict(event)
    event |= _call(reading, tables)
    if name in POST_TOOL and reading.response is not ABSENT:
        event["tool_response"] = reading.response
    rest = {key: value for key, value in reading.payload.items() if key in tables.kept}
    rest |= {key: value for key in TEXTS if isinstance(value := getattr(reading, key), str)}
    event |= rest
    also = ({**event, "hook_event_name": other} for other in reading.also)
    calls = ({**envelope, **_call(call, tables), **rest} for call in contained_calls(reading, tables))
    return [event, *also, *calls]  # pyright: ignore[reportReturnType] (built key by key)


def _refuse_half_a_call(reading: Reading, name: str) -> None:
    """Raise for a call without name or arguments: no rule could match it, so it would pass as harmless."""
    if reading.tool is not ABSENT and (not isinstance(reading.tool, str) or not reading.tool.strip()):
        raise InvalidPayload(f"the tool name is not a string, or nothing but white space: {reading.tool!r}")
    if reading.names_no_tool:
        return
    if name in PRE_TOOL | POST_TOOL and reading.tool is ABSENT and not reading.implied_tool:
        raise InvalidPayload(f"{reading.event} without a tool name")
    if name in PRE_TOOL and reading.arguments is ABSENT:
        raise InvalidPayload(f"{reading.event} without arguments")


def _call(reading: Reading, tables: Tables) -> dict[str, Any]:
    """Return `tool_name`, `tool_kind` and `tool_input`, as far as there are any."""
    mapped = None
    call: dict[str, Any] = {}
    if reading.tool is not ABSENT:
        mapped = None if reading.bare_tool else tables.tools.get(reading.tool)
        call["tool_name"] = mapped or reading.tool
    elif reading.implied_tool:
        call["tool_name"] = reading.implied_tool
    if call:
        call["tool_kind"] = _kind(reading, tables, call["tool_name"])
    arguments = canonical_arguments(reading, tables)
    arguments.pop(RESERVED, None)
    if mapped:
        arguments[RESERVED] = reading.tool
    if arguments:
        call["tool_input"] = arguments
    return call


def _kind(reading: Reading, tables: Tables, name: str) -> str:
    """Return the kind of a tool by its canonical name, else by its native one; nothing is known of a server's tools."""
    if reading.bare_tool:
        return UNKNOWN
    return OF_TOOLS.get(name) or tables.kinds.get(name, UNKNOWN)
