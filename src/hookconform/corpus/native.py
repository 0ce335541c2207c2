"""Which native event and tool a payload is about, as the platform's claims say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.pointers import first


def without_matcher(registered_event: str) -> str:
    """Return the registered event without a matcher suffix in brackets."""
    return registered_event.split("[", 1)[0]


def native_event(platform: Platform, registered_event: str | None, payload: Mapping[str, Any]) -> str | None:
    """Return the native event a payload is about, None if neither payload nor registration names one."""
    registered = without_matcher(registered_event) if registered_event else None
    claim = platform.registrations.get(registered or "")
    meant = registered if claim is None else claim.native
    if meant and platform.payload.registration_decides:
        return meant
    return _text(first(payload, platform.payload.event)) or meant


def tool_place(platform: Platform, payload: Mapping[str, Any]) -> tuple[str, Any] | None:
    """Return where the name of a tool stands, and what stands there; None if the payload is about none."""
    found = first(payload, platform.payload.tool_name)
    says_none = found is not None and found[1] is None and platform.payload.null_for_no_tool
    return None if says_none else found


def named_tool(platform: Platform, payload: Mapping[str, Any]) -> str | None:
    """Return the tool's name as the payload has it, None if it has none."""
    return _text(first(payload, platform.payload.tool_name))


def misnamed(platform: Platform, payload: Mapping[str, Any]) -> str | None:
    """Return the pointer at which something else stands than the name of an event or tool; None if there is none."""
    found = (first(payload, platform.payload.event), tool_place(platform, payload))
    return next((place[0] for place in found if place is not None and not isinstance(place[1], str)), None)


def says_mcp(platform: Platform, payload: Mapping[str, Any]) -> bool:
    """Tell whether the payload itself says that its tool is an MCP tool."""
    found = first(payload, platform.payload.mcp)
    return found is not None and bool(found[1])


def is_mcp_tool(platform: Platform, name: str, payload: Mapping[str, Any]) -> bool:
    """Tell whether the payload says that its tool is an MCP tool, or the name has one of the platform's MCP forms."""
    return says_mcp(platform, payload) or bool(platform.mcp_forms(name))


def own_arguments(platform: Platform, name: str, arguments: Any) -> Any:
    """Return the arguments of a server's tool without those of the tool by way of which it was called."""
    keys = platform.payload.enveloped
    if keys is None or not isinstance(arguments, dict) or not platform.mcp_forms(name) or name in platform.tools:
        return arguments
    inner = arguments.get(keys.tool_input)
    return inner if arguments.get(keys.tool_name) == name and isinstance(inner, dict) else arguments


def failed(platform: Platform, payload: Mapping[str, Any]) -> bool:
    """Tell whether a payload says in a field of its own that the tool failed."""
    found = first(payload, platform.payload.failure)
    return found is not None and found[1] is not None and found[1] is not False


def claim_of(platform: Platform, case: Case, *, by_event: bool = False) -> Claim | None:
    """Return the row of the tables a case is about: the tool's, or the event's where there is none or `by_event`."""
    tool = case.expected.native_tool
    if not by_event and tool is not None and tool in platform.tools:
        return platform.tools[tool]
    return platform.events.get(case.expected.native_event)


def mapping_tier(case: Case) -> str | None:
    """Return the tier of the row that gives the case's tool another name; None if it keeps its own."""
    native = case.expected.platform_tool_name
    if native is None:
        return None
    claim = load_platform(case.platform).tools.get(native)
    vocabulary = load_vocabulary()
    return vocabulary.tools.get(case.expected.tool_name or "") if claim is None else vocabulary.tier_of(claim)


def _text(found: tuple[str, Any] | None) -> str | None:
    return found[1] if found is not None and isinstance(found[1], str) else None
