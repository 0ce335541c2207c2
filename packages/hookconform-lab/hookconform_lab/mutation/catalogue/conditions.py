"""Conditions of faults: which payloads, events and questions a fault of the catalogue is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.ground.json_text import compact
from hookconform_lab.mutation.catalogue.edits import values


@dataclass(frozen=True, slots=True)
class Situation:
    """What is asked: the payload (None if no reader takes it), its text, the true primary event (None: refused).

    `params` are those of the question: verdict, failure, direction, tool.
    """

    text: str
    payload: Any
    event: Mapping[str, Any] | None
    params: Mapping[str, Any]


def holds(when: Mapping[str, Any], situation: Situation) -> bool:
    """Tell whether all conditions hold."""
    return all(CONDITIONS[name](given, situation) for name, given in when.items())


def _field(name: str) -> Callable[[Any, Situation], bool]:
    def test(given: Any, situation: Situation) -> bool:
        return situation.event is not None and situation.event.get(name) in _listed(given)

    return test


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def _native_event(given: Any, situation: Situation) -> bool:
    event = situation.event or {}
    return event.get("platform_event_name", event.get("hook_event_name")) in _listed(given)


def _native_tool(given: Any, situation: Situation) -> bool:
    event = situation.event or {}
    own = event.get("tool_input", {}).get("platform_tool_name", event.get("tool_name"))
    return own in _listed(given)


def _is_mapped(given: Any, situation: Situation) -> bool:
    return ("platform_tool_name" in (situation.event or {}).get("tool_input", {})) is given


def _refused(given: Any, situation: Situation) -> bool:
    return (situation.event is None) is given


def _found(document: Any, given: list[str]) -> bool:
    found = values(document, given[0])
    return any(re.search(given[1], value if isinstance(value, str) else compact(value)) for value in found)


def _param(name: str) -> Callable[[Any, Situation], bool]:
    return lambda given, situation: situation.params.get(name) in _listed(given)


def _verdict(given: Any, situation: Situation) -> bool:
    verdict = situation.params.get("verdict") or {}
    name = "input" if verdict.get("updated_input") else "context" if verdict.get("context") else verdict.get("decision")
    return name in _listed(given) or verdict.get("decision") in _listed(given)


CONDITIONS: dict[str, Callable[[Any, Situation], bool]] = {
    "event": _field("hook_event_name"),
    "tool": _field("tool_name"),
    "kind": _field("tool_kind"),
    "native-event": _native_event,
    "native-tool": _native_tool,
    "mapped": _is_mapped,
    "refused": _refused,
    "has": lambda given, at: all(values(at.event, pointer) for pointer in _listed(given)),
    "lacks": lambda given, at: not any(values(at.event, pointer) for pointer in _listed(given)),
    "payload-has": lambda given, at: all(values(at.payload, pointer) for pointer in _listed(given)),
    "payload-lacks": lambda given, at: not any(values(at.payload, pointer) for pointer in _listed(given)),
    "holds": lambda given, at: _found(at.event, given),
    "payload-holds": lambda given, at: _found(at.payload, given),
    "text": lambda given, at: re.search(given, at.text) is not None,
    "registered": _param("registered_event"),
    "version": _param("platform_version"),
    "verdict": _verdict,
    "verdict-has": lambda given, at: all(values(at.params.get("verdict"), pointer) for pointer in _listed(given)),
    "verdict-lacks": lambda given, at: not any(values(at.params.get("verdict"), pointer) for pointer in _listed(given)),
    "failure": _param("failure"),
    "policy": _param("policy"),
    "direction": _param("direction"),
    "asked-tool": _param("tool"),
    "asked-native-tool": _param("native_tool"),
    "asked-has": lambda given, at: all(values(at.params, pointer) for pointer in _listed(given)),
}
