"""Platforms whose plugins return their hooks as functions of an input and an output, each called in process."""

from __future__ import annotations

from pathlib import Path

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.plugins.driver import HOOKS
from hookconform_lab.recorder.own_files import HookPlugin

_PART = Path(__file__).with_name("function_recorder.js")
# One function for all that goes over the bus; each type of that is a claim of its own.
_BUS = "event"
# Those worth having: not those that carry headers, keys or the vendor's prompts.
_RECORDED = (
    "tool.execute.before",
    "tool.execute.after",
    "chat.message",
    "command.execute.before",
    "permission.ask",
    "experimental.session.compacting",
    _BUS,
)
# How the types begin of the bus events that the `event` hook is recorded for.
_BUS_EVENTS = ("session.", "permission.", "question.", "todo.", "command.", "file.edited")


class FunctionPlugin(HookPlugin):
    """A plugin file whose functions keep what they are called with."""

    def events(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks worth having of those that the program is known to call."""
        claims = load_platform(self.platform).events.values()
        called = {claim.registration for claim in claims if claim.status != "refuted"}
        return tuple(hook for hook in _RECORDED if hook in called or hook == _BUS)

    def registrable(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks a plugin may define; the types of bus events are told apart by the `event` hook."""
        return HOOKS

    def plugin(self, events: tuple[str, ...], private: Path) -> bytes:
        """Return the plugin with its settings filled in."""
        return self.filled(_PART, events, private, events=_BUS_EVENTS)
