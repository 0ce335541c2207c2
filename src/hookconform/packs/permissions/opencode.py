"""OpenCode: `permission` and `tools` of opencode.json.

Of the patterns of one tool the last that matches decides, so that a deny before an allow has exceptions, which no rule
has. `*` stands for any text. Source: the vendor's page on permissions (opencode.ai/docs/permissions).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hookconform.packs.permissions.translation import (
    EDITS,
    Translation,
    UntranslatableError,
    command_wildcard,
    folder_of,
    share_a_text,
    suggested,
)

PROGRAM = "opencode"
_KEYS = ("permission", "tools")
_ACTIONS = {"deny": "block", "ask": "ask"}
_STRENGTH = ("allow", "ask", "deny")
# A permission as the matchers of all calls that it is about.
_TOOLS: dict[str, dict[str, Any]] = {
    "bash": {"tools": ["Bash"]},
    "edit": {"kinds": list(EDITS)},
    "read": {"kinds": ["read"]},
    "glob": {"tools": ["Glob"]},
    "grep": {"tools": ["Grep"]},
    "list": {"tools": ["LS"]},
    "task": {"tools": ["Task"]},
    "webfetch": {"tools": ["WebFetch"]},
    "websearch": {"tools": ["WebSearch"]},
    "skill": {"tools": ["Skill"]},
    "todowrite": {"tools": ["TodoWrite"]},
    "write": {"tools": ["Write"]},
}


def is_one(raw: Any) -> bool:
    """Tell whether a parsed file has permissions of OpenCode."""
    return isinstance(raw, Mapping) and (
        isinstance(raw.get("permission"), str | Mapping) or "opencode" in str(raw.get("$schema", ""))
    )


def translate(raw: Mapping[str, Any], text: str) -> Translation:
    """Return the rules of `permission`, and of tools that are switched off."""
    found = Translation(PROGRAM, text)
    given = raw.get("permission", {})
    tools: Mapping[str, Any] = {"*": given} if isinstance(given, str) else given if isinstance(given, Mapping) else {}
    for place, (tool, value) in enumerate(tools.items()):
        patterns: Mapping[str, Any] = value if isinstance(value, Mapping) else {"*": value}
        _tool(found, tool, patterns, _later(tool, list(tools.items())[place + 1 :]))
    switched = raw.get("tools")
    for tool, on in (switched if isinstance(switched, Mapping) else {}).items():
        if on is False:
            _entry(found, tool, tool, "*", "deny")
        elif on is not True:
            found.skip(tool, f"true or false, not {on!r}", matters=True)
    for key, value in raw.items():
        if key not in _KEYS and isinstance(value, str | Mapping) and _stops(value) and suggested(key, _KEYS):
            found.skip(key, f"no setting of OpenCode{suggested(key, _KEYS)}", matters=True)
    agents = raw.get("agent")
    for agent, table in (agents if isinstance(agents, Mapping) else {}).items():
        if isinstance(table, Mapping) and {"permission", "tools"} & table.keys():
            found.skip(str(agent), "a rule is about every agent, these permissions about one", matters=True)
    return found


def _later(tool: str, others: Iterable[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the patterns of later permissions about the same tool, each with its action.

    After a permission of all tools, a pattern of one tool is about some of the same calls, whatever it is.
    """
    return [
        ("*" if tool == "*" else pattern, action)
        for other, value in others
        if share_a_text(tool, other)
        for pattern, action in (value.items() if isinstance(value, Mapping) else [("*", value)])
    ]


def _stops(value: Any) -> bool:
    """Tell whether a deny, an ask or a tool switched off stands in a value."""
    if isinstance(value, Mapping):
        return any(map(_stops, value.values()))
    return value is False or value in _ACTIONS


def _tool(found: Translation, tool: str, patterns: Mapping[str, Any], later: list[tuple[str, Any]]) -> None:
    rest = list(patterns.items())
    for place, (pattern, action) in enumerate(rest):
        shown = tool if pattern == "*" else pattern
        if action not in _STRENGTH:
            found.skip(shown, f"{action!r} is not allow, ask or deny", matters=True)
        elif action == "allow":
            found.skip(shown, "allow only skips OpenCode's own question; a hook rule never allows", matters=False)
        elif _is_weakened(pattern, action, [*rest[place + 1 :], *later]):
            found.skip(shown, "a later entry makes exceptions, which a rule cannot have", matters=True)
        else:
            _entry(found, shown, tool, pattern, action)


def _is_weakened(pattern: str, action: str, later: Iterable[tuple[str, Any]]) -> bool:
    """Tell whether a later entry does less about some of the calls that an entry is about."""
    weaker = _STRENGTH[: _STRENGTH.index(action)]
    return any(one in weaker and share_a_text(pattern, other) for other, one in later)


def _entry(found: Translation, shown: str, tool: str, pattern: str, action: str) -> None:
    try:
        name = shown if pattern == "*" else f"{tool} {pattern}"
        found.add(name.replace("*", "any") if name == "*" else name, _ACTIONS[action], _matchers(tool, pattern))
    except UntranslatableError as error:
        found.skip(shown, str(error), matters=True)


def _matchers(tool: str, pattern: str) -> dict[str, Any]:
    if tool == "*" and pattern == "*":
        return {}
    if tool not in _TOOLS:
        raise UntranslatableError(f"rules know no tool for {tool}")
    matchers = _TOOLS[tool]
    if pattern == "*":
        return dict(matchers)
    if tool == "bash":
        return {**matchers, "command_match": command_wildcard(pattern, any_mark="?")}
    if tool in {"edit", "read", "write"}:
        return {**matchers, **_paths(pattern)}
    raise UntranslatableError(f"rules do not look at this pattern of {tool}; a deny of every call can be a rule")


def _paths(pattern: str) -> dict[str, Any]:
    if pattern.startswith("*.") and not set(pattern[1:]) & set("*?/"):
        return {"extensions": [pattern[1:]]}
    folder = pattern.removesuffix("/*").removesuffix("/**")
    if "*" in folder:
        raise UntranslatableError("* stands for any text here, in a rule's folder for a name")
    return {"directories": [folder_of(folder)]}
