"""What platforms' tools mean is said of recorded calls, once each, in canonical names."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.declared import declared_tools, declared_versions, has_models
from hookconform.corpus.facade_table import FILE_NAME, CallRow, FacadeTable, MadeRow, table_from
from hookconform.corpus.model_calls import read_calls
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import HookconformError
from hookconform.ground.pointers import first
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.lint.facade_absence import of_table
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the files, and with their rows, each with its id."""
    for path in sorted((corpus.root / "platforms").glob(f"*/{FILE_NAME}")):
        where = path.relative_to(corpus.root).as_posix()
        try:
            yield from ((where, problem) for problem in _of_file(corpus, path))
        except HookconformError as error:
            # The other files are looked at all the same.
            yield where, error.what


def _of_file(corpus: Corpus, path: Path) -> Iterator[str]:
    raw: Any = load_yaml(path)
    problems = schemas.problems(raw, "facade", corpus.root)
    yield from problems
    if not problems and path.parent.name in corpus.platforms:
        yield from _of_table(corpus, table_from(raw, path.parent.name))


def _of_table(corpus: Corpus, table: FacadeTable) -> Iterator[str]:
    seen: set[str] = set()
    for row in (*table.calls, *table.made):
        if row.id in seen:
            yield f"{row.id}: another row has this id"
        seen.add(row.id)
        declared = declared_tools(table.platform, row.version, corpus.root)
        if not declared:
            yield f"{row.id}: nothing was recorded of {row.version}"
        for call in (row.call,) if isinstance(row, CallRow) else row.calls:
            if declared and call.tool not in declared:
                yield f"{row.id}: {call.tool} was not declared at {row.version}"
        yield from (f"{row.id}: {problem}" for problem in _of_names(corpus, table, row))
    for row in table.calls:
        if not _is_recorded(corpus, table, row):
            yield f"{row.id}: no such call was recorded"
    yield from _of_runs(corpus, table)
    yield from of_table(corpus, table)
    for name in table.without_facade:
        if table.canonical_of(name, corpus.root) is None:
            yield f"{name}: it has no canonical name, so nobody asks for it"


def _of_runs(corpus: Corpus, table: FacadeTable) -> Iterator[str]:
    """Yield patterns of runs that nothing was declared in, and runs that are of no family."""
    places: dict[str, bool] = {}
    for version in declared_versions(table.platform, corpus.root):
        tools = declared_tools(table.platform, version, corpus.root)
        for place in (place for tool in tools.values() for place in tool["declared_in"]):
            places[place] = places.get(place, True) and has_models(tools)
    for family, patterns in (*table.toolsets.items(), *table.runs.items()):
        for pattern in patterns:
            if not any(fnmatchcase(place, pattern) for place in places):
                yield f"{family}: no tool was declared in {pattern}"
    for family in table.runs.keys() - table.families.keys():
        yield f"{family}: it has runs, and no models"
    known = [pattern for patterns in table.runs.values() for pattern in patterns]
    for place in sorted(place for place, is_known in places.items() if table.runs and not is_known):
        if not any(fnmatchcase(place, pattern) for pattern in known):
            yield f"{place}: nobody knows the family of models in this run"


def _of_names(corpus: Corpus, table: FacadeTable, row: CallRow | MadeRow) -> Iterator[str]:
    tool = row.tool if isinstance(row, MadeRow) else table.canonical_of(row.call.tool, corpus.root)
    known = load_vocabulary(corpus.root).facade_arguments_of(tool or "")
    if not known:
        yield f"{tool or 'the tool'} has no canonical arguments"
        return
    for name in sorted({name for call in row.canonical for name in call} - known):
        yield f"{name} is no argument of {tool}"


def _is_recorded(corpus: Corpus, table: FacadeTable, row: CallRow) -> bool:
    if row.case:
        case = next((case for case in corpus.cases if case.id == row.case and case.version == row.version), None)
        pointers = corpus.platforms[table.platform].payload.tool_input
        sent = first(case.payload, pointers) if case is not None and case.payload else None
        return sent is not None and sent[1] == row.call.given
    family = table.family_of(row.model)
    return any(
        call.tool == row.call.tool
        and row.call.given == (call.arguments if call.text is None else call.text)
        and table.family_of(table.asked_as(call.model, call.scenario)) == family
        for call in read_calls(table.platform, row.version, corpus.root)
    )
