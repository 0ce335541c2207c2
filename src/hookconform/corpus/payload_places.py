"""Where the values of the canonical event stand in a platform's payloads."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

Pointers = tuple[str, ...]

_CANONICAL = frozenset(
    {
        *("hook_event_name", "platform_event_name", "tool_name", "tool_kind"),
        *("tool_input", "tool_response", "session_id", "cwd", "prompt"),
    }
)


class PermissionMode(NamedTuple):
    """Where payloads say how the program asks its user, and what they say if nobody told it otherwise."""

    pointer: str
    default: str


class Enveloped(NamedTuple):
    """The keys under which the arguments of a tool hold the name and the arguments of a server's tool called by it."""

    tool_name: str
    tool_input: str


class Repeat(NamedTuple):
    """A place that tells the call once more: its name, its arguments, or (`of` is None) both in other words.

    `as_texts`: every argument that is no text is its JSON text there.
    """

    at: str
    of: str | None
    as_texts: bool = False


class PayloadPlaces(NamedTuple):
    """JSON Pointers by what stands there; of several, the first that resolves is taken.

    `failure`: what is there after a tool, and is neither null nor false, says that the tool failed; `mcp`: its presence
    says that the tool is one of an MCP server. `registration_decides`: the registered event counts, not the one the
    payload names.
    `null_for_no_tool`: payloads about no tool have null where its name stands. `prompt_events`: the native events whose
    payloads have a prompt; empty: whichever has one.
    `string_arguments`: arguments may be a JSON text. `enveloped`: what stands for those of a server's tool may be the
    arguments of the tool by way of which it is called. `repeats`: where the call is told once more. `known_keys` are
    all top-level keys the platform sends.
    """

    event: Pointers
    tool_name: Pointers
    tool_input: Pointers
    session_id: Pointers
    cwd: Pointers
    prompt: Pointers
    tool_response: Pointers
    known_keys: frozenset[str]
    failure: Pointers = ()
    mcp: Pointers = ()
    registration_decides: bool = False
    string_arguments: bool = False
    null_for_no_tool: bool = False
    prompt_events: frozenset[str] = frozenset()
    permission_mode: PermissionMode | None = None
    enveloped: Enveloped | None = None
    repeats: tuple[Repeat, ...] = ()

    @property
    def further_keys(self) -> frozenset[str]:
        """Return the known keys that are not canonical names and hold nothing that becomes one of them."""
        return _further(self)

    def prompt_at(self, native_event: str) -> Pointers:
        """Return where the prompt stands in a payload of this event."""
        return self.prompt if not self.prompt_events or native_event in self.prompt_events else ()

    def input_at(self, *, after_tool: bool) -> Pointers:
        """Return where arguments stand; after a tool, what lies in its result is no argument."""
        if not after_tool:
            return self.tool_input
        return tuple(at for at in self.tool_input if not any(at.startswith(f"{end}/") for end in self.tool_response))


def places_from_dict(raw: dict[str, Any]) -> PayloadPlaces:
    """Return the places in `raw`, which must follow the platform schema."""
    mode = raw.get("permission_mode")
    enveloped = raw.get("enveloped")
    return PayloadPlaces(
        event=tuple(raw["event"]),
        tool_name=tuple(raw["tool_name"]),
        tool_input=tuple(raw["tool_input"]),
        session_id=tuple(raw["session_id"]),
        cwd=tuple(raw["cwd"]),
        prompt=tuple(raw["prompt"]),
        tool_response=tuple(raw["tool_response"]),
        known_keys=frozenset(raw["known_keys"]),
        failure=tuple(raw.get("failure", ())),
        mcp=tuple(raw.get("mcp", ())),
        registration_decides=raw.get("registration_decides", False),
        string_arguments=raw.get("string_arguments", False),
        null_for_no_tool=raw.get("null_for_no_tool", False),
        prompt_events=frozenset(raw.get("prompt_events", ())),
        permission_mode=None if mode is None else PermissionMode(mode["pointer"], mode["default"]),
        enveloped=None if enveloped is None else Enveloped(enveloped["tool_name"], enveloped["tool_input"]),
        repeats=tuple(Repeat(one["at"], one.get("of"), one.get("as_texts", False)) for one in raw.get("repeats", ())),
    )


# Each check of an event asks.
@cache
def _further(places: PayloadPlaces) -> frozenset[str]:
    named = (places.event, places.tool_name, places.tool_input, places.session_id, places.cwd, places.prompt)
    pointers = [pointer for found in (*named, places.tool_response, places.failure) for pointer in found]
    return places.known_keys - _CANONICAL - {pointer.split("/")[1] for pointer in pointers}
