"""What OpenCode's hooks and tools are called, and which versions have them."""

from __future__ import annotations

from hookconform.ground.versions import at_least
from hookconform.lab.driver import NotDriven

HOOKS = (
    "chat.message",
    "chat.params",
    "chat.headers",
    "command.execute.before",
    "permission.ask",
    "tool.execute.before",
    "tool.execute.after",
    "tool.definition",
    "shell.env",
    "experimental.chat.messages.transform",
    "experimental.chat.system.transform",
    "experimental.provider.small_model",
    "experimental.session.compacting",
    "experimental.compaction.autocontinue",
    "experimental.text.complete",
    "event",
    "config",
    "dispose",
)
# First and, where it is gone, last version measured that calls the hook; a plugin may define all of them anywhere.
_HOOKS_SEEN = {
    "chat.headers": ("1.1.65", None),
    "command.execute.before": ("1.1.65", None),
    "dispose": ("1.18.33", None),
    "experimental.chat.system.transform": ("1.1.65", None),
    "experimental.compaction.autocontinue": ("1.14.41", None),
    "experimental.session.compacting": ("1.1.65", None),
    "permission.ask": ("0.5.29", "1.0.152"),
    "shell.env": ("1.1.65", None),
    "tool.definition": ("1.1.65", None),
}
# First and, where it is gone, last version measured that declares the tool.
_TOOLS = {
    "list": ("0.5.29", "1.0.152"),
    "todoread": ("0.5.29", "1.0.152"),
    "batch": ("1.0.152", "1.1.65"),
    "codesearch": ("1.0.152", "1.1.65"),
    "apply_patch": ("1.1.65", None),
    "skill": ("1.1.65", None),
    "question": ("1.1.65", None),
    "plan_enter": ("1.1.65", "1.1.65"),
    "plan_exit": ("1.1.65", None),
    "lsp": ("1.1.65", None),
    "list_mcp_resources": ("1.18.33", None),
    "execute": ("1.18.33", None),
}


def has(tool: str, version: str) -> bool:
    """Return whether a version declares a tool that not all versions declare."""
    return _between(version, *_TOOLS[tool])


def not_driven_at(version: str) -> NotDriven:
    """Return the hooks that this version never calls, or that the runs do not reach."""
    never = {
        hook: f"never called by this version: seen from {since}" + (f" to {until}" if until else " on")
        for hook, (since, until) in _HOOKS_SEEN.items()
        if not _between(version, since, until)
    }
    return NotDriven(events={**never, "experimental.provider.small_model": "needs a provider without a small model"})


def _between(version: str, since: str, until: str | None) -> bool:
    return at_least(version, since) and (until is None or at_least(until, version))
