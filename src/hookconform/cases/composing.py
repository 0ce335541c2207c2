"""Compose a payload of a platform's shape: a recorded one of the event, with another tool call in it."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hookconform.cases.another_call import retold
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.event_names import before_a_tool, event_name, natives_of, tool_not_event
from hookconform.corpus.native import named_tool, says_mcp
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact
from hookconform.ground.meant import meant
from hookconform.ground.pointers import first
from hookconform.ground.printable import printable_json


@dataclass(frozen=True, slots=True)
class Composed:
    """A payload that could have been sent; `shaped_after` is the case its shape comes from.

    `sent` is the text of a payload that is no JSON object, empty for all others; its `payload` is empty. `emptied` are
    the places of what the recorded payload says of its own call, such as a result. `is_given`: a user's own, and
    `shaped_after` is where it stands.
    """

    platform: str
    version: str | None
    native_event: str
    native_tool: str | None
    registered_event: str | None
    payload: dict[str, Any]
    shaped_after: str
    sent: str = ""
    emptied: tuple[str, ...] = ()
    is_given: bool = False

    @property
    def origin(self) -> str:
        """Return the line that says where the payload comes from."""
        return f"{'payload' if self.is_given else 'shape':<9}{self.shaped_after}"

    @property
    def text(self) -> str:
        """Return the payload as a hook would read it."""
        return self.sent or compact(self.payload)

    @property
    def shown(self) -> str:
        """Return the payload as a person would read it."""
        return f"(as text) {printable_json(self.sent)}" if self.sent else printable_json(self.payload, indent=2)


def as_filed(case: Case) -> Composed:
    """Return the payload of a case as it is."""
    claims = load_platform(case.platform)
    return Composed(
        platform=case.platform,
        version=case.version,
        native_event=case.expected.native_event,
        native_tool=named_tool(claims, case.payload) if case.payload is not None else None,
        registered_event=case.registered_event,
        payload=case.payload or {},
        shaped_after=case.id,
        sent="" if case.payload is not None and compact(case.payload) == case.payload_text else case.payload_text,
    )


def compose(
    platform: str, event: str, *, tool: str | None = None, arguments: dict[str, Any] | str | None = None
) -> Composed:
    """Return a payload of `event` (any of its names) with this tool call.

    Without `arguments` those of a recorded call of the tool stay, or none are given; arguments need a tool. They are
    a text only for tools that may send one, such as a patch.
    Raises `HookconformError` (`platform.unknown`, `compose.event`, `compose.arguments`).
    """
    claims = load_platform(platform)
    if arguments is not None and tool is None:
        raise HookconformError("compose.arguments", "Arguments were given, but no tool.", hint="Name it with --tool.")
    if isinstance(arguments, str):
        _demand_text(claims, tool or "")
    case = _template(claims, event_name(claims, event), tool)
    payload: dict[str, Any] = copy.deepcopy(case.payload) if case.payload is not None else {}
    emptied: tuple[str, ...] = ()
    is_told = tool == case.expected.native_tool and (arguments is None or arguments == _arguments_of(claims, case))
    if tool is not None and not is_told:
        payload, emptied = retold(claims, case.expected.event, payload, tool, arguments or {})
    return Composed(
        platform=platform,
        version=case.version,
        native_event=case.expected.native_event,
        native_tool=named_tool(claims, payload),
        registered_event=case.registered_event,
        payload=payload,
        shaped_after=case.id,
        emptied=emptied,
    )


def _demand_text(platform: Platform, tool: str) -> None:
    """Refuse a text as the arguments of a tool that never sends one."""
    sent = [name for name, claim in platform.tools.items() if claim.patch is True and claim.status == "current"]
    if tool not in sent:
        claim = platform.tools.get(tool)
        example = {claim.patch: "*** Begin Patch…"} if claim and isinstance(claim.patch, str) else {"command": "ls"}
        those = f" A text is sent by {' and '.join(sent)} only." if sent else ""
        raise HookconformError(
            "compose.arguments",
            f"{tool} of {platform.id} is not known to send a text as its arguments.",
            where="--input",
            hint=f"Give a JSON object, such as '{json.dumps(example, ensure_ascii=False)}'.{those}",
        )


def doubts_of(composed: Composed, arguments: Mapping[str, Any] | None) -> list[str]:
    """Return why the program may never send such a call: a tool, or arguments of it, that nobody has seen there."""
    claims, name = load_platform(composed.platform), composed.native_tool or ""
    claim = claims.tools.get(name)
    if claim is None:
        known = [native for native, one in claims.tools.items() if one.status == "current"]
        calls_it = [native for native in known if claims.tools[native].canonical == name]
        hint = f"It calls that {', '.join(calls_it)}." if calls_it else meant(name, known)
        return [] if claims.mcp_forms(name) else [f"{claims.id} is not known to have a tool {name}. {hint}"]
    unseen = sorted((arguments or {}).keys() - claim.keys - claim.arguments.keys())
    if not unseen or not claim.keys:
        return []
    return [f"{name} is not known to take {', '.join(unseen)}, but {', '.join(claim.keys)}."]


def _template(platform: Platform, event: str, tool: str | None) -> Case:
    """Return the best case of the event: registered so, of the tool, recorded, no probe, well-formed, newest."""
    # A case that must be refused has no event, or an empty one, and is no shape for another call.
    natives = natives_of(platform, event) if event else frozenset()
    candidates = [
        case
        for case in iter_cases(platforms=[platform.id])
        if case.payload is not None
        and event
        and (event == case.expected.event or case.expected.native_event in natives)
        and (tool is None or _names_tool(platform, case))
    ]
    if not candidates:
        raise HookconformError(
            "compose.event",
            f"No payload of {platform.id} is known for the event {event!r}" + (" with a tool." if tool else "."),
            hint=_other_event(platform, event, tool),
        )
    order = {version: number for number, version in enumerate(platform.versions)}
    return max(
        candidates,
        key=lambda case: (
            case.registered_event == event,
            tool == case.expected.native_tool,
            tool is None or says_mcp(platform, case.payload or {}) == bool(platform.mcp_forms(tool)),
            case.is_captured,
            not case.is_probe,
            _has_arguments(platform, case),
            order.get(case.version or "", -1),
        ),
    )


def _other_event(platform: Platform, event: str, tool: str | None) -> str:
    """Return what to ask instead: a tool is no event, and an event that is known is not corrected to another one."""
    named, before = tool_not_event(platform, event), before_a_tool(platform)
    if named and before is not None:
        native = next((one.native for one in platform.tools.values() if named in (one.native, one.canonical)), named)
        return f"{named} is a tool: hookconform debug {platform.id} {before} --tool {native}"
    known = sorted({*platform.events, *(c.canonical for c in platform.events.values() if c.canonical)})
    if tool is not None and event in known:
        return f"Leave out --tool, or give an event of tools: {before}." if before else "Leave out --tool."
    return meant(event, known)


def _names_tool(platform: Platform, case: Case) -> bool:
    """Tell whether the payload says which tool it is about; some events only imply it."""
    return case.expected.tool_name is not None and named_tool(platform, case.payload or {}) is not None


def _has_arguments(platform: Platform, case: Case) -> bool:
    return bool(_arguments_of(platform, case))


def _arguments_of(platform: Platform, case: Case) -> dict[str, Any] | None:
    after = case.expected.event in load_vocabulary(platform.root).post_tool
    found = first(case.payload or {}, platform.payload.input_at(after_tool=after))
    return found[1] if found is not None and isinstance(found[1], dict) else None
