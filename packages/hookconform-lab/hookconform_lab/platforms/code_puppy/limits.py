"""What no run of Code Puppy reaches here, and why."""

from __future__ import annotations

from hookconform.ground.versions import at_least
from hookconform_lab.lab.driver import NotDriven


def undriven_at(version: str) -> NotDriven:
    """Return the tools of a version that the scenarios do not reach; every event is fired."""
    asked = {"final_result": "declared in a request of a terminal's own, which is answered with text"}
    return NotDriven(tools=asked if at_least(version, "0.0.850") else {})
