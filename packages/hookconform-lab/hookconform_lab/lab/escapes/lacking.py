"""Why a program does not have a row, in the words that most programs share."""

from __future__ import annotations

_WHY = {
    "own-patch": "no tool for patches",
    "own-fetch": "no tool that fetches a page",
    "own-delete": "no tool that deletes a file",
    "own-notebook": "no tool for notebooks",
    "own-memory": "no tool for memories",
    "subagent-own-mode": "an agent's definition has no permission mode",
    "shell-background": "the shell tool has no background",
    "shell-typed": "no tool that types to a running command",
    "code-mode": "no tool that runs a script of calls",
    "batch": "no tool that makes several calls",
    "workflow": "no workflows",
    "scheduled": "no timers",
    "mcp-resource": "no tool that reads a server's resource",
    "user-import": "instructions import no files",
    "user-command-shell": "commands within a prompt are not run",
    "user-skill": "commands within a skill are not run",
    "program-status-line": "no status line with a command",
    "program-formatter": "no formatters",
    "session-forked": "no flag that makes a fork",
    "mode-edits": "no mode that accepts edits alone",
    "source-local": "no local settings",
    "source-agent": "an agent's definition has no hooks",
    "flag-bare": "no flag that leaves out hooks",
    "door-sdk": "the SDK is a package of its own",
    "door-acp": "a program of its own speaks the protocol",
}


def lacking(*rows: str) -> dict[str, str]:
    """Return these rows with the usual reason of each."""
    return {row: _WHY[row] for row in rows}
