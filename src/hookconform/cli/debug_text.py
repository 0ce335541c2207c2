"""What `hookconform debug` prints of an adapter: the payload, its events in words, and the matched rules."""

from __future__ import annotations

from typing import Any

from hookconform.cases.composing import Composed
from hookconform.ground.plain_text import listed
from hookconform.ground.printable import printable_json

_COMMON = ("hook_event_name", "tool_name", "tool_kind", "tool_input")
_MOST = 8


def debug_text(composed: Composed, events: list[dict[str, Any]], matched: list[str] | None) -> str:
    """Return the text for one payload; `matched` is None if the adapter claims no rules."""
    primary, *further = events
    lines = [composed.origin, f"event    {composed.native_event} → {primary['hook_event_name']}"]
    if further:
        lines.append(f"         {_further_in_words(primary, further)}")
    if "tool_name" in primary:
        lines.append(f"tool     {composed.native_tool or '(implied by the event)'} → {primary['tool_name']}")
    if "tool_kind" in primary:
        lines.append(f"kind     {primary['tool_kind']}")
    lines += ["\npayload", composed.shown]
    lines += ["\ncanonical event", printable_json(primary, indent=2)]
    if further:
        lines.append(f"\nfurther event{'s' if len(further) > 1 else ''}, other fields as above")
        lines += [printable_json({key: event[key] for key in _COMMON if key in event}) for event in further]
    lines.append("\nmatched rules")
    if matched is None:
        lines.append("  (the adapter does not claim rules)")
    else:
        lines += [f"  {name}" for name in matched] or ["  (none)"]
    return "\n".join(lines)


def emptied_note(composed: Composed) -> str:
    """Return what a composed payload leaves empty, empty if nothing."""
    if not composed.emptied:
        return ""
    are = "is" if len(composed.emptied) == 1 else "are"
    return f"nobody recorded this call, so {listed(composed.emptied, _MOST)} {are} empty."


def _further_in_words(primary: dict[str, Any], further: list[dict[str, Any]]) -> str:
    name = primary["hook_event_name"]
    within = sum(event["hook_event_name"] == name for event in further)
    others = [event["hook_event_name"] for event in further if event["hook_event_name"] != name]
    said = [f"once more for {'the call' if within == 1 else f'each of the {within} calls'} within it"] if within else []
    said += [f"also {other}" for other in others]
    return "; ".join(said)
