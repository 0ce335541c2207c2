"""What a red check shows: one sign a difference, the same wherever the same thing is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from hookconform.causes.broken import family
from hookconform.checks.capability import MUST_REFUSE
from hookconform.checks.facade.questions import CAN_BE_MAPPED
from hookconform.checks.facade.questions import MUST_REFUSE as MUST_REFUSE_CALL
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.drafting.opened_paths import with_opened
from hookconform.ground.excerpt import excerpt
from hookconform.ground.pointers import MISSING, unescaped


class Kind(StrEnum):
    """What is wrong, in one word."""

    BROKE = "broke"
    REFUSED = "refused"
    ANSWERED = "answered"
    WRONG = "wrong"
    TOO_MUCH = "too-much"
    STALE = "stale"
    TIER = "tier"
    PARTLY_MAPPED = "partly-mapped"
    UNMAPPED = "unmapped"
    NOT_RENAMED = "not-renamed"
    ABSENT = "absent"


class About(StrEnum):
    """What it is wrong with."""

    PAYLOAD = "payload"
    METHOD = "method"
    TOOL = "tool"
    EVENT = "event"
    ARGUMENT = "argument"
    VALUE = "value"
    RULE = "rule"
    ANSWER = "answer"
    LIST = "list"


# Kinds that say "you do not map this (yet)"; the others say "what you do is wrong".
GAPS = frozenset({Kind.UNMAPPED, Kind.NOT_RENAMED, Kind.ABSENT})
_ARGUMENTS = "/events/0/tool_input/"
_RULES = "/matched_rules"
_FIRST = "/events/0"
_EVENT = re.compile(r"/events/[0-9]+")
_EVENT_NAME, _NATIVE_EVENT = "/events/0/hook_event_name", "/events/0/platform_event_name"
_NAMES = {"/events/0/tool_name": About.TOOL, _EVENT_NAME: About.EVENT}
# JSON-RPC's own error for a method that is not there.
_NO_METHOD = "error -32601:"
_RESERVED = "/events/0/tool_input/platform_tool_name"
# What is found among the arguments: of a known tool under the names that its row has.
_FOUND = re.compile(r"/events/0/tool_input/(file_paths|urls|commands)(?=/|$)")
OF_UNKNOWN_TOOLS, AS_OPENED = "unknown tools", "as opened"
_VALUE = 80
_INDEX = re.compile(r"/[0-9]+(?=/|$)")


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing that is wrong; checks with an equal sign have one cause.

    `platform` is empty where several platforms may share the cause; `place` is a JSON pointer into the answer in which
    `*` stands for any index, or the name of a check about an answer; `wanted` and `got` are words, empty where they are
    not part of what the checks have in common. `where` says in which payloads, if not in all.
    """

    kind: Kind
    about: About
    platform: str = ""
    place: str = ""
    wanted: str = ""
    got: str = ""
    where: str = ""

    @property
    def is_gap(self) -> bool:
        """Tell whether something is missing rather than wrong."""
        return self.kind in GAPS


def signs_of(result: CheckResult) -> list[tuple[Sign, Difference | None]]:
    """Return what a red check shows, each sign once with the difference that shows it; at least one sign."""
    return list(dict(_signs(result)).items())


def _signs(result: CheckResult) -> Iterator[tuple[Sign, Difference | None]]:
    if result.outcome is Outcome.STALE:
        yield Sign(Kind.STALE, About.LIST, wanted=result.reason), None
    elif result.outcome is Outcome.ERROR:
        about = About.METHOD if _NO_METHOD in result.message else About.PAYLOAD
        yield Sign(Kind.BROKE, about, got=family(result.message)), None
    elif result.accepted:
        yield Sign(Kind.ANSWERED, About.PAYLOAD, wanted=result.case_id.rpartition("/")[2]), None
    elif not result.differences and result.capability == "facade":
        yield _facade_sign(result.message), None
    elif not result.differences:
        kind = Kind.WRONG if result.message.startswith(MUST_REFUSE) else Kind.REFUSED
        yield Sign(kind, About.PAYLOAD, got=family(result.message.rpartition(" was refused with ")[2])), None
    elif result.capability in {"response", "decision", "refusal", "fails-closed", "neighbours"}:
        for difference in result.differences:
            yield _answer_sign(result, difference), difference
    else:
        yield from _differences(result)


