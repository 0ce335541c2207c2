"""Cases of arguments that are left out: what their absence means, in native calls and in canonical ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.declared_calls import values_by_name
from hookconform.corpus.facade_case import (
    AbsentCanonicalCase,
    AbsentNativeCase,
    CasesOf,
    FacadeCase,
    Forms,
    cases_of,
    models_of,
)
from hookconform.corpus.facade_meanings import known_meanings
from hookconform.corpus.facade_names import ABSENT
from hookconform.corpus.facade_table import CallRow, FacadeTable, NativeCall, load_table
from hookconform.corpus.fitting import misfit, portable
from hookconform.corpus.vocabulary import load_vocabulary


def absent_cases(table: FacadeTable, tables: list[FacadeTable], root: Path) -> Iterator[FacadeCase]:
    """Yield the cases of one platform at the version of its table, for each family of models.

    Of each native tool each optional argument is left out once; of each canonical call each argument whose absence has
    a meaning that is known for the native tool too. What another platform's tool leaves to be understood is asked of
    the first family.
    """
    file = f"platforms/{table.platform}/facade.yaml"
    seen: set[str] = set()
    for model in models_of(table, table.version, root).values():
        at = cases_of(table.platform, table.version, model, root)
        for native, forms in at.declared.items():
            tool = table.canonical_of(native, root)
            if tool is None or native in table.without_facade:
                continue
            one = _Tool(table, at, native, tool, forms, file, root)
            for case in (*_without_native(one), *_without_canonical(one)):
                if case.id not in seen:
                    seen.add(case.id)
                    yield case
    yield from _from_others(table, tables, file, root)


def understood(
    table: FacadeTable, row: CallRow, tool: str, forms: Forms, root: Path
) -> tuple[tuple[dict[str, Any], ...], tuple[tuple[int, str, Any], ...]]:
    """Return the canonical calls of a row with what its native call leaves to be understood, and that alone."""
    defaults = load_vocabulary(root).facade_defaults.get(tool, {})
    fitting = [form for form in forms if form and not misfit(row.call.given, [form])]
    declared = {name for form in fitting for name in form.get("properties", {})}
    known = {
        name: value
        for name, value in table.absent_of(row.call.tool, declared, row.version).items()
        if value is not None and name in defaults and not defaults[name].is_met(value)
    }
    assumed = [
        (number, name, value)
        for number, call in enumerate(row.canonical)
        for name, value in known.items()
        if name not in call and defaults[name].counts_in(call)
    ]
    calls = [
        {**{name: value for one, name, value in assumed if one == number}, **call}
        for number, call in enumerate(row.canonical)
    ]
    return tuple(calls), tuple(assumed)


class _Tool(NamedTuple):
    """A native tool of a platform, with the canonical one it stands for."""

    table: FacadeTable
    at: CasesOf
    native: str
    canonical: str
    forms: Forms
    file: str
    root: Path

    @property
    def meanings(self) -> dict[str, str]:
        """Return native arguments with the canonical ones they are known to say."""
        declared = frozenset(name for form in self.forms if form for name in form.get("properties", {}))
        return _known(self.table.platform, self.native, self.canonical, declared, self.root)

    def does(self, forms: Forms) -> dict[str, Any]:
        """Return what its program does where arguments are left out, by canonical name."""
        declared = {name for form in forms if form for name in form.get("properties", {})}
        return self.table.absent_of(self.native, declared, self.table.version)


def _without_native(one: _Tool) -> Iterator[FacadeCase]:
    for form in one.forms:
        for argument, given in _calls_without(form) if form else ():
            if not misfit(given, one.forms):
                fields = one.at.named(f"absent/{one.native}-without-{argument}", ABSENT, one.file)
                call = NativeCall(one.native, given)
                yield AbsentNativeCase(*fields, call, one.canonical, one.does([form]), one.meanings)


def _calls_without(form: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each optional argument with a call that has every other one, or only what is required if that fits none."""
    schema = portable(form)
    named = values_by_name(schema, schema, 0)
    whole = {name: values[0] for name, values in named.items() if values}
    required = set(schema.get("required", ()))
    for argument in named:
        if argument not in required:
            rest = {name: value for name, value in whole.items() if name != argument}
            least = {name: value for name, value in whole.items() if name in required}
            yield argument, least if misfit(rest, [form]) else rest
    if named.keys() - required:
        yield "options", {name: value for name, value in whole.items() if name in required}


def _without_canonical(one: _Tool) -> Iterator[FacadeCase]:
    defaults = load_vocabulary(one.root).facade_defaults.get(one.canonical, {})
    call = _least_call(one.table, one.native, defaults.keys())
    if call is None:
        return
    known = one.does(one.forms)
    for argument in sorted(known.keys() & defaults.keys()):
        rows = [row for row in one.table.absent if row.tool == one.native]
        said_by = [row.said_by[argument] for row in rows if argument in row.said_by]
        natives = frozenset(said_by or (name for name, to in one.meanings.items() if to == argument))
        fields = one.at.named(f"absent/{one.canonical}-without-{argument}-as-{one.native}", ABSENT, one.file)
        default = defaults[argument]
        meant = default.value if default.least is None else default.least
        yield AbsentCanonicalCase(*fields, one.canonical, call, one.native, argument, meant, known, natives)


def _from_others(table: FacadeTable, tables: list[FacadeTable], file: str, root: Path) -> Iterator[FacadeCase]:
    """Yield what tools of other platforms do by themselves, and canonical calls do not: it must not be lost."""
    at = cases_of(table.platform, table.version, "", root)
    of_tools = load_vocabulary(root).facade_defaults
    seen: set[str] = set()
    for other in tables:
        for row in other.absent if other is not table else ():
            tool = other.canonical_of(row.tool, root) or ""
            call = _least_call(other, row.tool, of_tools.get(tool, {}).keys())
            for argument, value in row.values.items() if call is not None else ():
                default = of_tools.get(tool, {}).get(argument)
                name = f"absent/from/{other.platform}/{row.tool}-{argument}"
                if default is None or value is None or default.is_met(value) or name in seen:
                    continue
                seen.add(name)
                fields = at.named(name, ABSENT, file)
                needed = _needed(tables, tool, root)
                said = {**{name: given for name, given in (call or {}).items() if name in needed}, argument: value}
                yield AbsentCanonicalCase(*fields, tool, said, "", argument, value, {}, assumed=True)


def _least_call(table: FacadeTable, native: str, defaults: Any) -> dict[str, Any] | None:
    """Return a canonical call of a row by hand, without the arguments whose absence means a value."""
    for row in table.calls:
        if row.call.tool == native and row.canonical[0]:
            return {name: value for name, value in row.canonical[0].items() if name not in defaults}
    return None


def _needed(tables: list[FacadeTable], tool: str, root: Path) -> set[str]:
    """Return the canonical arguments that every call of a tool by hand has."""
    calls = [
        set(call)
        for table in tables
        for row in table.calls
        if table.canonical_of(row.call.tool, root) == tool
        for call in row.canonical
        if call and "patch" not in call
    ]
    return set.intersection(*calls) if calls else set()


@cache
def _known(platform: str, native: str, tool: str, declared: frozenset[str], root: Path) -> dict[str, str]:
    return known_meanings(load_table(platform, root), native, tool, set(declared), root)
