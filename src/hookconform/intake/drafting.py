"""Draft the expected result of a payload from the claims in platform.yaml.

An author's aid and lint's yardstick: a case and its platform's claims must agree. It shares no code with the
reference adapter, so that the two can only agree by both being right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hookconform.corpus.claims import Claim, Platform
from hookconform.corpus.rule_packs import combined_rules
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import MISSING, first, resolve
from hookconform.intake.rule_drafting import matched_rules

# From one header of an updated file to the next header, lines that begin with a space are content of that file, but
# for a new name right below the header.
_SECTIONS = re.compile(
    r"^[^\S\n]*\ufeff?[^\S\n]*\*\*\* (?P<what>Add File|Update File|Delete File|Move to):(?P<path>[^\n]*)", re.MULTILINE
)
_AFTER_TOOL = frozenset({"PostToolUse", "PostToolUseFailure"})


def without_matcher(registered_event: str) -> str:
    """Return the registered event without a matcher suffix in brackets."""
    return registered_event.split("[", 1)[0]


def native_event(platform: Platform, registered_event: str | None, payload: dict[str, Any]) -> str | None:
    """Return the native event a payload is about, None if neither payload nor registration names one."""
    registered = without_matcher(registered_event) if registered_event else None
    if registered and platform.payload.get("registration_decides"):
        return registered
    named = first(payload, platform.payload["event"])
    return named[1] if named else registered


def draft(platform: Platform, registered_event: str | None, payload: dict[str, Any]) -> dict[str, Any]:
    """Return the expected result of a well-formed payload, in the shape of a case's `expected`."""
    native = native_event(platform, registered_event, payload) or ""
    event_claim = platform.events.get(native)
    event = _canonical(event_claim, native)
    tool, arguments = _tool_call(platform, event_claim, payload)
    tool_claim = platform.tools.get(tool) if tool is not None else None
    implied = event_claim.raw.get("implies_tool") if event_claim else None
    name = implied or (_canonical(tool_claim, tool) if tool is not None else None)
    canonical_arguments = _canonical_arguments(platform, tool_claim, arguments, payload)
    expected: dict[str, Any] = {
        "event": event,
        "platform_event_name": native if native != event else None,
    }
    also = _also_fires(platform, event_claim, event, payload)
    if also:
        expected["also_fires"] = also
    expected |= {
        "tool_name": name,
        "platform_tool_name": tool if implied is None and name != tool else None,
        "tool_input": canonical_arguments or None,
        "tool_response_from": _response_pointer(platform, event, payload),
    }
    for key in ("session_id", "cwd", "prompt"):
        expected[key] = _text(first(payload, platform.payload[key]))
    expected["matched_rules"] = matched_rules(canonical_events(expected), combined_rules(platform.path.parents[2]))
    return expected


def canonical_events(expected: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the canonical events an expected result describes, the primary one first."""
    arguments = dict(expected["tool_input"] or {})
    if expected["platform_tool_name"] is not None:
        arguments["platform_tool_name"] = expected["platform_tool_name"]
    common: dict[str, Any] = {
        key: expected[key] for key in ("tool_name", "session_id", "cwd", "prompt") if expected.get(key) is not None
    }
    if arguments:
        common["tool_input"] = arguments
    return [{"hook_event_name": name, **common} for name in (expected["event"], *expected.get("also_fires", ()))]


def _canonical(claim: Claim | None, native: str) -> str:
    if claim is None or claim.canonical is None or claim.status == "refuted":
        return native
    return claim.canonical


def _also_fires(platform: Platform, claim: Claim | None, event: str, payload: dict[str, Any]) -> list[str]:
    also: list[str] = []
    if claim is not None and "also_fires" in claim.raw:
        conditions: dict[str, Any] = claim.raw.get("also_fires_when", {})
        if all(resolve(payload, pointer) == value for pointer, value in conditions.items()):
            also.extend(claim.raw["also_fires"])
    if event == "PostToolUse":
        failure = first(payload, platform.payload.get("failure", []))
        if failure and failure[1] is not False:
            also.append("PostToolUseFailure")
    return also


def _tool_call(platform: Platform, claim: Claim | None, payload: dict[str, Any]) -> tuple[str | None, Any]:
    """Return the native tool name (None: none) and the native arguments (MISSING: none)."""
    if claim is not None and claim.raw.get("names_no_tool"):
        return None, MISSING
    if claim is not None and "implies_tool" in claim.raw:
        own = {key: payload[key] for key in claim.raw.get("implied_arguments", []) if key in payload}
        return None, own
    name = first(payload, platform.payload["tool_name"])
    if name is None:
        return None, MISSING
    found = first(payload, platform.payload["tool_input"])
    return name[1], found[1] if found else MISSING


def _canonical_arguments(
    platform: Platform, claim: Claim | None, arguments: Any, payload: dict[str, Any]
) -> dict[str, Any]:
    if isinstance(arguments, str) and platform.payload.get("string_arguments"):
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
        flat = _renamed(flat, claim.raw.get("arguments", {}))
        flat = _with_patch(flat, claim.raw.get("patch", False))
    for key, value in payload.items():
        if key not in platform.payload["known_keys"]:
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
    if event not in _AFTER_TOOL:
        return None
    found = first(payload, platform.payload["tool_response"])
    return found[0] if found else None


def _text(found: tuple[str, Any] | None) -> str | None:
    if found is None:
        return None
    value = found[1]
    if isinstance(value, list):
        parts = [part["text"] for part in value if isinstance(part, dict) and part.get("type") == "text"]
        return "\n".join(parts)
    return value if isinstance(value, str) else None
