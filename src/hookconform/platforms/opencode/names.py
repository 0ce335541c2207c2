"""What OpenCode's hooks and tools are called, and which versions have them."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform
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


def has(tool: str, version: str) -> bool:
    """Return whether a version is known to declare a tool that not all versions declare."""
    return load_platform("opencode").tools[tool].covers(version)


def not_driven_at(version: str) -> NotDriven:
    """Return the hooks that this version never calls, or that the runs do not reach; a plugin may define them all."""
    claims = load_platform("opencode").events
    never = {
        hook: f"never called by this version: seen from {claims[hook].since or 'the first'}"
        + (f" to {claims[hook].until}" if claims[hook].until else " on")
        for hook in HOOKS
        if hook in claims and not claims[hook].covers(version)
    }
    return NotDriven(events={**never, "experimental.provider.small_model": "needs a provider without a small model"})
