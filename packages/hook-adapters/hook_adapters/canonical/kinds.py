"""What a call does, whatever its tool is called: the tool kinds of the Agent Client Protocol."""

from __future__ import annotations

UNKNOWN = "other"
KINDS = ("read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", UNKNOWN)
# Canonical tool → kind.
OF_TOOLS = {
    "Bash": "execute",
    "Write": "edit",
    "Edit": "edit",
    "Read": "read",
    "Glob": "search",
    "Grep": "search",
    "WebFetch": "fetch",
    "Task": "think",
    "WebSearch": "fetch",
    "TodoWrite": "think",
    "AskUserQuestion": "other",
    "Skill": "other",
    "NotebookEdit": "edit",
    "LS": "search",
    "BashInput": "execute",
    "BashOutput": "read",
    "KillShell": "other",
    "Delete": "delete",
    "EnterPlanMode": "switch_mode",
    "ExitPlanMode": "switch_mode",
    "SendMessage": "other",
    "ReadMcpResource": "read",
}
