"""The cases of a family: each row put into the shape of a payload of each platform that has the event and the tool.

What a case expects is drafted from the claims. What its row says of it (rules, refusal) is written by hand; lint holds
the two together.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.cases import Case, load_case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import INVALID_PAYLOAD
from hookconform.corpus.families import NAMES_EVENT, OWN_EVENT, OWN_FAILURE, OWN_TOOL, TAG, Family, Row, load_templates
from hookconform.drafting.event import draft
from hookconform.drafting.family_rules import matching_names, own_rules
from hookconform.ground.json_text import compact, is_too_deep, with_text, within_depth
from hookconform.ground.pointers import escaped, first, resolve

_PLACES = frozenset({"tool_name", "tool_input", "session_id", "cwd", "prompt", "tool_response", "failure", "event"})


@dataclass(frozen=True, slots=True)
class FamilyCase:
    """One composed case: what a file of it would hold, with the row it comes from.

    `matches` are the rules that the row says match, in pack order: of the family's rules, or of the row's own.
    """

    family: Family
    row: Row
    platform: str
    content: dict[str, Any]
    matches: tuple[str, ...]

    @property
    def id(self) -> str:
        """Return the case's id."""
        return f"{self.platform}/synthetic/{self.family.name}-{self.row.name}"


def cases_of(family: Family, root: Path, only: str = "") -> Iterator[FamilyCase]:
    """Yield the cases of a family on every platform, or on one, in the order of its rows.

    Raises `HookconformError` (`schema.rules`), and as `load_families`, `load_platform` and `load_case` do.
    """
    for name, templates in sorted(load_templates(root).items()):
        if family.event not in templates or name != (only or name):
            continue
        platform = load_platform(name, root)
        template = load_case(root / "platforms" / f"{templates[family.event]}.json", root)
        native = _native_tool(platform, template, family.tool) if family.tool else ""
        if family.tool and not native:
            continue
        for row in family.rows:
            if name not in row.except_on and _is_one(row, platform, template, native, family):
                yield _composed(family, row, platform, template, native)


def _is_one(row: Row, platform: Platform, template: Case, native: str, family: Family) -> bool:
    """Tell whether the row is a case on the platform, which has every place that it puts something into."""
    named = {
        OWN_TOOL: native != family.tool,
        OWN_EVENT: template.expected.native_event != family.event,
        OWN_FAILURE: bool(platform.payload.failure),
        NAMES_EVENT: not platform.payload.registration_decides,
    }
    there = all(_every(platform, name) for name in row.put)
    return there and all(named[name] for name in row.where) and (platform.payload.string_arguments or not row.encoded)


def _native_tool(platform: Platform, template: Case, tool: str) -> str:
    """Return the platform's name of a canonical tool: the template's own, else the first current one.

    Empty where the platform has no such tool.
    """
    if template.expected.tool_name == tool:
        return template.expected.native_tool or ""
    current = [claim for claim in platform.tools.values() if claim.status == "current" and claim.becomes == tool]
    return next((claim.native for claim in sorted(current, key=lambda claim: bool(claim.where))), "")


def _composed(family: Family, row: Row, platform: Platform, template: Case, native: str) -> FamilyCase:
    event = template.expected.native_event
    words = {"{native}": native, "{event}": event, "{folded-event}": event[:1].swapcase() + event[1:]}
    payload = _payload(row, platform, template, native, words)
    text = compact(payload)
    whole = text if row.encoded else _with_raw(text, row)
    rules = own_rules(family, row, words)
    if rules:
        _check(compact(list(rules)), f"{family.path}, row {row.name}", platform.root)
    expected: dict[str, Any] = {"error": INVALID_PAYLOAD}
    if not row.error:
        payload = json.loads(within_depth(whole))
        stated = {"may_refuse_rules": row.refusable, "may_refuse": row.may_refuse}
        expected = _drafted(row, platform, template, payload, rules)
        if is_too_deep(whole):
            # Nobody compares so deep.
            del expected["tool_input"]
        expected |= {name: True for name, is_so in stated.items() if is_so}
    arguments = expected.get("tool_input") or {}
    matches = matching_names(family, row, words, [path for path in _listed(arguments) if isinstance(path, str)])
    content = {
        "title": row.title,
        "registered_event": template.registered_event,
        "origin": {"kind": "synthetic"},
        **({"payload": payload} if compact(payload) == whole else {"payload_text": whole}),
        **({"repeated": row.repeated} if row.repeated else {}),
        **({"rules": list(rules)} if rules else {}),
        "expected": expected,
        "tags": sorted({TAG, family.name}),
    }
    return FamilyCase(family, row, platform.id, content, tuple(matches))


