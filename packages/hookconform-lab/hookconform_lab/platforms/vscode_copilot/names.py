"""What VS Code's agent has at each version by the claims, and what no run reaches."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.driver import NotDriven

PLATFORM = "vscode-copilot"


def events_at(version: str) -> tuple[str, ...]:
    """Return the events a version is known to have."""
    return load_platform(PLATFORM).events_at(version)


def undriven_at(version: str) -> NotDriven:  # noqa: ARG001 (the same at all)
    """Return the tools and events of a version that its runs do not reach."""
    return NotDriven()
