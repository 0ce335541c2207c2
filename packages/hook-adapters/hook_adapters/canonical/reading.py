"""What a payload says in the platform's own words, and the tables that translate it."""

from __future__ import annotations

from hook_adapters.canonical.errors import InvalidPayload
from hook_adapters.canonical.payload import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.contained import Batch, Edits, Values
    from hook_adapters.canonical.opened import OpenedAs

# Stands for a key that is not there, since null is a value.
ABSENT: Any = type("Absent", (), {"__repr__": lambda _: "ABSENT"})()


class Tables:
    """What one platform calls things.

    `events` and `tools`: native name → canonical name. `kinds`: name of a tool without a canonical one → kind of tool,
    `other` where it is not named. `own`: further tools of the platform, with a canonical name or of the kind `other`. A
    name that these three lack is unknown. All others are by the tool's name as the payload has it. `arguments`: native
    argument name → canonical one. `units`: native argument → the unit it counts in, where ours is another. `paths`:
    pointers to paths beside `file_path`. `commands`: pointers to further commands,
    each with the key of the list of its words. `urls`: how further addresses are given, and under which argument or at
    which pointers.
    `contained`: how calls stand within a call. `patch_tools`: tools whose arguments hold patch text. `opened_as`: how
    tools open the paths they are given. `read`: top-level fields that the canonical event takes up; `kept`: further
    known ones, which it keeps under their own names, so none that is a name of its own.
    """

    def __init__(  # noqa: PLR0913 (one table a parameter)
        self,
        *,
        events: Mapping[str, str],
        tools: Mapping[str, str],
        arguments: Mapping[str, Mapping[str, str]],
        read: frozenset[str],
        kept: frozenset[str],
        kinds: Mapping[str, str] | None = None,
        own: frozenset[str] = frozenset(),
        units: Mapping[str, Mapping[str, str]] | None = None,
        paths: Mapping[str, tuple[str, ...]] | None = None,
        commands: Mapping[str, Mapping[str, str]] | None = None,
        urls: Mapping[str, tuple[str, str | tuple[str, ...]]] | None = None,
        contained: Mapping[str, Batch | Edits | Values] | None = None,
        patch_tools: frozenset[str] = frozenset(),
        opened_as: tuple[OpenedAs, ...] = (),
    ) -> None:
        self.events = events
        self.tools = tools
        self.arguments = arguments
        self.kinds = kinds or {}
        self.own = own
        self.units = units or {}
        self.paths = paths or {}
        self.commands = commands or {}
        self.urls = urls or {}
        self.contained = contained or {}
        self.patch_tools = patch_tools
        self.opened_as = opened_as
        self.read = read
        self.kept = kept

    def knows(self, tool: str) -> bool:
        """Tell whether a native name is one of the platform's own tools."""
        return tool in self.tools or tool in self.kinds or tool in self.own


class Reading:
    """One payload: native event and tool name, arguments, result and envelope; `ABSENT` or None where there is none.

    `implied_tool` is the canonical tool of an event that names none. `bare_tool` is true for a tool name of an
    MCP server's own, which the platform's tool table does not speak about. `names_no_tool` is true for
    events that concern a tool without naming it. `also` are further canonical events that fire.
    """

    def __init__(  # noqa: PLR0913 (one field a parameter)
        self,
        event: str,
        *,
        payload: dict[str, Any],
        tool: Any = ABSENT,
        arguments: Any = ABSENT,
        response: Any = ABSENT,
        session_id: Any = None,
        cwd: Any = None,
        prompt: Any = None,
        implied_tool: str | None = None,
        bare_tool: bool = False,
        names_no_tool: bool = False,
        also: tuple[str, ...] = (),
    ) -> None:
        self.event = event
        self.payload = payload
        self.tool = tool
        self.arguments = arguments
        self.response = response
        self.session_id = session_id
        self.cwd = cwd
        self.prompt = prompt
        self.implied_tool = implied_tool
        self.bare_tool = bare_tool
        self.names_no_tool = names_no_tool
        self.also = also


def read_fields(
    text: str | bytes,
    registered_event: str | None = None,
    *,
    event_keys: tuple[str, ...] = ("hook_event_name",),
    session_keys: tuple[str, ...] = ("session_id",),
) -> Reading:
    """Read a payload whose fields are called as those of the canonical event; raises `InvalidPayload`.

    The first key that is there counts. Tool, arguments and result are in the platform's own words.
    """
    payload = parse(text)
    return Reading(
        event_name(first(payload, *event_keys), registered_event),
        payload=payload,
        tool=first(payload, "tool_name"),
        arguments=first(payload, "tool_input"),
        response=first(payload, "tool_response"),
        session_id=first(payload, *session_keys),
        cwd=first(payload, "cwd"),
        prompt=first(payload, "prompt"),
    )


def kinds(**names: str) -> dict[str, str]:
    """Return tool → kind from kind → the tools of that kind, separated by white space."""
    return {name: kind for kind, listed in names.items() for name in listed.split()}


def words(text: str) -> frozenset[str]:
    """Return the words of a text, for tables of many names."""
    return frozenset(text.split())


def first(payload: Mapping[str, Any], *keys: str) -> Any:
    """Return the value of the first of these keys that is there, else `ABSENT`."""
    for key in keys:
        if key in payload:
            return payload[key]
    return ABSENT


def event_name(named: Any, registered: str | None) -> str:
    """Return the native event: as the payload names it, else as the hook was registered.

    A matcher in brackets (`preToolUse[bash]`) is no part of a registration's event. Raises `InvalidPayload`.
    """
    if named is ABSENT:
        named = registered.partition("[")[0] if registered else ABSENT
    if named is ABSENT:
        raise InvalidPayload("neither the payload nor the registration names the event")
    if not isinstance(named, str) or not named.strip():
        raise InvalidPayload(f"the event name is not a string, or nothing but white space: {named!r}")
    return named