def _differences(result: CheckResult) -> Iterator[tuple[Sign, Difference]]:
    renamed = dict(_renamed(result.differences))
    left_out = {native.pointer for native in renamed.values()}
    if any(item.pointer in _NAMES and item.got is not MISSING for item in result.differences):
        # The native name is added by whatever maps the tool.
        left_out.add(_RESERVED)
    if any(item.pointer == _EVENT_NAME for item in result.differences):
        # The native name is left out or kept by whatever maps the event.
        left_out.add(_NATIVE_EVENT)
    absent, surplus = _absent_events(result.differences), _surplus_events(result.differences)
    for difference in result.differences:
        if difference.pointer in left_out:
            continue
        if _event_at(difference.pointer) in absent:
            # One sign for the event, whatever it would have held.
            yield _absent_event(result.capability, absent[_event_at(difference.pointer)]), difference
            continue
        if _event_at(difference.pointer) in surplus:
            name = surplus[_event_at(difference.pointer)]
            yield Sign(Kind.TOO_MUCH, About.EVENT, place="/events/*", got=name), difference
            continue
        native = renamed.get(difference.pointer)
        if native is not None:
            wanted, got = (unescaped(item.pointer.removeprefix(_ARGUMENTS)) for item in (difference, native))
            yield Sign(Kind.NOT_RENAMED, About.ARGUMENT, result.platform, "", wanted, got), difference
        elif difference.pointer == _RULES:
            yield from ((sign, difference) for sign in _rules(difference))
        elif difference.pointer in _NAMES:
            yield _name_sign(result, difference, _NAMES[difference.pointer]), difference
        else:
            yield _value_sign(result, difference), difference


def _absent_events(differences: Sequence[Difference]) -> dict[str, str]:
    """Return the places of further events of which the answer has nothing, with the name each was to have."""
    return _one_sided(differences, lambda item: item.got, lambda item: item.expected)


def _surplus_events(differences: Sequence[Difference]) -> dict[str, str]:
    """Return the places of further events of which nothing is expected, with the name that each has."""
    return _one_sided(differences, lambda item: item.expected, lambda item: item.got)


def _one_sided(
    differences: Sequence[Difference], lacking: Callable[[Difference], Any], having: Callable[[Difference], Any]
) -> dict[str, str]:
    """Return the places of further events that one side lacks, with their names on the other side."""
    found: dict[str, str] = {}
    for item in differences:
        place = _event_at(item.pointer)
        name = item.pointer.removeprefix(place)
        if place not in {"", _FIRST} and lacking(item) is MISSING and name in {"/tool_name", "/hook_event_name"}:
            found.setdefault(place, _bare(having(item)))
    return {
        place: name
        for place, name in found.items()
        if all(lacking(item) is MISSING for item in differences if _event_at(item.pointer) == place)
    }


def _absent_event(capability: str, name: str) -> Sign:
    within = capability == "calls"
    where = "for a call within a call" if within else "that fires besides"
    return Sign(Kind.ABSENT, About.EVENT, place="/events/*", wanted="" if within else name, where=where)


def _event_at(pointer: str) -> str:
    """Return `/events/1` for `/events/1/tool_name`, empty for a place in no event."""
    found = _EVENT.match(pointer)
    return found[0] if found else ""


def _renamed(differences: Sequence[Difference]) -> Iterator[tuple[str, Difference]]:
    """Yield the places of absent arguments whose value stands under another name, with the difference there."""
    direct = [item for item in differences if _is_argument(item.pointer)]
    extra = [item for item in direct if item.expected is MISSING]
    for item in direct:
        if item.got is MISSING:
            same = next((other for other in extra if _same(other.got, item.expected)), None)
            if same is not None:
                extra.remove(same)
                yield item.pointer, same


