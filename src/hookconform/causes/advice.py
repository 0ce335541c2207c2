"""What to do about a cause: the row to add, or the rule that it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookconform.attach.calls import INVALID_PAYLOAD, UNSUPPORTED_PLATFORM
from hookconform.causes.lines import place_in_words
from hookconform.corpus.claims import load_platform, platform_ids

_RULES = "`hookconform debug` shows how each rule was judged"
# By (kind, about), or by kind alone.
_AS_EXPECTED = "Set {place} to the expected value."
_ADVICE = {
    ("tier", ""): 'Claim tier = "extended" in the manifest, or leave {wanted} as it is.',
    ("partly-mapped", ""): "Look up {got} in {where} as in every other payload: it means {wanted}.",
    ("unmapped", ""): "Add to the {about}s of {platform}: {got} → {wanted}{arguments}.",
    ("not-renamed", ""): "Rename the argument {got} to {wanted} in {tools}.",
    ("broke", "method"): "Add the method, or do not claim what asks for it; docs/runner-contract.md describes each.",
    ("broke", ""): "Answer every payload; refuse a bad one with error {code}.",
    ("refused", ""): "Accept this payload: the platform sends it, and a refusal stops the call.",
    ("answered", ""): "Refuse it with error {code}. An adapter that cannot read a call must not let it through.",
    ("stale", ""): "Remove the entry from the list of known failures: `hookconform known-failures write` does.",
    ("absent", "rule"): f"The rule {{wanted}} matches this event; {_RULES}.",
    ("too-much", "rule"): f"The rule {{got}} does not match this event; {_RULES}.",
    ("wrong", "rule"): f"Return the names of the rules that match, in the order of the pack; {_RULES}.",
    ("wrong", "answer"): "`hookconform respond {first} EVENT VERDICT` prints an answer that does it.",
    ("absent", ""): _AS_EXPECTED,
    ("too-much", ""): "Remove {place}.",
    ("wrong", "payload"): "Refuse it with error {code}.",
    ("wrong", "tool"): "Set tool_name to {wanted}.",
    ("wrong", "event"): "Set hook_event_name to {wanted}.",
    ("wrong", ""): _AS_EXPECTED,
}
# Where the expected value depends on the tool: where to look it up.
_BY_TOOL = {
    "tool_kind": "Set tool_kind to the kind that `hookconform explain {first}` gives the tool.",
    "tool_input": "Copy the arguments to tool_input, renamed as `hookconform tables {first}` says; without "
    "a tool it has the payload's unknown fields.",
}
# Where a rule of the specification says what the value is: the part of docs/canonical-event.md.
_BY_RULE = {"tool_input.": "docs/canonical-event.md, Arguments", "tool_response": "docs/canonical-event.md"}
# An adapter that does not know the platform answers every payload of it so.
_UNKNOWN_PLATFORM = f"{UNSUPPORTED_PLATFORM}:"


def advice(row: Mapping[str, Any]) -> str:
    """Return one sentence on a cause as `cause_as_json` makes it."""
    kind, about, platform, got = row["kind"], row["about"], row.get("platform", ""), row.get("got", "")
    usual = _ADVICE.get((kind, about)) or _ADVICE[kind, ""]
    place = place_in_words(row.get("place", ""))
    if usual is _AS_EXPECTED:
        rule = next((part for start, part in _BY_RULE.items() if place.startswith(start)), "")
        usual = _BY_TOOL.get(place, f"{usual} See {rule}." if rule else usual)
    if got.startswith(_UNKNOWN_PLATFORM):
        usual = "Add the platform's table: `hookconform init --add-platform {first}` does, in a project of `init`."
    return _renaming(row) or usual.format(
        about=about,
        platform=platform,
        wanted=row.get("wanted", ""),
        got=got,
        where=row.get("where", ""),
        place=place,
        code=INVALID_PAYLOAD,
        arguments=_arguments(platform, got) if about == "tool" else "",
        tools=_tools(row),
        first=next(iter(row["platforms"]), "PLATFORM"),
    )


def _renaming(row: Mapping[str, Any]) -> str:
    """Return how to rename an argument left under its native name, if all tools of the cause rename it to one name."""
    if (row["kind"], row["about"]) != ("too-much", "argument"):
        return ""
    name = row.get("place", "").rpartition("/tool_input/")[2]
    tools = [claim.partition("#tool:")[::2] for claim in row["claims"]]
    wanted = {_renamed(platform, tool).get(name, name) for platform, tool in tools}
    if len(wanted) != 1 or wanted <= {name}:
        return ""
    where = f"{', '.join(sorted({tool for _, tool in tools}))} of {', '.join(row['platforms'])}"
    return f"Rename the argument {name} to {wanted.pop()} in {where}."


def _arguments(platform: str, native: str) -> str:
    """Return the arguments that a tool's row has to rename, which only the capability `input` asks for."""
    renamed = [f"{one} → {other}" for one, other in _renamed(platform, native).items()]
    return f"; for `input` also {', '.join(renamed)}" if renamed else ""


def _renamed(platform: str, tool: str) -> dict[str, str]:
    claim = load_platform(platform).tools.get(tool) if platform in platform_ids() else None
    return claim.renamed if claim else {}


def _tools(row: Mapping[str, Any]) -> str:
    platform = row.get("platform", "")
    names = sorted({claim.partition(":")[2] for claim in row["claims"] if "#tool:" in claim})
    return f"{', '.join(names)} of {platform}" if names else f"the tools of {platform}"
