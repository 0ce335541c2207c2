"""What differs between what a fresh recording and the corpus say of tools: their declarations, and calls of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hookconform.corpus.declared import scenarios_of
from hookconform.corpus.model_calls import ModelCall
from hookconform.ground.json_text import compact

# Kind of difference, tool, and what exactly differs.
ToolDrift = tuple[str, str, str]


def declaration_drift(
    known: dict[str, Any], fresh: dict[str, Any], ran: set[str], *, partial: bool
) -> Iterator[ToolDrift]:
    """Yield what differs between declared tools of the corpus and of a recording that ran the scenarios `ran`.

    A part of the scenarios sees a part of the variants of a declaration, so `partial` recordings do not show what is
    gone. Of tools that the corpus has from before model ids were kept, only names and argument keys are compared.
    """
    for name in sorted(fresh.keys() - known.keys()):
        yield "declared", name, "is declared to the model now"
    for name in sorted(known.keys() - fresh.keys()):
        if scenarios_of(known[name]) & ran:
            yield "declared", name, "is not declared to the model any more"
    for name in sorted(known.keys() & fresh.keys()):
        keys = _difference(_keys(known[name]), _keys(fresh[name]), partial=partial)
        if keys:
            yield "declared parameters", name, keys
        elif "models" in known[name]:
            yield from ((kind, name, detail) for kind, detail in _finer(known[name], fresh[name], partial=partial))


def _finer(known: dict[str, Any], fresh: dict[str, Any], *, partial: bool) -> Iterator[tuple[str, str]]:
    for kind, read in (("declared schema", _statements), ("declared free text", _free_texts), ("declared to", _models)):
        found = _difference(read(known), read(fresh), partial=partial)
        if found:
            yield kind, found


def _keys(tool: dict[str, Any]) -> set[str]:
    return {key for schema in tool["parameters"] for key in schema.get("properties", {})}


def _models(tool: dict[str, Any]) -> set[str]:
    return set(tool["models"])


def _free_texts(tool: dict[str, Any]) -> set[str]:
    return {f"{item['kind']} {item.get('sha256', '')[:12]}".strip() for item in tool.get("free_text", ())}


def _statements(tool: dict[str, Any]) -> set[str]:
    """Return what the schemas of a tool say, each as one text; enums that depend on the machine are left out."""
    return {text for schema in tool["parameters"] for text in _said(schema, "")}


def _said(value: Any, place: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "enum" or "environment" not in value:
                yield from _said(inner, f"{place}/{key}")
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for item in value:
            yield from _said(item, place)
    else:
        yield f"{place.replace('/properties/', '/').removeprefix('/')} {compact(value)}"


def call_drift(
    known: Iterable[ModelCall], fresh: Iterable[ModelCall], ran: set[str], *, partial: bool
) -> Iterator[ToolDrift]:
    """Yield calls with a form that the corpus lacks, calls that came to another end, and calls that are gone.

    A call counts as gone only where its scenario was run again, in a whole recording.
    """
    before, now = _by_form(known), _by_form(fresh)
    for form in sorted(now.keys() - before.keys(), key=str):
        yield "call", now[form][0].tool, f"{_shown(now[form][0])} is new"
    for form in sorted(before.keys() & now.keys(), key=str):
        old, new = ({call.outcome for call in calls[form]} for calls in (before, now))
        if new - old:
            was, is_now = " or ".join(sorted(old)), " or ".join(sorted(new))
            yield "call outcome", now[form][0].tool, f"{_shown(now[form][0])} was {was}, is {is_now}"
    for form in sorted(before.keys() - now.keys(), key=str):
        if not partial and before[form][0].scenario in ran:
            yield "call", before[form][0].tool, f"{_shown(before[form][0])} is not made or answered any more"


def _by_form(calls: Iterable[ModelCall]) -> dict[tuple[object, ...], list[ModelCall]]:
    found: dict[tuple[object, ...], list[ModelCall]] = {}
    for call in calls:
        family, tool, _, form = call.shape
        found.setdefault((family, tool, form), []).append(call)
    return found


def _shown(call: ModelCall) -> str:
    given = "free text" if call.arguments is None else "{" + ", ".join(sorted(call.arguments)) + "}"
    return f"{given}, asked by {call.model}"


def _difference(before: set[str], now: set[str], *, partial: bool) -> str:
    """Return what is new and, unless the recording is partial, what is gone; empty if nothing is."""
    parts = (("new", now - before), ("gone", set[str]() if partial else before - now))
    return "; ".join(f"{word} {', '.join(sorted(found))}" for word, found in parts if found)
