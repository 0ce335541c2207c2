"""Fault: Gemini's table is the one planned before anybody had looked: `execute_code`, `list_files`, `run_agent`."""

from __future__ import annotations

from typing import Any

from broken.wrapper import BrokenAdapter, Event, native_name, renamed

PLANNED = {"list_files": "Glob", "search_files": "Grep", "run_agent": "Task"}
NOT_PLANNED = {
    "run_shell_command",
    "glob",
    "grep_search",
    "search_file_content",
    "invoke_agent",
    "delegate_to_agent",
    "codebase_investigator",
    "cli_help",
    "generalist",
}


class Adapter(BrokenAdapter):
    """Maps names that never occur and lets the real ones pass."""

    name = "broken-gemini-planned-table"

    def distort(self, event: Event, params: dict[str, Any]) -> Event:
        """Rename by the planned table."""
        native = native_name(event)
        if params["platform"] != "gemini-cli" or native is None:
            return event
        if native in NOT_PLANNED:
            return renamed(event, native)
        return renamed(event, PLANNED[native]) if native in PLANNED else event


create = Adapter
