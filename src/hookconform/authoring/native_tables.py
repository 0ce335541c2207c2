"""The tables of a new adapter: what the claims say of a platform's events and tools, as plain data."""

from __future__ import annotations

from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.forms import OWN_WORD
from hookconform.effects.rows import Row, adapter_rows, measured_versions
from hookconform.effects.verdicts import DENY, carries_out
from hookconform.ground.json_text import compact, json_object

# Names that only published tables have; whoever maps them says so in the manifest.
_ALIAS = "legacy-alias"
# What a hook says when it denies: one sentence, so that no name has to be escaped within an answer.
REASON = "The policy of this project denies this call."


def native_tables(platform: str) -> dict[str, Any]:
    """Return what an adapter needs to name the events and tools of a platform.

    `event` to `mcp` are JSON Pointers into the payload, the first that resolves counts; all names are native →
    canonical. Raises `HookconformError` (`platform.unknown`).
    """
    known = load_platform(platform)
    places = known.payload
    pointers = {
        "event": places.event,
        "tool": places.tool_name,
        "input": places.tool_input,
        "session_id": places.session_id,
        "cwd": places.cwd,
        "prompt": places.prompt,
        "failure": places.failure,
        "mcp": places.mcp,
    }
    events, tools = _told(known.events.values()), _told(known.tools.values())
    return {
        **{what: list(found) for what, found in pointers.items()},
        "prompt_events": sorted(places.prompt_events),
        "registration_decides": places.registration_decides,
        "null_for_no_tool": places.null_for_no_tool,
        "string_arguments": places.string_arguments,
        "registered": {claim.registration: claim.native for claim in events if claim.registration != claim.native},
        "events": {claim.native: claim.becomes for claim in events if claim.maps},
        "also": [row for claim in events for row in _further(claim)],
        "names_no_tool": [claim.native for claim in events if claim.names_no_tool],
        "implied": {
            claim.native: {"tool": claim.implies_tool, "argument": claim.implied_arguments[0]}
            for claim in events
            if claim.implies_tool
        },
        "tools": {claim.native: claim.becomes for claim in tools if claim.maps},
        "patches": {
            claim.native: claim.patch if isinstance(claim.patch, str) else "" for claim in tools if claim.patch
        },
        "batches": {
            claim.native: {key: claim.calls[key] for key in ("at", "tool", "arguments")}
            for claim in tools
            if "tool" in claim.calls
        },
    }


def deny_answers(platform: str) -> dict[str, dict[str, Any]]:
    """Return the answer that denies at each event before a tool: exit code, standard output, standard error.

    Each was measured at the newest version and is the one that holds at most versions; none where nothing was measured.
    """
    versions = measured_versions(platform)
    if not versions:
        return {}
    known, before = load_platform(platform), load_vocabulary().pre_tool
    found: dict[str, dict[str, Any]] = {}
    for claim in _told(known.events.values()):
        rows = [
            row
            for row in adapter_rows(platform, versions[-1], claim.registration)
            if not row.answer.late and row.event in before and carries_out(platform, versions[-1], row, DENY)
        ]
        if rows:
            found[claim.registration] = _answer(min(rows, key=lambda row: _rank(platform, versions, row)))
    return found


def native_names() -> dict[str, str]:
    """Return name in small letters → canonical tool, of every canonical name and every platform's own words for these.

    A policy for such a word would never match. Where platforms mean several tools by one word, all are named.
    """
    found: dict[str, set[str]] = {}
    for platform in platform_ids():
        for claim in load_platform(platform).tools.values():
            if claim.maps:
                found.setdefault(claim.native.lower(), set()).add(claim.becomes)
    own = {name.lower(): name for name in load_vocabulary().tools}
    return dict(sorted(({name: " or ".join(sorted(tools)) for name, tools in found.items()} | own).items()))


def _told(claims: Any) -> list[Claim]:
    return [claim for claim in claims if claim.status != _ALIAS]


def _further(claim: Claim) -> list[dict[str, Any]]:
    """Return what else fires at an event, and under which value of the payload."""
    return [
        {"event": claim.native, "at": at, "is": value, "fires": further}
        for at, value in claim.also_fires_when.items()
        for further in claim.also_fires
    ]


def _rank(platform: str, versions: tuple[str, ...], row: Row) -> tuple[Any, ...]:
    """Return what is smaller, the better an answer is: it holds at more versions, gives a reason, goes on, is plain."""
    text, seen = row.answer.stdout, row.effect
    misses = sum(not carries_out(platform, version, row, DENY) for version in versions)
    gives_reason = json_object(text) is not None and OWN_WORD.search(text) is not None
    plain = (bool(row.answer.stderr), "deny" not in text, row.answer.exit_code, len(_compact(text)), row.id)
    return (misses, not gives_reason, not seen.told, seen.turn != "continues", *plain)


def _answer(row: Row) -> dict[str, Any]:
    said = {"stdout": _compact(row.answer.stdout), "stderr": row.answer.stderr}
    return {"exit_code": row.answer.exit_code, **{where: OWN_WORD.sub(REASON, text) for where, text in said.items()}}


def _compact(text: str) -> str:
    """Return a JSON object in one line, any other text as it is."""
    found = json_object(text)
    return text if found is None else compact(found)
