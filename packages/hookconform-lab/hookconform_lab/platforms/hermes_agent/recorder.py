"""Hermes Agent: how the recorder is registered."""

from __future__ import annotations

import shlex

from hookconform_lab.platforms.hermes_agent.scenarios import REQUEST_EVENTS
from hookconform_lab.recorder.lists import HookLists
from hookconform_lab.recorder.registrations import SECONDS


class HermesAgentRecorder(HookLists):
    """Lists of the user's `config.yaml`; an event that a version does not know is left out with a warning."""

    platform = "hermes-agent"
    advice = (
        "Hermes Agent runs a hook once you have agreed to it: start `hermes` in a terminal and say yes, or start it "
        "with --accept-hooks."
    )

    def events(self, version: str | None) -> tuple[str, ...]:
        """Return what the version has, without the events that carry whole requests to the model."""
        return tuple(name for name in self.registrable(version) if name not in REQUEST_EVENTS)

    def entry(self, event: str, command: str) -> dict[str, str | int]:  # noqa: ARG002 (the interface's form)
        """Return a hook for whatever the event is about: the command is split into words, so a shell is among them."""
        return {"command": shlex.join(["/bin/sh", "-c", command]), "timeout": SECONDS}


RECORDER = HermesAgentRecorder()
