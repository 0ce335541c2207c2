"""What no run of Grok Build reaches here, and why."""

from __future__ import annotations

from hookconform_lab.lab.driver import NotDriven


def undriven_at(version: str) -> NotDriven:  # noqa: ARG001 (the same at all)
    """Return the tools of a version that the scenarios do not call; every event is reached."""
    return NotDriven(tools={"session_title": "how the program asks for a title; no hook is called for it"})
