"""What Codex's hooks are called at each version, and which tools no hook tells of."""

from __future__ import annotations

from hookconform.corpus.claims import load_platform

_NO_HOOK = "a call fires no hook"
# Declared tools that no scenario reaches, or whose calls no hook can show.
NOT_DRIVEN_TOOLS = {
    "tool_search": _NO_HOOK,
    "web_search": "runs at the model's vendor, so " + _NO_HOOK,
    "image_generation": "runs at the model's vendor, so " + _NO_HOOK,
    "exec": "code mode: the calls its script makes fire hooks, itself it fires none",
    "functions.exec": "code mode: the calls its script makes fire hooks, itself it fires none",
    "wait": _NO_HOOK,
    "functions.wait": _NO_HOOK,
}


def events_at(version: str) -> tuple[str, ...]:
    """Return the events a version's hook configuration knows."""
    return load_platform("codex").events_at(version)
