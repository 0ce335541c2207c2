"""The cases of a family: each row put into the shape of a payload of each platform that has the event and the tool.

What a case expects is drafted from the claims. What its row says of it (rules, refusal) is written by hand; lint holds
the two together.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus.cases import Case, load_case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import INVALID_PAYLOAD
from hookconform.corpus.families import TAG, Family, Row, load_templates
from hookconform.ground.json_text import compact
from hookconform.ground.pointers import MISSING, escaped, first, resolve
from hookconform.intake.drafting import draft

_PLACES = frozenset({"tool_name", "tool_input", "session_id", "cwd", "prompt", "tool_response", "event"})


@dataclass(frozen=True, slots=True)
class FamilyCase:
    """One composed case: the file it belongs into and its content, with the row it comes from."""

    family: Family
    row: Row
    platform: str
    path: Path
    content: dict[str, Any]

    @property
    def id(self) -> str:
        """Return the case's id."""
        return f"{self.platform}/synthetic/{self.path.stem}"

    @property
    def text(self) -> str:
        """Return the file's text."""
        return json.dumps(self.content, indent=2, ensure_ascii=False) + "\n"


def cases_of(family: Family, root: Path) -> Iterator[FamilyCase]:
    """Yield the cases of a family, by platform and in the order of its rows."""
    for name, templates in sorted(load_templates(root).items()):
        if family.event not in templates:
            continue
        platform = load_platform(name, root)
        template = load_case(root / "platforms" / f"{templates[family.event]}.json", root)
        native = _native_tool(platform, template, family.tool) if family.tool else ""
        if family.tool and not native:
            continue
        for row in family.rows:
            if name not in row.except_on:
                yield _composed(family, row, platform, template, native, root)


def _native_tool(platform: Platform, template: Case, tool: str) -> str:
    """Return the platform's name of a canonical tool: the template's own, else the first current one.

    Empty where the platform has no such tool.
    """
    if template.expected.tool_name == tool:
        return template.expected.native_tool or ""
    current = [claim for claim in platform.tools.values() if claim.status == "current" and claim.becomes == tool]
    return next((claim.native for claim in sorted(current, key=lambda claim: bool(claim.where))), "")


def _composed(  # noqa: PLR0913, PLR0917 (the table's row, and where it goes)
    family: Family, row: Row, platform: Platform, template: Case, native: str, root: Path
) -> FamilyCase:
    payload: dict[str, Any] = copy.deepcopy(template.payload or {})
    if native:
        tool = row.tool.replace("{native}", native) if row.tool else native
        _put(payload, _place(platform, "tool_name", payload), tool)
    if row.arguments is not None:
        _put(payload, _place(platform, "tool_input", payload), _as_sent(platform, payload, native, row.arguments))
    if row.prompt is not None:
        place = _place(platform, "prompt", payload)
        parts = isinstance(resolve(payload, place), list)
        _put(payload, place, [{"type": "text", "text": row.prompt}] if parts else row.prompt)
    for name, value in row.put.items():
        _put(payload, _place(platform, name, payload), value)
    for name in row.drop:
        for place in _every(platform, name):
            _drop(payload, place)
    expected = (
        {"error": INVALID_PAYLOAD} if row.error else draft(platform, template.registered_event, payload).as_json()
    )
    content = {
        "$schema": "../../../schema/case.schema.json",
        "title": row.title,
        "registered_event": template.registered_event,
        "origin": {"kind": "synthetic"},
        "payload": payload,
        "expected": expected,
        "tags": sorted({TAG, family.name}),
    }
    path = root / "platforms" / platform.id / "synthetic" / f"{family.name}-{row.name}.json"
    return FamilyCase(family, row, platform.id, path, content)


def _as_sent(platform: Platform, payload: dict[str, Any], native: str, arguments: dict[str, Any]) -> Any:
    """Return the arguments as the platform names and encodes them."""
    claim = platform.tools.get(native)
    names = {canonical: name for name, canonical in reversed((claim.arguments if claim else {}).items())}
    sent = {names.get(name, name): value for name, value in arguments.items()}
    was = first(payload, platform.payload.tool_input)
    is_text = platform.payload.string_arguments and was is not None and isinstance(was[1], str)
    return compact(sent) if is_text else sent


def _every(platform: Platform, name: str) -> tuple[str, ...]:
    return getattr(platform.payload, name) if name in _PLACES else (f"/{escaped(name)}",)


def _place(platform: Platform, name: str, payload: dict[str, Any]) -> str:
    """Return where a payload has what is named, or would have it first."""
    pointers = _every(platform, name)
    found = first(payload, pointers)
    return found[0] if found else pointers[0]


def _put(payload: dict[str, Any], pointer: str, value: Any) -> None:
    *parents, last = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    place = payload
    for part in parents:
        place = place.setdefault(part, {})
    place[last] = value


def _drop(payload: dict[str, Any], pointer: str) -> None:
    parent, _, last = pointer.rpartition("/")
    place = resolve(payload, parent)
    if place is not MISSING and isinstance(place, dict):
        place.pop(last.replace("~1", "/").replace("~0", "~"), None)
