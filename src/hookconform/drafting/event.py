"""Draft the expected result of a payload from the claims in platform.yaml.

An author's aid and lint's yardstick: a case and its platform's claims must agree. It shares no code with the
reference adapter, so that the two can only agree by both being right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.native import failed, named_tool, native_event, own_arguments, says_mcp
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import UNKNOWN_KIND, load_vocabulary
from hookconform.drafting.arguments import canonical_arguments, decoded
from hookconform.drafting.contained import claim_of, contained
from hookconform.drafting.rules import matched_rules
from hookconform.ground.pointers import MISSING, first, resolve


def draft(
    platform: Platform,
    registered_event: str | None,
    payload: dict[str, Any],
    rules: Sequence[dict[str, Any]] = (),
) -> Expected:
    """Return the expected result of a well-formed payload; `rules` are in the place of the combined pack."""
    named = native_event(platform, registered_event, payload) or ""
    event_claim = platform.events.get(named)
    event = named if event_claim is None else event_claim.becomes
    is_after = event in load_vocabulary(platform.root).post_tool
    tool, arguments = _tool_call(platform, event_claim, payload, is_after=is_after)
    native = decoded(platform, arguments)
    # What a server calls its tools is no word of the platform's.
    known = tool is not None and not says_mcp(platform, payload)
    tool_claim = claim_of(platform, tool) if known else None
    implied = event_claim.implies_tool if event_claim else None
    name = implied or (tool if tool_claim is None else tool_claim.becomes)
    expected = Expected(
        event=event,
        platform_event_name=named if named != event else None,
        also_fires=_also_fires(platform, event_claim, event, payload),
        tool_name=name,
        platform_tool_name=tool if implied is None and name != tool else None,
        kind=_kind(platform, tool_claim, name, payload),
        tool_input=canonical_arguments(
            platform, tool_claim, native, payload, is_unknown=tool is not None and tool_claim is None
        )
        or None,
        tool_response_from=_response_pointer(platform, event, payload),
        session_id=_text(first(payload, platform.payload.session_id)),
        cwd=_text(first(payload, platform.payload.cwd)),
        prompt=_text(first(payload, platform.payload.prompt_at(named or ""))),
        calls=contained(platform, tool_claim, native),
    )
    return expected._replace(matched_rules=rules_of(expected, rules or combined_rules(platform.root)))


def rules_of(expected: Expected, rules: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Return the names of the rules that match what an expected result describes, in pack order."""
    return tuple(matched_rules(canonical_events(expected), rules))


def canonical_events(expected: Expected) -> list[dict[str, Any]]:
    """Return the events an expected result describes: the primary one, what fires with it, one a contained call."""
    texts = {"session_id": expected.session_id, "cwd": expected.cwd, "prompt": expected.prompt}
    common: dict[str, Any] = {key: text for key, text in texts.items() if isinstance(text, str)}
    own = common | _described(expected.tool_name, expected.platform_tool_name, expected.kind, expected.arguments)
    calls = (
        common | _described(call.tool_name, call.platform_tool_name, call.kind, call.tool_input or {})
        for call in expected.calls
    )
    return [
        *({"hook_event_name": name, **own} for name in (expected.event, *expected.also_fires)),
        *({"hook_event_name": expected.event, **call} for call in calls),
    ]


def _described(name: str | None, native: str | None, kind: str | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an event says of a call; keys that do not apply are absent."""
    arguments = dict(given) if native is None else {**given, "platform_tool_name": native}
    parts = {"tool_name": name, "tool_kind": kind, "tool_input": arguments or None}
    return {key: value for key, value in parts.items() if value is not None}


def _also_fires(platform: Platform, claim: Claim | None, event: str, payload: dict[str, Any]) -> tuple[str, ...]:
    also: tuple[str, ...] = ()
    if claim is not None and all(resolve(payload, at) == value for at, value in claim.also_fires_when.items()):
        also = claim.also_fires
    if event == "PostToolUse" and failed(platform, payload):
        also += ("PostToolUseFailure",)
    return also


def _tool_call(
    platform: Platform, claim: Claim | None, payload: dict[str, Any], *, is_after: bool
) -> tuple[str | None, Any]:
    """Return the native tool name (None: none) and the native arguments (MISSING: none)."""
    if claim is not None and claim.names_no_tool:
        return None, MISSING
    if claim is not None and claim.implies_tool is not None:
        return None, {key: payload[key] for key in claim.implied_arguments if key in payload}
    name = named_tool(platform, payload)
    if name is None:
        return None, MISSING
    found = first(payload, platform.payload.input_at(after_tool=is_after))
    return name, own_arguments(platform, name, found[1]) if found else MISSING


def _kind(platform: Platform, claim: Claim | None, name: str | None, payload: dict[str, Any]) -> str | None:
    if name is None:
        return None
    return UNKNOWN_KIND if says_mcp(platform, payload) else load_vocabulary(platform.root).kind_of(name, claim)


def _response_pointer(platform: Platform, event: str, payload: dict[str, Any]) -> str | None:
    if event not in load_vocabulary(platform.root).post_tool:
        return None
    found = first(payload, platform.payload.tool_response)
    return found[0] if found else None


def _text(found: tuple[str, Any] | None) -> str | None:
    if found is None:
        return None
    value = found[1]
    if isinstance(value, list):
        parts = [part.get("text") for part in value if isinstance(part, dict) and part.get("type") == "text"]
        texts = [text for text in parts if isinstance(text, str)]
        return "\n".join(texts) if texts else None
    return value if isinstance(value, str) else None
