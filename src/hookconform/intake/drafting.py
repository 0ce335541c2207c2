"""Draft the expected result of a payload from the claims in platform.yaml.

An author's aid and lint's yardstick: a case and its platform's claims must agree. It shares no code with the
reference adapter, so that the two can only agree by both being right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from hookconform.corpus.claims import Claim, Platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.native import failed, named_tool, native_event, says_mcp
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import UNKNOWN_KIND, load_vocabulary
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import MISSING, first, resolve
from hookconform.intake.rule_drafting import matched_rules

# From one header of an updated file to the next header, lines that begin with a space are content of that file, but
# for a new name right below the header.
_SECTIONS = re.compile(
    r"^[^\S\n]*\ufeff?[^\S\n]*\*\*\* (?P<what>Add File|Update File|Delete File|Move to):(?P<path>[^\n]*)", re.MULTILINE
)


def draft(platform: Platform, registered_event: str | None, payload: dict[str, Any]) -> Expected:
    """Return the expected result of a well-formed payload."""
    native = native_event(platform, registered_event, payload) or ""
    event_claim = platform.events.get(native)
    event = native if event_claim is None else event_claim.becomes
    tool, arguments = _tool_call(platform, event_claim, payload)
    tool_claim = platform.tools.get(tool) if tool is not None else None
    implied = event_claim.implies_tool if event_claim else None
    name = implied or (tool if tool_claim is None else tool_claim.becomes)
    expected = Expected(
        event=event,
        platform_event_name=native if native != event else None,
        also_fires=_also_fires(platform, event_claim, event, payload),
        tool_name=name,
        platform_tool_name=tool if implied is None and name != tool else None,
        kind=_kind(platform, tool_claim, name, payload),
        tool_input=_canonical_arguments(platform, tool_claim, arguments, payload) or None,
        tool_response_from=_response_pointer(platform, event, payload),
        session_id=_text(first(payload, platform.payload.session_id)),
        cwd=_text(first(payload, platform.payload.cwd)),
        prompt=_text(first(payload, platform.payload.prompt)),
    )
    return replace(expected, matched_rules=rules_of(expected, combined_rules(platform.root)))


def rules_of(expected: Expected, rules: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Return the names of the rules that match what an expected result describes, in pack order."""
    return tuple(matched_rules(canonical_events(expected), rules))


def canonical_events(expected: Expected) -> list[dict[str, Any]]:
    """Return the canonical events an expected result describes, the primary one first."""
    arguments = dict(expected.arguments)
    if expected.platform_tool_name is not None:
        arguments["platform_tool_name"] = expected.platform_tool_name
    texts = {
        "tool_name": expected.tool_name,
        "tool_kind": expected.kind,
        "session_id": expected.session_id,
        "cwd": expected.cwd,
        "prompt": expected.prompt,
    }
    common: dict[str, Any] = {key: text for key, text in texts.items() if isinstance(text, str)}
    if arguments:
        common["tool_input"] = arguments
    return [{"hook_event_name": name, **common} for name in (expected.event, *expected.also_fires)]


def _also_fires(platform: Platform, claim: Claim | None, event: str, payload: dict[str, Any]) -> tuple[str, ...]:
    also: tuple[str, ...] = ()
    if claim is not None and all(resolve(payload, at) == value for at, value in claim.also_fires_when.items()):
        also = claim.also_fires
    if event == "PostToolUse" and failed(platform, payload):
        also += ("PostToolUseFailure",)
    return also


def _tool_call(platform: Platform, claim: Claim | None, payload: dict[str, Any]) -> tuple[str | None, Any]:
    """Return the native tool name (None: none) and the native arguments (MISSING: none)."""
    if claim is not None and claim.names_no_tool:
        return None, MISSING
    if claim is not None and claim.implies_tool is not None:
        return None, {key: payload[key] for key in claim.implied_arguments if key in payload}
    name = named_tool(platform, payload)
    if name is None:
        return None, MISSING
    found = first(payload, platform.payload.tool_input)
    return name, found[1] if found else MISSING


def _kind(platform: Platform, claim: Claim | None, name: str | None, payload: dict[str, Any]) -> str | None:
    if name is None:
        return None
    return UNKNOWN_KIND if says_mcp(platform, payload) else load_vocabulary(platform.root).kind_of(name, claim)


def _canonical_arguments(
    platform: Platform, claim: Claim | None, arguments: Any, payload: dict[str, Any]
) -> dict[str, Any]:
    if isinstance(arguments, str) and platform.payload.string_arguments:
        decoded = json_object(arguments)
        arguments = arguments if decoded is None else decoded
    flat: dict[str, Any]
    if arguments is MISSING:
        flat = {}
    elif isinstance(arguments, dict):
        flat = dict(arguments)
    else:
        flat = {"tool_input": arguments}
    if claim is not None and claim.canonical is not None and claim.status != "refuted":
        flat = _with_patch(_renamed(flat, claim.arguments), claim.patch)
    for key, value in payload.items():
        if key not in platform.payload.known_keys:
            flat.setdefault(key, value)
    flat.pop("platform_tool_name", None)
    return flat


def _renamed(arguments: dict[str, Any], renames: dict[str, str]) -> dict[str, Any]:
    """Give arguments their canonical names; what stands under one beside the name that the platform reads is dropped.

    Of several native names for one canonical one the platform reads the first of its claim; the others stay.
    """
    result = dict(arguments)
    settled: set[str] = set()
    for native, canonical in renames.items():
        if native in arguments and canonical not in settled:
            settled.add(canonical)
            del result[native]
            result[canonical] = arguments[native]
    return result


def _with_patch(arguments: dict[str, Any], patch: str | bool) -> dict[str, Any]:
    key = "tool_input" if patch is True else patch
    if not key or not isinstance(arguments.get(key), str):
        return arguments
    text: str = arguments[key]
    # What else claims to be the patch or its files is not read by the platform.
    result = {name: value for name, value in arguments.items() if name not in {key, "file_paths", "file_path"}}
    result["patch"] = text
    paths = list(dict.fromkeys(_patched_files(text)))
    if paths:
        result["file_paths"] = paths
        result["file_path"] = paths[0]
    return result


def _patched_files(text: str) -> Iterator[str]:
    update_ends, update = -1, False
    for header in _SECTIONS.finditer(text):
        is_name = header["what"] == "Move to"
        is_content = update and header[0].startswith(" ") and not (is_name and update_ends + 1 == header.start())
        if is_content:
            continue
        if header["what"] == "Update File":
            update_ends = header.end()
        update = (is_name and update) or header["what"] == "Update File"
        path = header["path"].strip().strip("\ufeff").strip()
        if path:
            yield path


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
        parts = [part["text"] for part in value if isinstance(part, dict) and part.get("type") == "text"]
        return "\n".join(parts)
    return value if isinstance(value, str) else None
