"""Faults in how names of tools, kinds and events are compared."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable
from typing import Any

from hook_adapters.rules import matchers
from tests.support.engine_faults.putting import Event, Fault, arguments, compiler


def fullmatch(pattern: str, text: str) -> bool:
    try:
        return re.fullmatch(pattern, text) is not None
    except re.error:
        return False


def native(matcher: str, key: str, own: Callable[[Event], Any]) -> Fault:
    """Put in an engine that compares the platform's own name too, and so takes every name."""
    return lambda patch: patch.setitem(
        matchers.COMPILERS, matcher, lambda _, value: lambda event: event.get(key) in value or own(event) in value
    )


FAULTS: dict[str, Fault] = {
    "tools in any case": compiler(
        "tools", lambda value: lambda e: (e.get("tool_name") or "").lower() in [v.lower() for v in value]
    ),
    "tools by their beginning": compiler(
        "tools", lambda value: lambda e: any((e.get("tool_name") or "").startswith(v) for v in value)
    ),
    "tools as patterns": compiler(
        "tools", lambda value: lambda e: any(fnmatch.fnmatchcase(e.get("tool_name") or "", v) for v in value)
    ),
    "tools as expressions": compiler(
        "tools", lambda value: lambda e: any(fullmatch(v, e.get("tool_name") or "") for v in value)
    ),
    "the first tool only": compiler("tools", lambda value: lambda e: e.get("tool_name") == value[0]),
    "the last part of a server's tool": compiler(
        "tools",
        lambda value: lambda e: bool({e.get("tool_name"), (e.get("tool_name") or "").split("__")[-1]} & {*value}),
    ),
    "native tools": native("tools", "tool_name", lambda e: arguments(e).get("platform_tool_name")),
    "native events": native("operations", "hook_event_name", lambda e: e.get("platform_event_name")),
    "events are not looked at": compiler("operations", lambda _: lambda _: True),
    "the first event only": compiler("operations", lambda value: lambda e: e["hook_event_name"] == value[0]),
    "the last event only": compiler("operations", lambda value: lambda e: e["hook_event_name"] == value[-1]),
    "the first kind only": compiler("kinds", lambda value: lambda e: e.get("tool_kind") == value[0]),
    "kinds are not looked at": compiler("kinds", lambda _: lambda _: True),
    "an event without a tool is of the kind other": compiler(
        "kinds", lambda value: lambda e: e.get("tool_kind", "other") in value
    ),
}
