"""The tools that a version is known to declare, also where its recording ran some scenarios only.

What such a recording does not show is as in the one before, unless a scenario that ran would have shown it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import Form, declared_tools, declared_versions, forms_of, scenarios_of, shown_tools
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.shown import NONE, Shown
from hookconform.ground.json_text import compact
from hookconform.ground.versions import in_order

Tools = Mapping[str, dict[str, Any]]
# Forms by tool, by family of models.
ByFamily = dict[str, dict[str, list[Form]]]
FamiliesOf = Callable[[dict[str, Any]], Collection[str]]


def known_tools(platform: str, version: str, root: Path | None = None) -> Tools:
    """Return the tools that a version is known to declare, as `declared_tools` does; errors as there."""
    return known_by_version(platform, root or corpus_root()).get(version, {})


def recorded_tools(platform: str, root: Path | None = None) -> dict[str, Tools]:
    """Return the tools that each version was recorded to declare; errors as `declared_tools`."""
    return {one: declared_tools(platform, one, root) for one in declared_versions(platform, root)}


# Remembered by place, never by "the default": another corpus may be the default next time.
@cache
def known_by_version(platform: str, root: Path) -> dict[str, Tools]:
    """Return the tools that each recorded version is known to declare; errors as `declared_tools`."""
    return completed(recorded_tools(platform, root))


def tools_by_family(
    known: Mapping[str, Tools], recorded: Mapping[str, Tools], families_of: FamiliesOf
) -> dict[str, ByFamily]:
    """Return which forms of which tools each family of models was given, by version, as `known` and as `recorded`.

    `families_of` tells the families of a declaration by its `declared_in` and `models`. A family that a recording does
    not show keeps the tools of the version before, if a newer recording shows it again.
    """
    shown = {
        version: {family for tool in tools.values() for form in _forms("", tool) for family in families_of(form.seen)}
        for version, tools in recorded.items()
    }
    found: dict[str, ByFamily] = {}
    before: ByFamily = {}
    versions = in_order(known)
    for at, version in enumerate(versions):
        later: set[str] = set().union(*(shown[one] for one in versions[at:]))
        carried = {family: tools for family, tools in before.items() if family in later - shown[version]}
        own = {family: _given(known[version], families_of, family) for family in sorted(shown[version])}
        before = found[version] = own | carried
    return found


def _given(tools: Tools, families_of: FamiliesOf, family: str) -> dict[str, list[Form]]:
    """Return the forms of the tools that a family was given."""
    forms = {name: forms_of(tool, lambda seen: family in families_of(seen)) for name, tool in tools.items()}
    return {name: found for name, found in forms.items() if found}


def completed(recordings: Mapping[str, Tools]) -> dict[str, Tools]:
    """Return recorded tools by version, each with what older recordings show of it and it is not known to lack."""
    shown = shown_tools(recordings)
    found: dict[str, Tools] = {}
    forms: list[_Form] = []
    versions = in_order(recordings)
    for at, version in enumerate(versions):
        # What no scenario shows any more asks for what newer versions do not have.
        run_again = NONE.union(*(shown.ran[one] for one in versions[at:]))
        forms = [form for form in forms if not form.places.isdisjoint(run_again)]
        own = [form for name, tool in recordings[version].items() for form in _forms(name, tool)]
        kept = [form for form in forms if _still_there(form, own, version, shown)]
        forms = own + kept
        tools = dict(recordings[version])
        for name in sorted({form.tool for form in kept}):
            tools[name] = _tool([form for form in forms if form.tool == name])
        found[version] = tools
    return found


@dataclass(frozen=True)
class _Form:
    """One form of a tool: its schema, None for free text, and where it was declared (`declared_in`, `models`)."""

    tool: str
    schema: dict[str, Any] | None
    seen: dict[str, Any]

    @cached_property
    def places(self) -> frozenset[str]:
        return scenarios_of(self.seen)

    @cached_property
    def text(self) -> str:
        # Python takes true for 1.
        return compact(self.schema)

    def repeats(self, other: _Form) -> bool:
        """Tell whether another form of this tool says the same of at least as many models."""
        return self.text == other.text and set(self.seen.get("models", ())) <= set(other.seen.get("models", ()))


def _forms(name: str, tool: dict[str, Any]) -> Iterator[_Form]:
    places = tool.get("variants", [tool] * len(tool["parameters"]))
    for schema, seen in zip(tool["parameters"], places, strict=True):
        yield _Form(name, schema, {key: seen[key] for key in ("declared_in", "models") if key in seen})
    for seen in tool.get("free_text", () if tool["parameters"] else [tool]):
        yield _Form(name, None, {key: value for key, value in seen.items() if key != "parameters"})


def _tool(forms: list[_Form]) -> dict[str, Any]:
    """Return a tool as a recording has it, of its forms."""
    with_schema = [form for form in forms if form.schema is not None]
    tool: dict[str, Any] = {
        key: list(dict.fromkeys(one for form in forms for one in form.seen[key]))
        for key in ("declared_in", "models")
        if all(key in form.seen for form in forms)
    }
    tool["parameters"] = [form.schema for form in with_schema]
    tool["variants"] = [form.seen for form in with_schema]
    if texts := [form.seen for form in forms if form.schema is None]:
        tool["free_text"] = texts
    return tool


def _still_there(form: _Form, now: list[_Form], version: str, shown: Shown) -> bool:
    """Tell whether a form of an older recording counts at a version, whose recording has the forms `now`.

    It does not where the tool has others and a scenario that had this one ran, nor where the tool is known to be gone.
    """
    others = [one for one in now if one.tool == form.tool]
    if any(form.repeats(one) for one in others):
        return False
    if others:
        return form.places.isdisjoint(shown.ran[version])
    return not shown.lacks(version, form.tool)
