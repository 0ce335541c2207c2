"""OpenCode: the plugin that records."""

from __future__ import annotations

from pathlib import Path

from hookconform.lab.plugins.driver import HOOKS
from hookconform.recorder.own_files import HookPlugin

_PLUGIN = Path(__file__).with_name("recorder.js")
_HOOKS = (
    "tool.execute.before",
    "tool.execute.after",
    "chat.message",
    "command.execute.before",
    "permission.ask",
    "experimental.session.compacting",
    "event",
)
# How the types begin of the bus events that the `event` hook is recorded for.
_BUS_EVENTS = ("session.", "permission.", "question.", "todo.", "command.", "file.edited")


class OpenCodeRecorder(HookPlugin):
    """A plugin file whose functions keep what they are called with."""

    platform = "opencode"
    advice = "OpenCode loads plugins when it starts: start it anew."

    def events(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks worth having: not those that carry headers, keys or the vendor's prompts."""
        return _HOOKS

    def registrable(self, version: str | None) -> tuple[str, ...]:  # noqa: ARG002 (a plugin may define any hook)
        """Return the hooks a plugin may define; the types of bus events are told apart by the `event` hook."""
        return HOOKS

    def plugin(self, events: tuple[str, ...], private: Path) -> bytes:
        """Return the plugin with its settings filled in."""
        return self.filled(_PLUGIN, events, private, events=_BUS_EVENTS)


RECORDER = OpenCodeRecorder()
