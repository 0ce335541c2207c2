"""The table of one platform in words: each key of `tables.json`, what it means, and its rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.ground.plain_text import columns, folded, paragraph

# Every key of a table with its meaning, in the order in which an adapter needs them.
MEANINGS = {
    "event": "Where the payload names the event. JSON Pointers; the first that resolves counts.",
    "tool": "Where the payload names the tool.",
    "input": "Where the payload has the tool's arguments.",
    "session_id": "Where the payload has the session id.",
    "cwd": "Where the payload has the working folder.",
    "prompt": "Where the payload has the user's prompt.",
    "failure": "Where the payload says that the tool failed.",
    "mcp": "Where the payload marks a tool of an MCP server.",
    "prompt_events": "Events that carry a prompt.",
    "registration_decides": "True: the event is the one the hook is registered under, whatever the payload says.",
    "null_for_no_tool": "True: the payload has null in place of a tool name where there is no tool.",
    "string_arguments": "True: the arguments are JSON in a string.",
    "registered": "Event key in the configuration → event name in the payload.",
    "events": "Native event → canonical event. Other events keep their name.",
    "also": "A further canonical event that fires where the payload has this value.",
    "names_no_tool": "Events whose payloads name no tool.",
    "implied": "Event → the tool it stands for, and the key that holds its argument.",
    "tools": "Native tool → canonical tool. Other tools keep their name.",
    "patches": "Tools whose arguments are a patch → the argument that holds it; empty: all of them.",
    "batches": "Tools that contain other calls → where these are, and the keys of name and arguments.",
    "deny": "Event key → the exit code and output that deny a call there; only projects with a hook have it.",
}


_RENAMED = (
    "Renamed arguments, native → canonical. They are not in tables.json; an adapter that claims `input` needs them."
)


def renamed_arguments(platform: str, table: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Return tool → native argument → canonical one, for the tools of a table that rename arguments."""
    claims = load_platform(platform).tools.items()
    return {native: dict(claim.renamed) for native, claim in claims if native in table["tools"] and claim.renamed}


def table_text(platform: str, table: Mapping[str, Any]) -> str:
    """Return a table as text of 80 columns; what is empty or false is left out."""
    renamed = renamed_arguments(platform, table)
    lines = [f"{platform}: the table an adapter needs, one part for each key of tables.json"]
    for key, meaning in MEANINGS.items():
        value = table.get(key)
        if value:
            lines += ["", *folded(f"{key}: {meaning}", 2), *_rows(value)]
    if renamed:
        rows = [
            f"  {tool}: {', '.join(f'{native} → {canonical}' for native, canonical in names.items())}"
            for tool, names in renamed.items()
        ]
        lines += ["", *folded(_RENAMED, 2), *(line for row in rows for line in folded(row, 6))]
    return "\n".join([*lines, "", f"The tables as JSON: hookconform tables {platform} --json"])


def _rows(value: Any) -> list[str]:
    if isinstance(value, bool):
        return ["  true"]
    if isinstance(value, list):
        return [line for item in value for line in paragraph("  ", _said(item))]
    cells = [[f"  {name}", "→", _said(item) or '""'] for name, item in value.items()]
    return columns(cells, gap=1)


def _said(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_said(item)}" for key, item in value.items() if item != "")
    return str(value)
