"""Codex: `prefix_rule` of `.rules` files, and the tools that config.toml takes from MCP servers.

Rule files are Starlark, of which prefix rules use what Python has, too. The strictest of all matching rules decides.
Source: the README of codex-rs/execpolicy in openai/codex.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from typing import Any, TypeGuard

from hookconform.corpus.claims import load_platform
from hookconform.packs.mcp_tools import mcp_names
from hookconform.packs.permissions.translation import Translation, UntranslatableError, command_prefix, suggested

PROGRAM = "codex"
SUFFIXES = (".rules", ".codexpolicy")
_DECISIONS = {"forbidden": "block", "prompt": "ask"}
_WORDS = ("pattern", "decision", "match", "not_match", "justification")
_DISABLED = "disabled_tools"
# Keys of a server that are lists, too, or nearly the same word.
_OTHERS = frozenset({"enabled_tools", "enabled"})
_SETTINGS = frozenset(
    {"approval_policy", "sandbox_mode", "sandbox_workspace_write", "permissions", "default_permissions"}
)


def translate_rules(text: str) -> Translation:
    """Return the rules of a `.rules` file; raises `SyntaxError`."""
    found = Translation(PROGRAM, text)
    for node in ast.parse(text).body:
        _statement(found, node, ast.get_source_segment(text, node) or "")
    return found


def _statement(found: Translation, node: ast.stmt, source: str) -> None:
    shown = " ".join(source.split())
    call = node.value if isinstance(node, ast.Expr) else None
    name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
    if not isinstance(call, ast.Call) or name not in {"prefix_rule", "host_executable"}:
        is_text = isinstance(call, ast.Constant)
        found.skip(shown, "only calls of prefix_rule are read", matters=not is_text, line=node.lineno)
        return
    if name == "host_executable":
        found.skip(shown, "says where a program is, and decides nothing", matters=False, line=node.lineno)
        return
    try:
        given = {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg}
    except ValueError:
        found.skip(shown, "its arguments are not written out", matters=True, line=node.lineno)
        return
    unknown = next((word for word in given if word not in _WORDS), None)
    if unknown is not None:
        why = f"prefix_rule takes no `{unknown}`{suggested(unknown, _WORDS)}"
        found.skip(shown, why, matters=True, line=node.lineno)
        return
    pattern, decision = given.get("pattern"), given.get("decision", "allow")
    if call.args or decision not in {*_DECISIONS, "allow"} or not _is_pattern(pattern):
        found.skip(shown, "not prefix_rule(pattern=[...], decision=...)", matters=True, line=node.lineno)
    elif decision == "allow":
        found.skip(
            shown, "allow only skips Codex's own question; a hook rule never allows", matters=False, line=node.lineno
        )
    else:
        words = " ".join(word if isinstance(word, str) else "|".join(word) for word in pattern)
        try:
            found.add(words, _DECISIONS[decision], {"tools": ["Bash"], "command_match": command_prefix(pattern)})
        except UntranslatableError as error:
            found.skip(shown, str(error), matters=True, line=node.lineno)


def _is_pattern(pattern: Any) -> TypeGuard[list[str | list[str]]]:
    words = pattern if isinstance(pattern, list) else []
    return bool(words) and all(
        _is_word(word) or (isinstance(word, list) and word and all(map(_is_word, word))) for word in words
    )


def _is_word(word: Any) -> bool:
    return isinstance(word, str) and bool(word.strip())


def is_config(raw: Any) -> bool:
    """Tell whether a parsed TOML file has settings of Codex that stop calls."""
    return isinstance(raw, Mapping) and bool({*_SETTINGS, "mcp_servers"} & raw.keys())


def translate_config(raw: Mapping[str, Any], text: str) -> Translation:
    """Return the rules of a config.toml."""
    found = Translation(PROGRAM, text)
    for key in sorted(_SETTINGS & raw.keys()):
        found.skip(key, "Codex's sandbox and approvals enforce it; no rule about calls says the same", matters=True)
    for key, value in raw.items():
        if key not in {*_SETTINGS, "mcp_servers"} and _has_lists(value) and suggested(key, ["mcp_servers"]):
            found.skip(key, f"no setting of Codex{suggested(key, ['mcp_servers'])}", matters=True)
    servers = raw.get("mcp_servers")
    for server, table in (servers if isinstance(servers, Mapping) else {}).items():
        disabled = table.get(_DISABLED, []) if isinstance(table, Mapping) else []
        for key in _misspelt(table):
            found.skip(key, f"no setting of a server{suggested(key, [_DISABLED])}", matters=True)
        if not isinstance(disabled, list):
            found.skip(_DISABLED, f"it is a list; write [{json.dumps(disabled, default=str)}]", matters=True)
        for tool in disabled if isinstance(disabled, list) else []:
            if isinstance(tool, str) and tool.strip():
                found.add(f"mcp {server} {tool}", "block", {"tools": mcp_names(load_platform(PROGRAM), server, tool)})
            else:
                found.skip(json.dumps(tool, default=str), "not the name of a tool", matters=True)
        if isinstance(table, Mapping) and "enabled_tools" in table:
            found.skip("enabled_tools", "a rule names what is stopped, not what is left", matters=True)
    return found


def _misspelt(server: Any) -> list[str]:
    """Return the keys of a server whose lists were meant to switch tools off."""
    if not isinstance(server, Mapping):
        return []
    lists = [str(key) for key, value in server.items() if isinstance(value, list)]
    return [key for key in lists if key not in {_DISABLED, *_OTHERS} and suggested(key, [_DISABLED])]


def _has_lists(value: Any) -> bool:
    servers = value.values() if isinstance(value, Mapping) else ()
    return any(isinstance(one, Mapping) and (_DISABLED in one or _misspelt(one)) for one in servers)
