"""Rows about tools that a vendor's interface defines name its tools and actions, in canonical words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.facade_interface import FILE_NAME, Interface, interface_from
from hookconform.corpus.facade_table import CallRow, MadeRow, NativeCall
from hookconform.corpus.fitting import misfit
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml
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
    problems = schemas.problems(raw, "interface", corpus.root)
    yield from problems
    if not problems:
        yield from _of_interface(corpus, interface_from(raw, path.parent.name))


def _of_interface(corpus: Corpus, interface: Interface) -> Iterator[str]:
    seen: set[str] = set()
    for name in [*(row.id for _, row in (*interface.calls, *interface.made)), *(one for one, _ in interface.refused)]:
        if name in seen:
            yield f"{name}: another row has this id"
        seen.add(name)
    for means, row in (*interface.calls, *interface.made):
        yield from (f"{row.id}: {problem}" for problem in _of_row(corpus, interface, means, row))
    for name, call in interface.refused:
        if call.tool not in interface.tools:
            yield f"{name}: {call.tool} is no tool of {interface.provider}"
        elif not misfit(call.given, interface.tools[call.tool].forms):
            yield f"{name}: the call is a documented one"
    called = {row.call.tool for _, row in interface.calls}
    refused = {call.tool for _, call in interface.refused}
    for native, tool in interface.tools.items():
        if native not in called:
            yield f"{native}: no row says what a call means"
        else:
            yield from _of_forms(interface, native)
        if tool.discriminator and native not in refused:
            yield f"{native}: no row has a call without a known action"


def _of_forms(interface: Interface, native: str) -> Iterator[str]:
    for number, form in enumerate(interface.tools[native].forms, 1):
        meant = interface.meanings(native, form)
        if len(meant) != 1:
            yield f"{native}: rows of calls of form {number} mean {' and '.join(sorted(meant)) or 'no canonical tool'}"


def _of_row(corpus: Corpus, interface: Interface, means: str, row: CallRow | MadeRow) -> Iterator[str]:
    native = row.call.tool if isinstance(row, CallRow) else row.native_tool
    if native not in interface.tools:
        yield f"{native} is no tool of {interface.provider}"
        return
    tool = interface.tools[native]
    if means not in tool.canonical:
        yield f"{native} does not stand for {means}"
    known = load_vocabulary(corpus.root).facade_arguments_of(means)
    for name in sorted({name for call in row.canonical for name in call} - known):
        yield f"{name} is no argument of {means}"
    calls: tuple[NativeCall, ...] = (row.call,) if isinstance(row, CallRow) else row.calls
    for wrong in (misfit(call.given, tool.forms) for call in calls):
        if wrong:
            yield f"the call is no documented one: {wrong}"
