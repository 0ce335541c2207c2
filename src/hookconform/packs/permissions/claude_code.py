"""Claude Code: `permissions` of settings.json.

Lists `deny`, `ask`, `allow` of `Tool` or `Tool(specifier)`; the first list with a match decides, in this order, so
that a deny or an ask has no exception. Source: the vendor's page on permissions (code.claude.com/docs/en/permissions).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.meant import nearest
from hookconform.packs.mcp_tools import tool_of_whole_server
from hookconform.packs.permissions.translation import (
    EDITS,
    NO_ADDRESSES,
    READS,
    Translation,
    UntranslatableError,
    command_prefix,
    command_wildcard,
    folder_of,
    suggested,
)

PROGRAM = "claude-code"
# Of a file with comments or last commas, which JSON has not.
LOOSE_JSON = "it has a comment or a last comma, and nobody measured whether Claude Code reads such a file; write JSON"
_ENTRY = re.compile(r"([A-Za-z][\w.-]*(?:\*)?)(?:\((.*)\))?", re.DOTALL)
_LISTS = {"deny": "block", "ask": "ask"}
# The other keys of `permissions`, by the vendor's page on settings; none of them is a list of rules.
_SETTINGS = frozenset(
    {
        "additionalDirectories",
        "blockReadsOutsideWorkingDirectories",
        "blockWritesOutsideWorkingDirectories",
        "defaultMode",
        "denyInsteadOfPrompting",
        "disableAutoMode",
        "disableBypassPermissionsMode",
    }
)
# Words for a list, each with the list that is meant.
_MEANT = {"deny": "deny", "disallow": "deny", "block": "deny", "forbid": "deny", "ask": "ask", "allow": "allow"}
_UNHEARD = frozenset({"Write", "MultiEdit", "NotebookEdit", "Glob", "Grep", "LS", "NotebookRead"})


def is_one(raw: Any) -> bool:
    """Tell whether a parsed file has the permissions of Claude Code."""
    return isinstance(raw, Mapping) and isinstance(raw.get("permissions"), Mapping)


def translate(raw: Mapping[str, Any], text: str) -> Translation:
    """Return the rules of its `permissions`."""
    found = Translation(PROGRAM, text)
    for key, value in raw["permissions"].items():
        if key in _LISTS and not isinstance(value, list):
            written = json.dumps([value] if isinstance(value, str) else ["Bash"], ensure_ascii=False)
            found.skip(key, f"`permissions.{key}` is a list; write {written}", matters=True)
        elif key in {*_LISTS, "allow"} and isinstance(value, list):
            for entry in value:
                _translate(found, key, entry)
        else:
            _other(found, key, value)
    for key in _LISTS:
        if key in raw:
            found.skip(key, f"outside `permissions` it stops nothing; write it as `permissions.{key}`", matters=True)
    for key, value in raw.items():
        if key != "permissions" and isinstance(value, Mapping) and _is_misspelt(key, value):
            found.skip(key, "Claude Code reads `permissions`, and no other key like it", matters=True)
    return found


def _other(found: Translation, key: str, value: Any) -> None:
    """Note a key that is none of the lists; one that was meant to be, or has entries like them, is lost."""
    near = nearest(key, _MEANT)
    if key == "allow" or key in _SETTINGS or not (near or isinstance(value, list) or value in ("deny", "ask")):
        found.skip(key, "a setting of Claude Code, not a rule about calls", matters=False)
    else:
        meant = f"did you mean `{_MEANT[near]}`?" if near else "it has `deny`, `ask` and `allow`"
        found.skip(key, f"no list of Claude Code's `permissions`; {meant}", matters=True)


def _is_misspelt(key: str, value: Mapping[str, Any]) -> bool:
    return nearest(key, ["permissions"]) is not None and any(nearest(str(one), _MEANT) for one in value)


def _translate(found: Translation, key: str, entry: Any) -> None:
    if not isinstance(entry, str):
        found.skip(json.dumps(entry, ensure_ascii=False), "not a text", matters=key in _LISTS)
    elif key == "allow":
        found.skip(entry, "allow only skips Claude Code's own question; a hook rule never allows", matters=False)
    else:
        try:
            found.add(entry, _LISTS[key], _matchers(entry))
        except UntranslatableError as error:
            found.skip(entry, str(error), matters=True)


def _matchers(entry: str) -> dict[str, Any]:
    match = _ENTRY.fullmatch(entry.strip())
    if match is None:
        raise UntranslatableError("not of the form Tool or Tool(specifier)")
    tool, specifier = match[1], (match[2] or "").strip()
    if tool.startswith("mcp__"):
        if "*" in tool or tool.count("__") < len(("mcp", "server")) or specifier:
            one = tool_of_whole_server(tool) or tool
            raise UntranslatableError(f"a rule names MCP tools one by one, as {one}")
        return {"tools": [tool]}
    claim = load_platform(PROGRAM).tools.get(tool)
    if claim is None or claim.status == "refuted":
        raise UntranslatableError(f"Claude Code is not known to have a tool {tool}{_meant_tool(tool)}")
    if specifier in {"", "*"}:
        same = load_platform(PROGRAM).tools.get(claim.becomes)
        if tool != claim.becomes and same is not None and same.status == "current":
            raise UntranslatableError(f"rules call it {claim.becomes}, and a rule would stop every {claim.becomes}")
        return {"tools": [claim.becomes]}
    return _with_specifier(tool, claim.becomes, specifier)


def _meant_tool(name: str) -> str:
    tools = load_platform(PROGRAM).tools.values()
    return suggested(name, [claim.native for claim in tools if claim.status != "refuted"])


def _with_specifier(tool: str, canonical: str, specifier: str) -> dict[str, Any]:
    if tool in {"Bash", "PowerShell"}:
        return {"tools": [canonical], "command_match": _command(specifier)}
    if tool in {"Read", "Edit"}:
        return {"kinds": list(READS if tool == "Read" else EDITS), "directories": [_folder(specifier)]}
    if tool in _UNHEARD:
        raise UntranslatableError(f"Claude Code ignores paths of {tool}; write Edit(...) or Read(...)")
    if load_vocabulary().kinds.get(canonical) == "fetch":
        raise UntranslatableError(NO_ADDRESSES)
    raise UntranslatableError(
        f"rules do not look at what these brackets say; {tool} alone, for every call, can be a rule"
    )


def _command(specifier: str) -> str:
    if "\\*" in specifier:
        raise UntranslatableError("a star behind a backslash is not translated")
    if not specifier.endswith(":*"):
        return command_wildcard(specifier)
    prefix = specifier.removesuffix(":*")
    return command_wildcard(f"{prefix} *") if "*" in prefix else command_prefix(prefix.split())


def _folder(pattern: str) -> str:
    """Return a pattern of gitignore's kind as a folder: a bare name is found at any depth."""
    plain = pattern.rstrip("/") or pattern
    if plain in {"/", "."}:
        return "**"
    if plain == "..":
        return folder_of(plain)
    if plain.startswith("//"):
        return folder_of(plain[1:])
    if plain.startswith(("/", "./")):
        return folder_of(plain.lstrip(".").lstrip("/"))
    return folder_of(plain if "/" in plain or plain.startswith("~") else f"**/{plain}")
