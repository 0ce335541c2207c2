"""Names of MCP tools in a pack: their forms, their parts, and what a tool of a server is called on each platform."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import filterfalse

from hookconform.corpus.claims import McpForm, Platform
from hookconform.packs.names import is_tool_name, platforms, unknown_names
from hookconform.packs.rule import Problem

# What stands for the parts of a name in a claim.
_SERVER, _TOOL = "<server>", "<tool>"
_SERVER_NAME = re.compile(r"[\w.-]+")


def unmatched_names(tools: Collection[str], operations: Iterable[str]) -> Iterator[Problem]:
    """Yield a problem for each name that matches nothing: of a whole server, since names are exact, or unknown."""
    for name in sorted(tools):
        tool = tool_of_whole_server(name)
        if tool:
            write = f"name each tool, as `{tool}`; `kinds: [other]` stops those of all servers, and more"
            yield Problem("whole-server", f"`{name}` is no name of a tool, and stops none of a server's: {write}", name)
    yield from unknown_names(filterfalse(tool_of_whole_server, tools), operations)


@cache
def tool_of_whole_server(name: str) -> str:
    """Return an example of a tool's name for one that stands for a whole server, empty for any other name.

    `mcp__github` has the words before a server and no tool behind them, `mcp__github__*` and `github-*` have a pattern.
    """
    if is_tool_name(name):
        return ""
    for head, between in _parts_of_forms():
        server, mark, tool = name.removeprefix(head).partition(between) if between else ("", "", name[len(head) :])
        is_pattern = "*" in name and bool(head or (mark and _SERVER_NAME.fullmatch(server)))
        if name.startswith(head) and (is_pattern or (head and between and server and not tool)):
            server = server if server.strip(".*") else "SERVER"
            return f"{head}{server}{between}TOOL" if between else f"{head}TOOL"
        if head and name.startswith(head):
            return ""
    return ""


@cache
def _parts_of_forms() -> list[tuple[str, str]]:
    """Return what stands before the server in each form, and between server and tool; the longest first."""
    forms = {row.form for one in platforms() for row in one.mcp if row.form != _TOOL}
    parts = {
        (form.split("<")[0], form.split(_SERVER)[-1].removesuffix(_TOOL) if _SERVER in form else "") for form in forms
    }
    return sorted(parts, key=lambda both: (-len(both[0]), -len(both[1]), both))


def mcp_forms(name: str) -> frozenset[str]:
    """Return the forms of MCP tool names that a name has on any platform: those that begin with the same words.

    `mcp__lab__echo` has also the form `<server>_<tool>`; what says most about a name is what stands before the server.
    What stands for a whole server has none.
    """
    if tool_of_whole_server(name):
        return frozenset()
    found = {form for one in platforms() for form in one.mcp_forms(name)}
    longest = max((len(form.split("<")[0]) for form in found), default=0)
    return frozenset(form for form in found if len(form.split("<")[0]) == longest)


def mcp_parts(name: str) -> tuple[str, str] | None:
    """Return server and tool of an MCP tool's name; None if its form leaves open where the server's name ends."""
    found: set[tuple[str, str]] = set()
    for form in mcp_forms(name):
        head, _, rest = form.partition(_SERVER)
        between = rest.removesuffix(_TOOL)
        named = name[len(head) :]
        # Looking ahead finds `__` twice in `___`.
        if between and len(re.findall(f"(?={re.escape(between)})", named)) == 1:
            server, _, tool = named.partition(between)
            found.add((server, tool))
    return found.pop() if len(found) == 1 else None


def mcp_names(platform: Platform, server: str, tool: str) -> list[str]:
    """Return the names that a server's tool has on a platform, where they say that it is a server's.

    What the platform's names cannot hold is an underscore there. Where it is left open whether the tool's part can
    hold it, both are returned.
    """
    rows = [row for row in platform.mcp if row.form != _TOOL]
    with_server = [row for row in rows if _SERVER in row.form]
    return list(dict.fromkeys(name for row in with_server or rows for name in _in_form(row, server, tool)))


def _in_form(row: McpForm, server: str, tool: str) -> list[str]:
    def written(server: str, tool: str) -> str:
        return row.form.replace(_SERVER, server).replace(_TOOL, tool)

    def plain(text: str) -> str:
        return "".join(mark if mark == "_" or row.fits(written(f"a{mark}a", "a")) else "_" for mark in text)

    found = [written(one, other) for one in (server, plain(server)) for other in (tool, plain(tool))]
    return [name for name in dict.fromkeys(found) if row.fits(name)]


def is_mcp_name_there(platform: Platform, name: str) -> bool:
    """Tell whether an MCP tool can have a name on a platform: in the form that it has, with marks that fit there."""
    forms = mcp_forms(name)
    return any(row.form in forms and row.fits(name) for row in platform.mcp)


def names_in_form(platform: Platform, name: str) -> list[str]:
    """Return what the tool of a name is called on a platform in the form that the name has."""
    parts, forms = mcp_parts(name), mcp_forms(name)
    return [other for other in mcp_names(platform, *parts) if mcp_forms(other) == forms] if parts is not None else []


def further_names(platform: Platform, name: str, events: Collection[str]) -> list[str]:
    """Return the names under which the tool of a name may also come at canonical events on a platform.

    They are the tool's own name where that is all that is sent, and the name with underscores where it is open whether
    the tool's part keeps its marks.
    """
    parts = mcp_parts(name)
    if parts is None:
        return []
    alone = any(row.form == _TOOL and _is_sent_at(row, platform, events) for row in platform.mcp)
    names = [*names_in_form(platform, name), *([parts[1]] if alone else [])]
    return [other for other in names if other != name]


def _is_sent_at(row: McpForm, platform: Platform, events: Collection[str]) -> bool:
    """Tell whether a form is used at one of some canonical events; a form without a place is used everywhere."""
    named = [platform.events[word].becomes for word in re.findall(r"\w+", row.where) if word in platform.events]
    return not named or not events or any(event in events for event in named)
