"""What is said of arguments that are left out has evidence, and each declared default is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus.declared import declared_tools
from hookconform.corpus.facade_meanings import known_meanings
from hookconform.corpus.facade_table import AbsentRow, FacadeTable
from hookconform.corpus.fitting import portable
from hookconform.corpus.semantics import load_semantics
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform_lab.lint.reading import Corpus


def of_table(corpus: Corpus, table: FacadeTable) -> Iterator[str]:
    """Yield what is wrong with the rows `absent` of a table, each with the tool."""
    tools = declared_tools(table.platform, table.version, corpus.root)
    defaults = load_vocabulary(corpus.root).facade_defaults
    for row in table.absent:
        where = f"absent {row.tool}"
        if row.tool not in tools:
            yield f"{where}: it was not declared at {table.version}"
            continue
        known = defaults.get(table.canonical_of(row.tool, corpus.root) or "", {})
        yield from (f"{where}: nothing depends on the absence of {name}" for name in sorted(row.values.keys() - known))
        declared = _defaults(tools[row.tool])
        yield from (f"{where}: {problem}" for problem in _of_evidence(corpus, table, row, declared))
    for name, tool in tools.items():
        yield from (f"absent {name}: {problem}" for problem in _unlisted(corpus, table, name, _defaults(tool)))


def _of_evidence(corpus: Corpus, table: FacadeTable, row: AbsentRow, declared: dict[str, Any]) -> Iterator[str]:
    if row.evidence == "declared" and row.at not in declared:
        yield f"{row.at} is not declared with a default"
    if row.evidence == "recorded":
        is_case = any(case.id == row.at for case in corpus.cases)
        if not is_case and row.at not in _recorded_steps(table, corpus.root):
            yield f"{row.at} is no case, and no step that was recorded"
    for native in (*row.said_by.values(), *([row.only_with] if row.only_with else [])):
        if native not in declared and native not in _properties(table, row.tool, corpus.root):
            yield f"{native} is not declared"


def _unlisted(corpus: Corpus, table: FacadeTable, name: str, declared: dict[str, Any]) -> Iterator[str]:
    """Yield declared defaults of arguments whose absence has a meaning, and of which no row says what it is."""
    tool = table.canonical_of(name, corpus.root)
    if tool is None or name in table.without_facade:
        return
    known = load_vocabulary(corpus.root).facade_defaults.get(tool, {})
    meanings = known_meanings(table, name, tool, set(declared), corpus.root)
    listed = {argument for row in table.absent if row.tool == name for argument in row.values}
    for native, value in declared.items():
        to = meanings.get(native)
        if value is not None and to in known and to not in listed:
            yield f"its schema has a default for {native}, and no row says what {to} then is"


def _recorded_steps(table: FacadeTable, root: Path) -> set[str]:
    folder = root / "platforms" / table.platform / "semantics"
    answers = (answer for path in folder.glob("*.json") for answer in load_semantics(table.platform, path.stem, root))
    return {row.step for answer in answers for row in answer.rows.values()}


def _defaults(tool: dict[str, Any]) -> dict[str, Any]:
    return {
        name: schema["default"]
        for form in tool["parameters"]
        for name, schema in portable(form).get("properties", {}).items()
        if isinstance(schema, dict) and "default" in schema
    }


def _properties(table: FacadeTable, name: str, root: Path) -> set[str]:
    tool = declared_tools(table.platform, table.version, root)[name]
    return {argument for form in tool["parameters"] for argument in form.get("properties", {})}
