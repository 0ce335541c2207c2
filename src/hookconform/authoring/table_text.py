"""The table of one platform in words: each key of `tables.json`, what it means, and its rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hookconform.corpus.argument_roles import load_word_lists
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import UNKNOWN_KIND, load_vocabulary
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

# What claims of `result`, `input` and `kind` need besides, and tables.json has not.
FURTHER = {
    "result": "Where the payload has the result; `result` wants it unchanged as tool_response.",
    "renamed": "Renamed arguments, native → canonical, in JSON as pairs. Of several for one name the first counts.",
    "units": "Arguments in another unit than canonical ones.",
    "paths": "Where arguments hold paths under other names than file_path; they go into file_paths.",
    "urls": "Where arguments hold addresses under other names than url.",
    "commands": "Where arguments hold a program → the argument beside it that holds its words.",
    "kinds": "Kinds of tools, by the name in the canonical event. All other names are of kind other.",
    "known_keys": "Known keys of payloads. All others go into tool_input, last and unchanged.",
    "known_tools": "Known tools by native name. A tool of another name, or of a server, is unknown.",
    "unknown_tools": "Roles of arguments of unknown tools, by the last word of a key or its ending; --json has all. "
    "How they are used: docs/canonical-event.md, Unknown tools.",
}
_WORDS_SHOWN = 6
# Names that no program sends.
_NOBODYS = frozenset({"refuted", "legacy-alias"})
_FURTHER = "Not in tables.json; an adapter that claims `result`, `input` or `kind` needs them:"


def further_parts(platform: str) -> dict[str, Any]:
    """Return what an adapter needs for `result`, `input` and `kind`.

    Of tools by native name, those that have something. `renamed` are pairs, since their order counts; `kinds` are those
    of every canonical name, which payloads of any platform may have, and of the native ones that are kept.
    """
    claims = load_platform(platform)
    tools = {native: claim for native, claim in claims.tools.items() if claim.status not in _NOBODYS}
    return {
        "result": list(claims.payload.tool_response),
        "renamed": {native: [*map(list, claim.renamed.items())] for native, claim in tools.items() if claim.renamed},
        "units": {native: dict(claim.units) for native, claim in tools.items() if claim.units},
        "paths": {native: list(claim.paths) for native, claim in tools.items() if claim.paths},
        "urls": {native: dict(claim.urls) for native, claim in tools.items() if claim.urls},
        "commands": {native: dict(claim.commands) for native, claim in tools.items() if claim.commands},
        "kinds": _kinds(tools.values()),
        "known_keys": sorted(claims.payload.known_keys),
        "known_tools": sorted(tools),
        "unknown_tools": _unknown_tools(),
    }


def _unknown_tools() -> dict[str, Any]:
    """Return the words of the table of roles; an ending is a word of its role, too."""
    found = load_word_lists(corpus_root())
    words = {role: [*found["endings"].get(role, ()), *listed] for role, listed in found["words"].items()}
    return {**found, "words": words}


def row_of_tool(claim: Claim, part: str) -> str:
    """Return the row that `tables` shows of a tool in one of the further parts, empty if there is none."""
    item = getattr(claim, part)
    return f"{claim.native}: {_of_tool(part, item)}" if item else ""


def _kinds(tools: Iterable[Claim]) -> dict[str, str]:
    known = load_vocabulary()
    own = {claim.becomes: known.kind_of(claim.becomes, claim) for claim in tools}
    return {name: kind for name, kind in {**known.kinds, **own}.items() if kind != UNKNOWN_KIND}


def table_text(platform: str, table: Mapping[str, Any]) -> str:
    """Return a table as text of 80 columns; what is empty or false is left out."""
    lines = folded(f"{platform}: the table an adapter needs, one part for each key of tables.json", 2)
    for key, meaning in MEANINGS.items():
        value = table.get(key)
        if value:
            lines += ["", *folded(f"{key}: {meaning}", 2), *_rows(value)]
    lines += ["", *folded(_FURTHER, 2)]
    for key, value in further_parts(platform).items():
        if value:
            lines += ["", *folded(f"{key}: {FURTHER[key]}", 2), *_further_rows(key, value)]
    opened = folded(f"How paths are opened: hookconform explain {platform} TOOL --evidence", 2)
    return "\n".join([*lines, "", *opened, f"The tables as JSON: hookconform tables {platform} --json"])


def _further_rows(key: str, value: Any) -> list[str]:
    if key == "unknown_tools":
        return [line for role, words in value["words"].items() for line in folded(f"  {role}: {_some(words)}", 6)]
    if key in {"known_keys", "known_tools"}:
        return paragraph("  ", ", ".join(value))
    if key == "kinds":
        named = {kind: [name for name, its in value.items() if its == kind] for kind in load_vocabulary().all_kinds}
        return [line for kind, names in named.items() if names for line in folded(f"  {kind}: {', '.join(names)}", 6)]
    if not isinstance(value, Mapping):
        return _rows(value)
    rows = (f"  {tool}: {_of_tool(key, item)}" for tool, item in value.items())
    return [line for row in rows for line in folded(row, 6)]


def _some(words: list[str]) -> str:
    return f"{', '.join(words[:_WORDS_SHOWN])}{' …' if len(words) > _WORDS_SHOWN else ''}"


def _of_tool(key: str, item: Any) -> str:
    if key == "renamed":
        return ", ".join(" → ".join(pair) for pair in item)
    if not isinstance(item, Mapping):
        return ", ".join(item)
    sign = {"units": " counts ", "commands": " → "}.get(key, " ")
    return ", ".join(f"{name}{sign}{', '.join(to) if isinstance(to, list) else to}" for name, to in item.items())


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
