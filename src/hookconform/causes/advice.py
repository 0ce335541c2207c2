"""What to do about a cause: the row to add, or the rule that it breaks."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from typing import Any

from hookconform.attach.calls import CANNOT_MAP, INVALID_PAYLOAD, UNSUPPORTED_PLATFORM
from hookconform.authoring.table_text import row_of_tool
from hookconform.causes.broken import MESSAGES, repair
from hookconform.causes.lines import place_in_words
from hookconform.causes.signs import AS_OPENED
from hookconform.checks.outcome import split_name
from hookconform.corpus.claims import load_platform, platform_ids

_RULES = "`hookconform debug` shows how each rule was judged"
# By (kind, about), or by kind alone.
_AS_EXPECTED = "Set {place} to the expected value."
_ADVICE = {
    ("tier", ""): 'Claim tier = "extended" in the manifest, or leave {wanted} as it is.',
    ("partly-mapped", ""): "Look up {got} in {where} as in every other payload: it means {wanted}.",
    ("unmapped", ""): "Add to the {about}s of {platform}: {got} → {wanted}{arguments}.",
    ("not-renamed", ""): "Rename the argument {got} to {wanted} in {tools}.",
    ("broke", "method"): "Add the method, or do not claim what asks for it; {page} shows its request and result.",
    ("broke", ""): "{repair}",
    ("refused", ""): "Accept this payload: it is a good one, and a refusal stops the call.",
    ("answered", ""): "Refuse it with error {code}. An adapter that cannot read a call must not let it through.",
    ("stale", ""): "Remove the entry from the list of known failures: `hookconform known-failures write` does.",
    ("absent", "rule"): f"The rule {{wanted}} matches this event; {_RULES}.",
    ("too-much", "rule"): f"The rule {{got}} does not match this event; {_RULES}.",
    ("wrong", "rule"): f"Return the names of the rules that match, in the order of the pack; {_RULES}.",
    ("wrong", "answer"): "`hookconform respond {first}` lists the events; with an event and {verdict} it prints a "
    "hook response that does it.",
    ("absent", "event"): "Return one event more for each call within the call, behind all others; "
    "docs/canonical-event.md, Calls within a call.",
    ("too-much", "event"): "Return one event for each that the payload tells, and no other; docs/canonical-event.md, "
    "Which event.",
    ("absent", ""): _AS_EXPECTED,
    ("too-much", ""): "Remove {place}.",
    ("wrong", "payload"): "Refuse it with error {code}.",
    ("wrong", "tool"): "Set tool_name to {wanted}.",
    ("wrong", "event"): "Set hook_event_name to {wanted}.",
    ("wrong", ""): _AS_EXPECTED,
}
# Where the expected value depends on the tool: where to look it up.
_BY_TOOL = {
    "tool_kind": "Set tool_kind to the kind that `hookconform explain {first}` gives the tool; if the payload has a "
    "canonical name, `hookconform explain --canonical NAME` says it. A server's tool is of kind other, whatever its "
    "name.",
    "tool_response": "Copy it unchanged from its place in the payload: {results}.",
    "tool_input": "Copy the arguments to tool_input, renamed as `hookconform tables {first}` says, then "
    "the payload's unknown fields.",
}
# Fields that only some events and tools have.
_BY_EVENT = {
    "tool_response": "Remove {place}: only an event after the tool has it.",
    "tool_input.platform_tool_name": "Remove {place}: only a renamed tool has it, and one in the payload is dropped.",
}
# The end of a place that is any item of a list.
_EACH = ".*"
_NO_ROW = (
    "No row of the tables is about their tools. See docs/canonical-event.md, Unknown tools; "
    "for payloads without a tool docs/canonical-event.md, Arguments."
)
# What is found among the arguments of a tool, with the part of `tables` that says where it is under other names.
_FOUND = {
    "file_path": "paths",
    "file_paths": "paths",
    "url": "urls",
    "urls": "urls",
    "command": "commands",
    "commands": "commands",
}
_BY_WORDS = (
    "In a tool without a row the last word of a key tells its role: `hookconform tables {first} --json` has the words, "
    "in unknown_tools. {argument} comes first, then the others in their order, once each. See docs/canonical-event.md, "
    "Unknown tools; for payloads without a tool docs/canonical-event.md, Arguments."
)
_BY_OPENING = (
    "Add behind each path in file_paths the one that the tool opens instead: `{explained}` says how, under opened as. "
    "docs/canonical-event.md, Arguments, 13."
)
_BY_ROW = "`hookconform tables {first}` has the row, under {part}: {found}."
# Where a rule of the specification says what the value is: the part of docs/canonical-event.md.
_BY_RULE = {"tool_input.": "docs/canonical-event.md, Arguments"}
# A field that no tool and no platform has.
_BY_FIELD = "Unknown fields of the payload go into tool_input, too: Arguments, 4."
# What a hook program answers where nothing is to be stopped.
_HARMLESS = "Print nothing and end with exit code 0: the policy does not name this call."
_NOT_READ = "Deny a payload that cannot be read, or leave it to the platform's own question; never allow it."
# Of `fails-closed`: what to do about a failure, by its name, or by the part of the name before the first "-".
_FAILURES = {
    "payload": "Deny the call if the payload cannot be read.",
    "input": "Deny the call if standard input cannot be read.",
    "output": "End with an exit code that stops the tool, 2 on most platforms, if standard output cannot be written or "
    "flushed.",
    "messages": "Print the deny on standard output first, and ignore errors of standard error.",
    "rules": "Deny the call if the policy cannot be read, or is not as it should be.",
    "rules-endless": "Deny the call if the policy is no regular file; look before opening it.",
    "no": "Deny the call also without a home folder and without PATH.",
    "little": "Deny the call if memory runs out; start a runtime that needs more from a small program, which denies if "
    "it fails.",
    "terminated": "Handle SIGTERM: print the deny and end, also while the payload is being read.",
}
# An adapter that does not know the platform answers every payload of it so.
_UNKNOWN_PLATFORM = f"{UNSUPPORTED_PLATFORM}:"


def advice(row: Mapping[str, Any]) -> str:
    """Return one sentence on a cause as `cause_as_json` makes it."""
    case, _, check = row.get("example", {}).get("check", "").rpartition("::")
    if split_name(check)[0] == "facade":
        return _of_facade(row, _advice(row, "docs/facade-cases.md"), case)
    return _advice(row, MESSAGES)


def _of_facade(row: Mapping[str, Any], text: str, case: str) -> str:
    """Return the advice on a tool facade, which has tools and calls in the place of payloads and events."""
    tool = row.get("place", "").removeprefix("/tools/")
    is_tool = tool != row.get("place", "") and "/" not in tool
    match row["kind"]:
        case "broke":
            return text
        case "refused":
            text = "Map this call."
        case "answered":
            text = f"Refuse this call with error {CANNOT_MAP}."
        case "absent" if is_tool:
            text = f"Offer the tool {tool}."
        case "too-much" if is_tool:
            text = f"Do not offer the tool {tool}."
        case _:
            pass
    return f"{text} `{shlex.join(['hookconform', 'case', case])}` shows what is asked and expected."


def _of_opening(row: Mapping[str, Any]) -> str:
    """Return how the paths that a tool opens are told, if that is what is wrong."""
    first = next(iter(row["platforms"]), "PLATFORM")
    return _BY_OPENING.format(explained=_explained(row, first)) if row.get("where") == AS_OPENED else ""


def _advice(row: Mapping[str, Any], page: str) -> str:
    kind, about, platform, got = row["kind"], row["about"], row.get("platform", ""), row.get("got", "")
    usual = _ADVICE.get((kind, about)) or _ADVICE[kind, ""]
    capability, variant = split_name(row.get("place", ""))
    place, first = place_in_words(row.get("place", "")), next(iter(row["platforms"]), "PLATFORM")
    rule = next((part for start, part in _BY_RULE.items() if place.startswith(start)), "")
    part, found = _row_of_found(row, place)
    natives = " or ".join(_natives_of(row, place))
    if usual is _AS_EXPECTED:
        if place.endswith(_EACH):
            usual = "Set each item of {items} to the expected value."
        if kind == "wrong" and natives:
            usual = f"{usual} {{natives}} becomes it, also beside an argument of that name."
        if rule and place not in _BY_TOOL:
            known = "`{explained}` says what is known of the tool. See {rule}." if _explained(row, first) else _NO_ROW
            known = _BY_WORDS if part and known is _NO_ROW else f"{_BY_ROW} See {{rule}}." if found else known
            known = f"{known} {_BY_FIELD}" if _is_of_nobody(row, place) else known
            usual = f"{usual} {known}"
        usual = _BY_TOOL.get(place, usual)
    elif found:
        usual = f"{usual} {_BY_ROW}"
    if usual is _ADVICE["too-much", ""]:
        usual = _BY_EVENT.get(place, usual)
    if usual is _ADVICE["absent", "event"] and row.get("wanted"):
        usual = "Return this event, too, behind the first; docs/canonical-event.md, Which event."
    if about == "answer":
        usual = _of_hook_program(capability, variant, row.get("wanted", "")) or usual
    if got.startswith(_UNKNOWN_PLATFORM):
        usual = "Add the platform's table: `hookconform init --add-platform {first}` does, in a project of `init`."
    return (
        _renaming(row)
        or _of_opening(row)
        or usual.format(
            about=about,
            platform=platform,
            wanted=row.get("wanted", ""),
            got=got,
            where=row.get("where", ""),
            place=place,
            part=part,
            found=found,
            natives=natives,
            argument=place.removeprefix("tool_input.").removesuffix(_EACH).removesuffix("s"),
            code=INVALID_PAYLOAD,
            verdict=variant if capability == "response" else "deny",
            arguments=_arguments(platform, got) if about == "tool" else "",
            tools=_tools(row),
            first=first,
            results=_results(first),
            items=place.removesuffix(_EACH),
            explained=_explained(row, first),
            rule=rule,
            repair=repair(row.get("example", {}).get("message", ""), page),
            page=page,
        )
    )


def _of_hook_program(capability: str, variant: str, wanted: str) -> str:
    """Return what a hook program is to do, empty where `hookconform respond` shows it."""
    if capability == "response":
        return ""
    if wanted.startswith("the tool runs"):
        return _HARMLESS
    if capability == "refusal":
        return _NOT_READ
    return _FAILURES.get(variant, _FAILURES.get(variant.partition("-")[0], "")) if capability == "fails-closed" else ""


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


def _results(platform: str) -> str:
    """Return where payloads of a platform have the result of a tool."""
    places = load_platform(platform).payload.tool_response if platform in platform_ids() else ()
    return f"{' or '.join(places)} on {platform}" if places else "docs/canonical-event.md says where"


def _row_of_found(row: Mapping[str, Any], place: str) -> tuple[str, str]:
    """Return the part of `tables` for a place where something found stands, and its row of the cause's tool.

    Empty where nothing found stands, or the tool has no such row.
    """
    argument = place.removeprefix("tool_input.").removesuffix(_EACH) if "tool_input." in place else ""
    platform, tool = next(iter(_tools_told(row)), ("", ""))
    claim = load_platform(platform).tools.get(tool) if platform in platform_ids() else None
    names = {argument, *_natives_of(row, place)}
    part = "units" if claim is not None and names & claim.units.keys() else _FOUND.get(argument, "")
    return (part, row_of_tool(claim, part) if claim is not None else "") if part else ("", "")


def _is_of_nobody(row: Mapping[str, Any], place: str) -> bool:
    """Tell whether an argument is missing that the cause's tool has not: the payload has it beside the arguments."""
    argument = place.removeprefix("tool_input.")
    platform, tool = next(iter(_tools_told(row)), ("", ""))
    claim = load_platform(platform).tools.get(tool) if platform in platform_ids() else None
    if row["kind"] != "absent" or claim is None or "." in argument:
        return False
    return argument not in {*claim.keys, *claim.renamed.values(), *_FOUND}


def _natives_of(row: Mapping[str, Any], place: str) -> list[str]:
    """Return the native arguments that the cause's tool has for the canonical one at a place."""
    platform, tool = next(iter(_tools_told(row)), ("", ""))
    renamed = _renamed(platform, tool).items() if place.startswith("tool_input.") else ()
    return [native for native, canonical in renamed if canonical == place.removeprefix("tool_input.")]


def _tools_told(row: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return platform and tool of the example's claim, or of all claims if the example has none."""
    of_example = row.get("example", {}).get("claim", "")
    claims = [of_example] if of_example else row["claims"]
    return [(platform, tool) for claim in claims for platform, mark, tool in [claim.partition("#tool:")] if mark]


def _explained(row: Mapping[str, Any], platform: str) -> str:
    """Return the command that shows units, paths and ways of opening of a cause's tool: the example's, or the first.

    Empty where no row of the tables is about a tool of it.
    """
    tools = _tools_told(row)
    if not tools:
        return ""
    of, tool = next((one for one in tools if one[0] == platform), tools[0])
    return shlex.join(["hookconform", "explain", of, tool, "--evidence"])


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
