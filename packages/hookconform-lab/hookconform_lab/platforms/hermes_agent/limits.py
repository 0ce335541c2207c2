"""What no run of Hermes Agent reaches here, and why."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import NotDriven

_ELSEWHERE = {
    "pre_gateway_dispatch": "messages come to the gateway from services of others",
    "kanban_task_claimed": "tasks are handed out by a dispatcher of the gateway",
    "kanban_task_completed": "told by a worker that the dispatcher starts",
    "kanban_task_blocked": "told by a worker that the dispatcher starts",
}


# What stands on the screen of these could not be read, so keys come at the wrong time.
UNREADABLE_SCREEN = frozenset({"0.16.0"})


def undriven_at(version: str) -> NotDriven:
    """Return the tools and events of a version that the scenarios do not reach."""
    there = load_platform("hermes-agent").events_at(version)
    known = {event: why for event, why in _ELSEWHERE.items() if event in there}
    if version in UNREADABLE_SCREEN:
        known["on_session_reset"] = "the screen of this version could not be read"
    return NotDriven(events=known)