# Most rows have the same rules on every platform.
@lru_cache(maxsize=4096)
def _check(rules: str, where: str, root: Path) -> None:
    """Raise `HookconformError` (`schema.rules`) for rules that are none."""
    schemas.check({"version": "1.0", "rules": json.loads(rules)}, "rules", where=where, root=root)


def _listed(arguments: dict[str, Any]) -> list[Any]:
    listed = arguments.get("file_paths")
    return listed if isinstance(listed, list) else []


def _drafted(
    row: Row, platform: Platform, template: Case, payload: dict[str, Any], rules: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return what the claims say of the payload with its long texts, in which their marks then stand again."""
    long = {mark: text["text"] * text["times"] for mark, text in row.repeated.items()}
    for mark, text in long.items():
        payload = with_text(payload, mark, text)
    expected = draft(platform, template.registered_event, payload, rules).as_json()
    for mark, text in long.items():
        expected = with_text(expected, text, mark)
    return expected


def _payload(row: Row, platform: Platform, template: Case, native: str, words: Mapping[str, str]) -> dict[str, Any]:
    """Return the template's payload with the row in it; what the row puts in as `raw` is still its mark."""
    payload: dict[str, Any] = copy.deepcopy(template.payload or {})
    if native:
        tool = row.tool.replace("{native}", native) if row.tool else native
        _put(payload, _place(platform, "tool_name", payload), tool)
    if row.arguments is not None:
        _put(payload, _place(platform, "tool_input", payload), _as_sent(platform, payload, native, row))
    if row.prompt is not None:
        place = _place(platform, "prompt", payload)
        parts = isinstance(resolve(payload, place), list)
        _put(payload, place, [{"type": "text", "text": row.prompt}] if parts else row.prompt)
    for name, value in row.put.items():
        _put(payload, _place(platform, name, payload), _filled_in(value, words))
    for name in row.drop:
        for place in _every(platform, name):
            _drop(payload, place)
    return payload


def _filled_in(value: Any, words: Mapping[str, str]) -> Any:
    """Return a text of `put` with its words filled in; any other value as it is."""
    for word, text in words.items() if isinstance(value, str) else ():
        value = value.replace(word, text)
    return value


def _with_raw(text: str, row: Row) -> str:
    for mark, raw in row.raw.items():
        text = text.replace(mark, raw if isinstance(raw, str) else raw["text"] * raw["times"])
    return text


def _as_sent(platform: Platform, payload: dict[str, Any], native: str, row: Row) -> Any:
    """Return the row's arguments as the platform names and encodes them."""
    arguments = row.arguments or {}
    # Arguments of another tool are called as the row calls them.
    claim = platform.tools.get(native) if "{native}" in (row.tool or "{native}") else None
    names = {canonical: name for name, canonical in reversed((claim.arguments if claim else {}).items())}
    sent = {names.get(name, name): value for name, value in arguments.items()}
    was = first(payload, platform.payload.tool_input)
    is_text = platform.payload.string_arguments and was is not None and isinstance(was[1], str)
    return _with_raw(compact(sent), row) if is_text or row.encoded else sent


def _every(platform: Platform, name: str) -> tuple[str, ...]:
    return getattr(platform.payload, name) if name in _PLACES else (f"/{escaped(name)}",)


def _place(platform: Platform, name: str, payload: dict[str, Any]) -> str:
    """Return where a payload has what is named, or would have it first."""
    pointers = _every(platform, name)
    found = first(payload, pointers)
    return found[0] if found else pointers[0]


def _put(payload: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    place: Any = payload
    for part in parents:
        # A result that is a text has no place for an error.
        if not isinstance(place, list) and not isinstance(place.get(part), dict | list):
            place[part] = {}
        place = place[int(part)] if isinstance(place, list) else place[part]
    place[int(last) if isinstance(place, list) else last] = value


def _drop(payload: dict[str, Any], pointer: str) -> None:
    parent, _, last = pointer.rpartition("/")
    place = resolve(payload, parent)
    if isinstance(place, dict):
        place.pop(last.replace("~1", "/").replace("~0", "~"), None)
    elif isinstance(place, list):
        del place[int(last) : int(last) + 1]
