"""The cases of tool facades: what programs declared, what models called, and what rows by hand say it means."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import declared_tools, declared_versions, has_models
from hookconform.corpus.declared_calls import NUMBER, TEXT
from hookconform.corpus.declared_misfits import holds_words, told_apart
from hookconform.corpus.facade_absent import absent_cases, understood
from hookconform.corpus.facade_case import (
    CanonicalCase,
    FacadeCase,
    Forms,
    NativeCase,
    ToolsCase,
    cases_of,
    digest,
    models_of,
)
from hookconform.corpus.facade_conflicts import conflicts
from hookconform.corpus.facade_interface import Interface, interface_cases, load_interface
from hookconform.corpus.facade_meanings import known_meanings
from hookconform.corpus.facade_names import FROM_OTHERS, ROUND_TRIP, TO_CANONICAL, TO_NATIVE, TOOLS
from hookconform.corpus.facade_nonsense import nonsense
from hookconform.corpus.facade_table import FacadeTable, Given, MadeRow, NativeCall, load_table, table_platforms
from hookconform.corpus.fitting import misfit
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import calls_path, read_calls
from hookconform.corpus.single_arguments import single_arguments
from hookconform.ground.json_text import compact
from hookconform.ground.versions import at_least


def facade_cases(root: Path | None = None, platforms: Collection[str] = ()) -> Iterator[FacadeCase]:
    """Yield the cases of some platforms or of all, platform by platform; errors as `load_table` and `read_calls`."""
    # What is kept between calls is kept by root, and the default one may change.
    root = root or corpus_root()
    known = table_platforms(root)
    asked = [platform for platform in known if not platforms or platform in platforms]
    tables = [load_table(one, root) for one in known] if asked else []
    arguments = single_arguments(tables, root)
    for platform in asked:
        table = load_table(platform, root)
        yield from _of_tools(table, root)
        yield from _of_rows(table, arguments, root)
        yield from _of_recorded(table, root)
        yield from _of_declared(table, root)
        for other in known:
            if other != platform:
                yield from _from_other(table, load_table(other, root), root)
        yield from _of_arguments(table, arguments, root)
        yield from absent_cases(table, tables, root)
        interface = load_interface(platform, root)
        if interface is not None:
            yield from interface_cases(interface, tables, root)
        for other in known:
            yield from _from_interface(table, load_interface(other, root), root)


def _of_tools(table: FacadeTable, root: Path) -> Iterator[FacadeCase]:
    between = _unrecorded(declared_versions(table.platform, root))
    for version in declared_versions(table.platform, root):
        for family, model in _asked_at(table, version, root).items():
            at = cases_of(table.platform, version, model, root)
            named = {name: table.canonical_of(name, root) for name in at.declared}
            canonical = {name: found for name, found in named.items() if found}
            if not canonical:
                continue  # a family that only sub-agents' own tools were declared to
            file = f"platforms/{table.platform}/declared/{version}.json"
            needed = frozenset(canonical) - table.without_facade.keys()
            yield ToolsCase(*at.named(f"tools/{family}", TOOLS, file), canonical, needed)
            later = between.get(version)
            if later:
                fields = at.named(f"tools/{family}-at-{later}", TOOLS, file)
                yield replace(ToolsCase(*fields, canonical, needed), version=later)


def _unrecorded(versions: list[str]) -> dict[str, str]:
    """Return versions that were not recorded, each by the recorded one before it: two at most.

    They are the oldest, and the newest for which an order of texts, not of numbers, finds another version.
    """
    found = {
        before: text for before, after in pairwise(versions) if (text := _next(before)) and not at_least(text, after)
    }
    odd = [before for before, text in found.items() if max((o for o in versions if o <= text), default="") != before]
    return {before: found[before] for before in (*list(found)[:1], *odd[-1:])}


def _next(version: str) -> str:
    """Return the version whose last number is one more, empty for a version that is not numbers alone."""
    head, dot, last = version.rpartition(".")
    return f"{head}{dot}{int(last) + 1}" if last.isdigit() else ""


def _of_rows(table: FacadeTable, arguments: list[tuple[str, dict[str, Any], str]], root: Path) -> Iterator[FacadeCase]:
    file = f"platforms/{table.platform}/facade.yaml"
    for row in table.calls:
        at = cases_of(table.platform, row.version, row.model, root)
        tool = table.canonical_of(row.call.tool, root) or ""
        yield NativeCase(*at.named(f"calls/{row.id}", TO_CANONICAL, file), row.call, tool, row)
        if row.undeclared:
            continue  # nobody would make such a call of a canonical one
        back = MadeRow(
            row.id, row.version, row.model, tool, row.canonical, (row.call,), frozenset(), frozenset(), refused=""
        )
        fields = at.named(f"back/{row.id}", TO_NATIVE, file)
        canonical, assumed = understood(table, row, tool, at.declared.get(row.call.tool, []), root)
        yield CanonicalCase(*fields, tool, canonical, row.native_only, row.call.tool, back, assumed=assumed)
    optional = {tool: argument for tool, _, argument in arguments}
    for row in (*table.made, *conflicts(table, root), *nonsense(table, optional, root)):
        fields = cases_of(table.platform, row.version, row.model, root).named(f"made/{row.id}", TO_NATIVE, file)
        yield CanonicalCase(*fields, row.tool, row.canonical, row.native_only, row.native_tool, row)


def _of_recorded(table: FacadeTable, root: Path) -> Iterator[FacadeCase]:
    """Yield the calls of models: those that fit come back as they were, the others are refused."""
    seen: set[str] = set()
    for version in declared_versions(table.platform, root):
        for call in read_calls(table.platform, version, root):
            tool = table.canonical_of(call.tool, root)
            model = table.asked_as(call.model, call.scenario)
            if tool is None or call.tool in table.without_facade or table.family_of(model) is None:
                continue
            at = cases_of(table.platform, version, model, root)
            given: Given = call.arguments if call.text is None else call.text  # type: ignore[assignment]
            name = f"recorded/{call.tool}-{digest([table.family_of(model), given])}"
            by_hand = any(row.undeclared and row.call == NativeCall(call.tool, given) for row in table.calls)
            if call.tool not in at.declared or name in seen or by_hand:
                continue
            seen.add(name)
            wrong = misfit(given, at.declared[call.tool])
            if wrong or call.outcome != "invalid":
                file = calls_path(table.platform, version, Path()).as_posix()
                fields = at.named(name, TO_CANONICAL if wrong else ROUND_TRIP, file)
                made = NativeCall(call.tool, given)
                meanings = _meanings(table, made, tool, at.declared[call.tool], root)
                yield NativeCase(*fields, made, tool, misfit=wrong, meanings=meanings)


def _of_declared(table: FacadeTable, root: Path) -> Iterator[FacadeCase]:
    """Yield a call for each value that a declaration tells apart, and one for each that it does not allow.

    The first come back as they were, whatever they are; the others are refused. A tool that is declared in several
    forms is asked at every version: no list of tools shows all of them.
    """
    seen: set[str] = set()
    # Most versions and families declare a tool alike.
    told: dict[str, list[tuple[dict[str, Any], str]]] = {}
    for version in declared_versions(table.platform, root):
        file = f"platforms/{table.platform}/declared/{version}.json"
        for family, model in _asked_at(table, version, root).items():
            at = cases_of(table.platform, version, model, root)
            for native, forms in at.declared.items():
                tool = table.canonical_of(native, root)
                if tool is None or native in table.without_facade:
                    continue
                several = f"{version}/" if len(forms) > 1 else ""
                same = compact([several, family, native, forms])
                if same in seen:
                    continue
                seen.add(same)
                key = compact(forms)
                if key not in told:
                    told[key] = list(_told_apart(table, forms))
                for given, wrong in told[key]:
                    kind = "misfit" if wrong else "declared"
                    name = f"{kind}/{native}-{digest([family, given])}"
                    if several + name in seen:
                        continue
                    seen.add(several + name)
                    call = NativeCall(native, given)
                    if wrong:
                        yield NativeCase(*at.named(name, TO_CANONICAL, file), call, tool, misfit=wrong)
                    else:
                        meanings = _sure(_meanings(table, call, tool, forms, root), given)
                        yield NativeCase(*at.named(name, ROUND_TRIP, file), call, tool, meanings=meanings)


def _told_apart(table: FacadeTable, forms: Sequence[dict[str, Any] | None]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls as `told_apart` does, without texts that the platform's tools read as other values."""
    for call, wrong in told_apart(forms):
        if not (wrong and table.reads_words and holds_words(call)):
            yield call, wrong


