"""One tool as a provider's models know it: what it takes, and how that goes to canonical arguments and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hookconform.corpus.facade_case import (
    AbsentCanonicalCase,
    AbsentNativeCase,
    CanonicalCase,
    FacadeCase,
    NativeCase,
)
from hookconform.explain.parameters import ITEM, in_words
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import stated

if TYPE_CHECKING:
    from tool_facades import ProviderToolRegistry, ToolFacade

UNITS = {
    "seconds": "seconds there, milliseconds here",
    "from-zero": "lines count from 0 there, from 1 here",
    "number": "a number there, text here",
}


def explain_facade(
    provider: str, tool: str | None = None, model: str | None = None, version: str | None = None
) -> dict[str, Any]:
    """Return what is known of a provider's tool, in the shape of `facade-explanation.schema.json`; without one, of all.

    `version` is one of the program, the newest without. Raises `HookconformError` (`facade.unknown-provider`,
    `facade.unknown-family`, `facade.unknown-tool`).
    """
    from tool_facades import FacadeError, ProviderToolRegistry  # noqa: PLC0415 (only where facades are told)
    from tool_facades.registry import NEWEST  # noqa: PLC0415 (as above)

    registry = ProviderToolRegistry()
    try:
        facades = registry.tools_for_provider(provider, model, version or NEWEST)
    except FacadeError as error:
        raise HookconformError(
            f"facade.{error.code}", _sentence(error.what), where=error.where, hint=error.hint
        ) from None
    head = {
        "provider": provider,
        "version": facades[0].version,
        "family": facades[0].family,
        "families": registry.families(provider, facades[0].version),
    }
    if tool is None:
        return head | {"tools": [{"name": one.tool_name, "canonical": one.canonical} for one in facades]}
    for facade in facades:
        if facade.tool_name == tool:
            return head | _told(facade)
    raise _unknown(registry, provider, tool, facades)


def explain_facade_case(case: FacadeCase) -> dict[str, Any]:
    """Return what is known of the tool that a case is about, of all tools where it is about several.

    In the shape of `facade-explanation.schema.json`; raises as `explain_facade`.
    """
    told = explain_facade(case.provider, None, case.model, case.version)
    known = [tool["name"] for tool in told["tools"] if tool["name"] in _tools_of(case, told["tools"])]
    return explain_facade(case.provider, known[0], case.model, case.version) if len(known) == 1 else told


def _tools_of(case: FacadeCase, tools: list[dict[str, str]]) -> set[str]:
    """Return the native tools that a case names, or those that its canonical tool may come to."""
    if isinstance(case, NativeCase | AbsentNativeCase):
        return {case.call.tool}
    if isinstance(case, AbsentCanonicalCase):
        named = {case.native_tool} - {""}
        return named or {tool["name"] for tool in tools if tool["canonical"] == case.tool}
    if not isinstance(case, CanonicalCase):
        return set()
    named = {call.tool for call in case.row.calls} if case.row is not None else set[str]()
    return named or {tool["name"] for tool in tools if tool["canonical"] == case.tool}


def _unknown(registry: ProviderToolRegistry, provider: str, tool: str, facades: list[ToolFacade]) -> HookconformError:
    from tool_facades.errors import meant  # noqa: PLC0415 (only on the way to an error)

    family = facades[0].family
    same = [facade.tool_name for facade in facades if facade.canonical == tool]
    elsewhere = [
        other
        for other in registry.families(provider)
        if any(one.tool_name == tool for one in registry.tools_for_provider(provider, other))
    ]
    if same:
        hint = f"{tool} is a canonical name; the tool is called {' or '.join(same)}."
    elif elsewhere:
        hint = f"It is given to the family {' and '.join(elsewhere)}: add --model {elsewhere[0]}."
    else:
        hint = meant(tool, {facade.tool_name for facade in facades})
    what = f"{tool!r} is no tool with a canonical name of the family {family}."
    return HookconformError("facade.unknown-tool", what, where=provider, hint=hint)


def _told(facade: ToolFacade) -> dict[str, Any]:
    from tool_facades.canonical_tools import canonical_tool  # noqa: PLC0415 (only where facades are told)

    row, canonical = facade.row, canonical_tool(facade.canonical)
    declared = {name for schema in facade.parameters for name in schema.get("properties", {})}
    arguments: list[dict[str, Any]] = [
        one
        for one in _arguments(row)
        if facade.free_text == (not one["native"]) and _first(one["native"]) <= {"", *declared}
    ]
    told = {name for one in arguments for name in _first(one["native"])}
    reached = {name.split("/")[0] for one in arguments for name in one["canonical"]}
    missing = [name for name in canonical.arguments if name not in reached]
    required = {name for schema in facade.parameters for name in schema.get("required", ())}
    return {
        "tool": facade.tool_name,
        "canonical": facade.canonical,
        "parameters": list(facade.parameters),
        "arguments": arguments,
        **stated(
            filled=tuple(one for one in _filled(row) if "/" in one["argument"] or one["argument"] in required),
            native_only=tuple(sorted(declared - told)),
            had_anyway={path: values for path, values in _had_anyway(row) if "/" in path or path in missing},
            dropped=tuple(name for name in missing if name in canonical.advisory),
            refused=tuple(name for name in missing if name not in canonical.advisory),
        ),
    }


def _first(native: str) -> set[str]:
    """Return the names at the top that a row's native side is about."""
    return {name.split("/")[0] for name in native.split(", ")}


