"""Assembles the canonical event from a reading and the platform's tables."""

from __future__ import annotations

from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.kinds import OF_TOOLS, UNKNOWN
from hook_adapters.canonical.patch import touched_files
from hook_adapters.canonical.reading import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Reading, Tables
    from hook_adapters.canonical.types import CanonicalEvent

PRE_TOOL = frozenset({"PreToolUse", "PermissionRequest"})
POST_TOOL = frozenset({"PostToolUse", "PostToolUseFailure"})
# Set by the canonical event only: a field of one of these names that arrives elsewhere never takes its place.
CANONICAL = frozenset(
    {
        "hook_event_name",
        "platform_event_name",
        "tool_name",
        "tool_kind",
        "tool_input",
        "tool_response",
        "session_id",
        "cwd",
        "prompt",
    }
)
RESERVED = "platform_tool_name"


def canonical_events(reading: Reading, tables: Tables) -> list[CanonicalEvent]:
    """Return the canonical events a payload fires, the primary one first; raises `InvalidPayload`."""
    name = tables.events.get(reading.event, reading.event)
    event: dict[str, Any] = {"hook_event_name": name}
    if name != reading.event:
        event["platform_event_name"] = reading.event
    _refuse_half_a_call(reading, name)

    event |= _call(reading, tables)
    if name in POST_TOOL and reading.response is not ABSENT:
        event["tool_response"] = reading.response
    for key in ("session_id", "cwd", "prompt"):
        value = getattr(reading, key)
        if isinstance(value, str):
            event[key] = value
    event |= {key: value for key, value in reading.payload.items() if key in tables.kept and key not in CANONICAL}
    return [event, *({**event, "hook_event_name": other} for other in reading.also)]  # pyright: ignore[reportReturnType] (built key by key)


def _refuse_half_a_call(reading: Reading, name: str) -> None:
    """Raise for a call without name or arguments: no rule could match it, so it would pass as harmless."""
    if reading.tool is not ABSENT and (not isinstance(reading.tool, str) or not reading.tool):
        raise InvalidPayload(f"the tool name is not a non-empty string: {reading.tool!r}")
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
    arguments = _arguments(reading, tables)
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


def _arguments(reading: Reading, tables: Tables) -> dict[str, Any]:
    value = reading.arguments
    table = {} if reading.bare_tool else tables.arguments.get(reading.tool, {})
    patch: Any = None
    if value is ABSENT:
        arguments: dict[str, Any] = {}
    elif isinstance(value, dict):
        arguments = renamed(value, table)
        # A key called so that the platform does not read is an argument like any other.
        patch = next((arguments.get("patch") for name in value if table.get(name) == "patch"), None)
    elif reading.tool in tables.patch_tools and not reading.bare_tool and isinstance(value, str):
        arguments = {"patch": value}
        patch = value
    else:
        arguments = {"tool_input": value}
    if isinstance(patch, str):
        arguments.pop("file_paths", None)
        arguments.pop("file_path", None)
        if paths := touched_files(patch):
            arguments |= {"file_paths": paths, "file_path": paths[0]}
    for key, value in reading.payload.items():
        if key not in tables.read and key not in tables.kept:
            arguments.setdefault(key, value)
    arguments.pop(RESERVED, None)
    return arguments


def read_names(native: Mapping[str, Any], table: Mapping[str, str]) -> dict[str, str]:
    """Return canonical argument name → the native one that the platform reads; of several the first of the table."""
    result: dict[str, str] = {}
    for name, canonical in table.items():
        if name in native:
            result.setdefault(canonical, name)
    return result


def renamed(native: Mapping[str, Any], table: Mapping[str, str]) -> dict[str, Any]:
    """Rename what the platform reads; an argument that arrives under that canonical name is a decoy and is dropped."""
    read = read_names(native, table)
    names = {name: canonical for canonical, name in read.items()}
    return {names.get(key, key): value for key, value in native.items() if key in names or key not in read}
