"""The cases of a family: each row put into the shape of a payload of each platform that has the event and the tool.

What a case expects is drafted from the claims. What its row says of it (rules, refusal) is written by hand; lint holds
the two together.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.cases import Case, TemplateCases, case_from_dict
from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import INVALID_PAYLOAD, Expected
from hookconform.corpus.families import (
    EVENT,
    HAS_PARTS,
    NAMES_EVENT,
    NAMES_TOOL,
    NULL_IS_BAD,
    OWN_EVENT,
    OWN_FAILURE,
    OWN_TOOL,
    REGISTERED_OTHERWISE,
    TAG,
    Family,
    Row,
)
from hookconform.corpus.family_templates import load_templates
from hookconform.drafting.claimed_calls import claimed_tools, unique_slugs
from hookconform.drafting.event import draft
from hookconform.drafting.family_payloads import empty_payload, every_place, has_parts, payload_of, with_raw
from hookconform.drafting.family_rules import matching_names, own_rules
from hookconform.ground.json_text import compact, is_too_deep, pretty, with_text, within_depth


@dataclass(frozen=True, slots=True)
class FamilyCase:
    """One composed case: what a file of it would hold, with the row it comes from.

    `matches` are the rules that the row says match, in pack order: of the family's rules, or of the row's own. `slug`
    is the tool or event that the case is about, where a row is a case of each.
    """

    family: Family
    row: Row
    platform: str
    content: dict[str, Any]
    matches: tuple[str, ...]
    slug: str = ""

    @property
    def id(self) -> str:
        """Return the case's id."""
        end = f"-{self.slug}" if self.slug else ""
        return f"{self.platform}/synthetic/{self.family.name}-{self.row.name}{end}"


@dataclass(frozen=True, slots=True)
class _Place:
    """What a row is put into: the payload of a template, and the native tool of the call, empty if there is none.

    `number` counts the tools or events of a platform that a row is a case of.
    """

    platform: Platform
    template: Case
    native: str = ""
    slug: str = ""
    number: int = 0


def cases_of(
    family: Family, root: Path, only: str = "", templates: TemplateCases | None = None
) -> Iterator[FamilyCase]:
    """Yield the cases of a family on every platform, or on one, in the order of its rows.

    Who composes several families gives all of them the same `templates`, so that their files are read once.
    Raises `HookconformError` (`schema.rules`), and as `load_families`, `load_platform` and `TemplateCases.case` do.
    """
    read = templates or TemplateCases(root)
    for name, ids in sorted(load_templates(root).items()):
        if name == (only or name):
            places = list(_places(family, load_platform(name, root), ids, read))
            for row in family.rows:
                if name not in row.except_on:
                    yield from (_composed(family, row, place) for place in places if _is_one(row, place, family))


def _places(family: Family, platform: Platform, ids: Mapping[str, str], templates: TemplateCases) -> Iterator[_Place]:
    """Yield what the rows of a family are put into on a platform."""
    if family.every == EVENT:
        claims = [claim for claim in platform.events.values() if claim.status != "refuted"]
        slugs = unique_slugs(claim.registration for claim in claims)
        for number, (claim, slug) in enumerate(zip(claims, slugs, strict=True)):
            yield _Place(platform, _bare(platform, claim), slug=slug, number=number)
        return
    if family.event not in ids:
        return
    template = templates.case(ids[family.event])
    if family.every:
        tools = claimed_tools(platform, family.every)
        for number, tool in enumerate(tools):
            yield _Place(platform, template, tool.claim.native, tool.slug, number)
    elif not family.tool:
        yield _Place(platform, template)
    elif native := _native_tool(platform, template, family.tool) or family.instead:
        yield _Place(platform, template, native)


def _bare(platform: Platform, claim: Claim) -> Case:
    """Return a payload of which nothing is known but its event."""
    native = None if claim.becomes == claim.native else claim.native
    expected = Expected(event=claim.becomes, platform_event_name=native)
    payload = empty_payload(platform, claim.native)
    return case_from_dict(
        {
            "title": "",
            "registered_event": claim.registration,
            "origin": {"kind": "synthetic"},
            "payload": payload,
            "expected": expected.as_json() | {"tool_name": None, "platform_tool_name": None},
        },
        case_id=f"{platform.id}/synthetic/bare",
        path=platform.path,
    )