def _is_argument(pointer: str) -> bool:
    name = pointer.removeprefix(_ARGUMENTS)
    return pointer not in {name, _RESERVED} and "/" not in name


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other


def _name_sign(result: CheckResult, difference: Difference, about: About) -> Sign:
    native = result.claim.partition(":")[2] if f"#{about}:" in result.claim else ""
    wanted, got = (_bare(value) for value in (difference.expected, difference.got))
    if difference.expected is MISSING:
        return Sign(Kind.TOO_MUCH, about, result.platform, difference.pointer)
    if difference.got is MISSING:
        return Sign(Kind.ABSENT, About.VALUE, "", _INDEX.sub("/*", difference.pointer))
    if native != wanted and got == native:
        return Sign(Kind.UNMAPPED, about, result.platform, difference.pointer, wanted, native)
    if result.extended_name and got == result.extended_name:
        return Sign(Kind.TIER, about, result.platform, difference.pointer, wanted, got)
    return Sign(Kind.WRONG, about, result.platform, difference.pointer, wanted, got)


def _bare(value: Any) -> str:
    """Return a value as JSON, a text without its quotes unless nothing or blanks would be at its ends."""
    text = excerpt(value, _VALUE)
    bare = text.strip('"')
    return bare if bare and bare == bare.strip() else text


def _rules(difference: Difference) -> Iterator[Sign]:
    wanted, got = difference.expected, difference.got
    if not isinstance(got, list):
        yield Sign(Kind.WRONG, About.RULE, place=_RULES, got="no list of names")
        return
    missing = [name for name in wanted if name not in got]
    extra = [name for name in got if name not in wanted]
    yield from (Sign(Kind.ABSENT, About.RULE, place=_RULES, wanted=str(name)) for name in missing)
    yield from (Sign(Kind.TOO_MUCH, About.RULE, place=_RULES, got=_bare(name)) for name in extra)
    if not missing and not extra:
        yield Sign(Kind.WRONG, About.RULE, place=_RULES, wanted="in the order of the pack", got="in another order")


def _value_sign(result: CheckResult, difference: Difference) -> Sign:
    about = About.ARGUMENT if difference.pointer.startswith(_ARGUMENTS) else About.VALUE
    place = _INDEX.sub("/*", difference.pointer)
    where = _found_by(result, difference)
    if difference.got is MISSING:
        return Sign(Kind.ABSENT, about, place=place, where=where)
    return Sign(Kind.TOO_MUCH if difference.expected is MISSING else Kind.WRONG, about, place=place, where=where)


def _found_by(result: CheckResult, difference: Difference) -> str:
    """Return which rule finds paths, addresses and commands where two rules do; empty elsewhere, and for the usual."""
    place = _FOUND.match(difference.pointer)
    if place is None:
        return ""
    platform, is_of_tool, native = result.claim.partition("#tool:")
    if not is_of_tool:
        return OF_UNKNOWN_TOOLS if result.claim else ""
    if place[1] != "file_paths" or not isinstance(difference.expected, list) or platform not in platform_ids():
        return ""
    claims = load_platform(platform)
    got = difference.got if isinstance(difference.got, list) else difference.expected[:1]
    opened = with_opened(claims, claims.tools.get(native), {"file_paths": got})["file_paths"]
    return AS_OPENED if got != opened == difference.expected else ""


def _facade_sign(message: str) -> Sign:
    """Return the sign of a call that was mapped and must not be, or was refused and can be mapped."""
    if message.startswith(MUST_REFUSE_CALL):
        return Sign(Kind.ANSWERED, About.TOOL, wanted=family(message.removeprefix(MUST_REFUSE_CALL)))
    return Sign(Kind.REFUSED, About.TOOL, got=family(message.removeprefix(CAN_BE_MAPPED)))


def _answer_sign(result: CheckResult, difference: Difference) -> Sign:
    wanted = str(difference.expected).partition(", because ")[0]
    # What stands behind the colon is about one answer: exit codes, texts, rows.
    got = "" if result.capability == "response" else family(str(difference.got).partition(":")[0])
    return Sign(Kind.WRONG, About.ANSWER, place=result.name, wanted=wanted, got=got)