def _sure(meanings: dict[str, str], given: dict[str, Any]) -> dict[str, str]:
    """Return the meanings of values that must have one.

    Numbers may be beyond it, or of another unit, and words of a list may be others.
    """
    said = {name for name, value in given.items() if isinstance(value, bool) or value == TEXT}
    numbers = {name for name, value in given.items() if value == NUMBER and meanings.get(name) == name}
    return {name: to for name, to in meanings.items() if name in said | numbers}


def _asked_at(table: FacadeTable, version: str, root: Path) -> dict[str, str]:
    """Return a model by family where it is known which family was given which tools: models or runs, or one family."""
    known = len(table.families) == 1 or table.runs or has_models(declared_tools(table.platform, version, root))
    return models_of(table, version, root) if known else {}


def _meanings(table: FacadeTable, call: NativeCall, canonical: str, forms: Forms, root: Path) -> dict[str, str]:
    declared = {name for form in forms if form for name in form.get("properties", {})}
    # A row by hand of this very call may say that a value means something else than its argument does otherwise.
    own = {name for row in table.calls if row.call == call for name in row.native_only}
    known = known_meanings(table, call.tool, canonical, declared, root)
    return {name: to for name, to in known.items() if name not in own}


def _from_other(table: FacadeTable, other: FacadeTable, root: Path) -> Iterator[FacadeCase]:
    at = cases_of(table.platform, table.version, "", root)
    file = f"platforms/{other.platform}/facade.yaml"
    for row in other.calls:
        if row.native_only and not any(row.canonical):
            continue  # all that it says is its own tool's
        tool = other.canonical_of(row.call.tool, root) or ""
        fields = at.named(f"from/{other.platform}/{row.id}", FROM_OTHERS, file)
        yield CanonicalCase(*fields, tool, row.canonical, {}, had_anyway=table.had_anyway.get(tool, {}))


def _from_interface(table: FacadeTable, interface: Interface | None, root: Path) -> Iterator[FacadeCase]:
    """Yield the calls of a vendor's own tools, each to be said by the tools of a program."""
    at = cases_of(table.platform, table.version, "", root)
    for tool, row in interface.calls if interface else ():
        fields = at.named(f"from/{interface.provider}/{row.id}", FROM_OTHERS, interface.file)  # type: ignore[union-attr]
        yield CanonicalCase(*fields, tool, row.canonical, {}, had_anyway=table.had_anyway.get(tool, {}))


def _of_arguments(
    table: FacadeTable, arguments: list[tuple[str, dict[str, Any], str]], root: Path
) -> Iterator[FacadeCase]:
    """Yield canonical calls with one argument beside what every call of the tool has: its loss is nobody else's."""
    at = cases_of(table.platform, table.version, "", root)
    for tool, call, argument in arguments:
        name = f"argument/{tool}-{argument}-{digest(call[argument])}"
        fields = at.named(name, FROM_OTHERS, f"platforms/{table.platform}/facade.yaml")
        yield CanonicalCase(*fields, tool, (call,), {}, had_anyway=table.had_anyway.get(tool, {}))
