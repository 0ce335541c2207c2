"""What no run of Hermes Agent reaches here, and why."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform
from hookconform.lab.driver import NotDriven

_ELSEWHERE = {
    "pre_gateway_dispatch": "messages come to the gateway from services of others",
    "kanban_task_claimed": "tasks are handed out by a dispatcher of the gateway",
    "kanban_task_completed": "told by a worker that the dispatcher starts",
    "kanban_task_blocked": "told by a worker that the dispatcher starts",
}


def undriven_at(version: str) -> NotDriven:
    """Return the tools and events of a version that the scenarios do not reach."""
    there = load_platform("hermes-agent").events_at(version)
    return NotDriven(events={event: why for event, why in _ELSEWHERE.items() if event in there})
