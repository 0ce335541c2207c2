"""What no run of Kimi Code reaches here, and why."""

from __future__ import annotations

from hookconform.ground.versions import within
from hookconform_lab.lab.driver import NotDriven
from hookconform_lab.platforms.kimi_code.tools import EVENTS


def undriven_at(version: str) -> NotDriven:
    """Return the events of a version that the scenarios do not reach; every tool is called."""
    queued = {"UserPromptQueued": "the terminal keeps a prompt to itself until the turn is over"}
    return NotDriven(events=queued if within(version, EVENTS) else {})