def _is_one(row: Row, place: _Place, family: Family) -> bool:
    """Tell whether the row is a case on the platform, which has every place that it puts something into."""
    platform, expected = place.platform, place.template.expected
    claim = platform.events.get(expected.native_event)
    named = {
        OWN_TOOL: place.native != family.tool,
        OWN_EVENT: expected.native_event != family.event,
        OWN_FAILURE: bool(platform.payload.failure),
        NAMES_EVENT: not platform.payload.registration_decides,
        NAMES_TOOL: claim is None or not (claim.names_no_tool or claim.implies_tool),
        NULL_IS_BAD: not platform.payload.null_for_no_tool,
        HAS_PARTS: has_parts(platform, place.template),
        REGISTERED_OTHERWISE: claim is not None and claim.registration not in {claim.native, claim.becomes},
    }
    there = all(every_place(platform, name) for name in row.put)
    # One place alone has no other to differ from.
    several = all(len(every_place(platform, name)) >= max(2, row.from_place) for name in row.everywhere)
    encoded = platform.payload.string_arguments or not row.encoded
    return there and several and encoded and all(named[name] for name in row.where)


def _native_tool(platform: Platform, template: Case, tool: str) -> str:
    """Return the platform's name of a canonical tool: the template's own, else the first current one.

    Empty where the platform has no such tool.
    """
    if template.expected.tool_name == tool:
        return template.expected.native_tool or ""
    current = [claim for claim in platform.tools.values() if claim.status == "current" and claim.becomes == tool]
    return next((claim.native for claim in sorted(current, key=lambda claim: bool(claim.where))), "")


def _composed(family: Family, row: Row, place: _Place) -> FamilyCase:
    platform, template, native = place.platform, place.template, place.native
    event = template.expected.native_event
    words = {"{native}": native, "{event}": event, "{folded-event}": event[:1].swapcase() + event[1:]}
    words["{registered}"] = template.registered_event or ""
    payload = payload_of(row, platform, template, native, words)
    whole = _whole(row, place, payload)
    registered = template.registered_event if row.registered == "" else row.registered
    rules = own_rules(family, row, words)
    if rules:
        _check(compact(list(rules)), f"{family.path}, row {row.name}", platform.root)
    expected: dict[str, Any] = {"error": INVALID_PAYLOAD}
    if not row.error:
        payload = json.loads(within_depth(whole))
        stated = {"may_refuse_rules": row.refusable, "may_refuse": row.may_refuse}
        expected = _drafted(row, platform, registered, payload, rules)
        if is_too_deep(whole):
            # Nobody compares so deep.
            del expected["tool_input"]
        expected |= {name: True for name, is_so in stated.items() if is_so}
    arguments = expected.get("tool_input") or {}
    matches = matching_names(family, row, words, [path for path in _listed(arguments) if isinstance(path, str)])
    content = {
        "title": row.title.replace("{native}", native),
        "registered_event": registered,
        "origin": {"kind": "synthetic"},
        **({"payload": payload} if compact(payload) == whole else {"payload_text": whole}),
        **({"repeated": row.repeated} if row.repeated else {}),
        **({"rules": list(rules)} if rules else {}),
        "expected": expected,
        "tags": sorted({TAG, family.name}),
    }
    return FamilyCase(family, row, platform.id, content, tuple(matches), place.slug)


def _whole(row: Row, place: _Place, payload: dict[str, Any]) -> str:
    """Return the text that the hook reads."""
    text = compact(payload)
    if row.encoded:
        return text
    around = row.texts[place.number % len(row.texts)] if row.texts else row.text
    whole = text if around is None else around.replace("{payload}", text).replace("{pretty}", pretty(payload))
    return with_raw(whole, row)


# Most rows have the same rules on every platform.
@lru_cache(maxsize=4096)
def _check(rules: str, where: str, root: Path) -> None:
    """Raise `HookconformError` (`schema.rules`) for rules that are none."""
    schemas.check({"version": "1.0", "rules": json.loads(rules)}, "rules", where=where, root=root)


def _listed(arguments: dict[str, Any]) -> list[Any]:
    listed = arguments.get("file_paths")
    return listed if isinstance(listed, list) else []


def _drafted(
    row: Row, platform: Platform, registered: str | None, payload: dict[str, Any], rules: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what the claims say of the payload with its long texts, in which their marks then stand again."""
    long = {mark: text["text"] * text["times"] for mark, text in row.repeated.items()}
    for mark, text in long.items():
        payload = with_text(payload, mark, text)
    expected = draft(platform, registered, payload, rules).as_json()
    for mark, text in long.items():
        expected = with_text(expected, text, mark)
    return expected