def _arguments(row: dict[str, Any], native: str = "", canonical: str = "") -> Iterator[dict[str, Any]]:
    for name, said in row.get("arguments", {}).items():
        one: dict[str, Any] = {"to": said} if isinstance(said, str) else said
        place = native + name
        if "many" in one:
            names = [canonical + one["one"], canonical + one["many"]]
            yield {"native": place, "canonical": names, "how": "a text or a list"}
            continue
        to = canonical + one["to"]
        yield {"native": place, "canonical": [to], **stated(how=_how(one))}
        if isinstance(one.get("items"), str):
            yield {"native": f"{place}/{ITEM}", "canonical": [f"{to}/{ITEM}/{one['items']}"], "how": "a text an item"}
        elif "items" in one:
            yield from _arguments(one["items"], f"{place}/{ITEM}/", f"{to}/{ITEM}/")
    yield from _of_actions(row, native, canonical)
    for group in row.get("groups", ()):
        yield _group(group, native, canonical)
    if "each" in row:
        place, items = f"{native}{row['each']['list']}/{ITEM}", row["each"]["items"]
        if isinstance(items, str):
            yield {"native": place, "canonical": [canonical + items], "how": "an item is a call"}
        else:
            yield from (one | {"how": _joined(one, "an item is a call")} for one in _arguments(items, f"{place}/"))
    if "single" in row:
        items = _arguments(row["single"]["items"], native, f"{canonical}{row['single']['to']}/{ITEM}/")
        yield from (one | {"how": _joined(one, "one item")} for one in items)
    if "text" in row:
        yield {"native": "", "canonical": [row["text"]], "how": "the whole text"}


def _of_actions(row: dict[str, Any], native: str, canonical: str) -> Iterator[dict[str, Any]]:
    """Yield the arguments of each action of a tool that has several, with the canonical tool that it is."""
    within = f"{native}{row['inside']}/" if "inside" in row else native
    for action in row.get("actions", ()):
        said = f"{row['discriminator']} {action['value']}, " if "value" in action else ""
        for one in _arguments(action, within, canonical):
            yield one | {"how": _joined(one, f"{said}{action['tool']}")}


def _joined(one: dict[str, Any], words: str) -> str:
    return "; ".join(part for part in (one.get("how", ""), words) if part)


def _how(one: dict[str, Any]) -> str:
    parts = [UNITS[one["unit"]]] if "unit" in one else []
    if "values" in one:
        pairs = ", ".join(f"{in_words(there)} = {in_words(here)}" for there, here in one["values"] if there != here)
        parts += [pairs] if pairs else []
        parts.append("other values are the tool's own")
    if "only" in one:
        bounds = ", ".join(f"{key} {in_words(value)}" for key, value in one["only"].items())
        parts.append(f"{bounds}; other values are the tool's own")
    return "; ".join(parts)


def _group(group: dict[str, Any], native: str, canonical: str) -> dict[str, Any]:
    if group["form"] == "addresses":
        names = [canonical + name for name in ("prompt", "url", "urls")]
        return {"native": native + group["text"], "canonical": names, "how": "addresses stand in the text"}
    names = [canonical + name for name in ("offset", "limit")]
    if group["form"] == "view":
        return {"native": native + group["list"], "canonical": names, "how": "first and last line, -1 for the end"}
    both = f"{native}{group['start']}, {native}{group['end']}"
    return {"native": both, "canonical": names, "how": "first and last line"}


def _filled(row: dict[str, Any], place: str = "") -> Iterator[dict[str, Any]]:
    for name, rule in row.get("fill", {}).items():
        yield {"argument": place + name, "from": _source(rule)}
    for path, inner in _inner(row, place):
        yield from _filled(inner, path)


def _had_anyway(row: dict[str, Any], place: str = "") -> Iterator[tuple[str, list[Any]]]:
    for name, said in row.get("absent", {}).items():
        entries = said if isinstance(said, list) else [said]
        values = [value for entry in entries for value in _values(entry)]
        # Without a limit there is nothing to say.
        if values := [value for value in values if value is not None]:
            yield place + name, values
    for path, inner in _inner(row, place, canonical=True):
        yield from _had_anyway(inner, path)


def _values(entry: Any) -> list[Any]:
    if not isinstance(entry, dict):
        return [entry]
    return entry["any"] if "any" in entry else [] if entry.get("declared") else [entry["value"]]


def _inner(row: dict[str, Any], place: str, *, canonical: bool = False) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows within a row, each with the path to it on the native or the canonical side."""
    for name, said in row.get("arguments", {}).items():
        if isinstance(said, dict) and isinstance(said.get("items"), dict):
            yield f"{place}{said['to'] if canonical else name}/{ITEM}/", said["items"]
    if isinstance(row.get("each", {}).get("items"), dict):
        yield place if canonical else f"{place}{row['each']['list']}/{ITEM}/", row["each"]["items"]
    if "single" in row:
        yield f"{place}{row['single']['to']}/{ITEM}/" if canonical else place, row["single"]["items"]


def _source(rule: dict[str, Any]) -> str:
    if "constant" in rule:
        return (
            f"always {in_words(rule['constant'])!r}"
            if isinstance(rule["constant"], str)
            else f"always {in_words(rule['constant'])}"
        )
    if "numbered" in rule or "number" in rule:
        return "its place in the list"
    if "present" in rule:
        there, absent = rule["values"]
        return f"{there!r} if there is {rule['present']}, else {absent!r}"
    kind = next(name for name in ("copy", "first-line", "slug") if name in rule)
    names = [rule[kind]] if isinstance(rule[kind], str) else rule[kind]
    words = {"copy": "the same as", "first-line": "the first line of", "slug": "words of"}[kind]
    length = f", at most {rule['length']} characters" if "length" in rule else ""
    return f"{words} {' or '.join(names)}{length}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
