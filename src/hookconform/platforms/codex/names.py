"""What Codex's hooks are called at each version, and how they name the tools the model sees."""

from __future__ import annotations

from hookconform.ground.versions import at_least

# First version whose hook configuration knows the event.
_EVENTS = {
    "SessionStart": "0.114.0",
    "UserPromptSubmit": "0.117.0",
    "PreToolUse": "0.117.0",
    "PermissionRequest": "0.124.0",
    "PostToolUse": "0.117.0",
    "SubagentStart": "0.134.0",
    "SubagentStop": "0.134.0",
    "PreCompact": "0.134.0",
    "PostCompact": "0.134.0",
    "Interrupt": "0.153.0",
    "PreModelRequest": "0.166.0",
    "PostModelRequest": "0.166.0",
    "Stop": "0.114.0",
    "SessionEnd": "0.153.0",
}
_SHELL_TOOLS = frozenset({"exec_command", "shell", "shell_command", "local_shell", "container.exec"})
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
    return tuple(event for event, since in _EVENTS.items() if at_least(version, since))


def hook_names_of(declared: str) -> frozenset[str]:
    """Return the names hooks give to the tool declared as `name` or `namespace.name`."""
    namespace, _, name = declared.rpartition(".")
    if name in _SHELL_TOOLS or declared in _SHELL_TOOLS:
        return frozenset({"Bash"})
    if namespace.startswith("mcp__"):
        return frozenset({f"{namespace.rstrip('_')}__{name.replace('-', '_')}"})
    if namespace in ("", "functions") or declared == "multi_agent_v1.spawn_agent":
        return frozenset({name})
    return frozenset({namespace + name})
