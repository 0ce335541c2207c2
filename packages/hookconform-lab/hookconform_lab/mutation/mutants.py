"""Mutants: one file of a target with one fault in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from hookconform.ground.errors import HookconformError
from hookconform_lab.mutation.faults import Fault, faults_in
from hookconform_lab.mutation.json_faults import faults_in_json

_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file below the source's folder with one fault; `before` and `after` are the line as it was and as it is.

    `line` counts from 1; `within` is the function, class or table at the top of the file that it is in, or the method
    as `Class.method`, empty for none; in JSON the path of the entry. `number` tells mutants of one file apart.
    """

    file: str
    number: int
    line: int
    kind: str
    within: str
    before: str
    after: str
    original: str
    fault: Fault

    @property
    def source(self) -> str:
        """Return the file's text with the fault."""
        return self.fault.put_into(self.original)

    @property
    def id(self) -> str:
        """Return what a person is told: file, line, kind."""
        return f"{self.file}:{self.line} {self.kind}"


def mutants_of(folder: Path, files: Iterable[str]) -> Iterator[Mutant]:
    """Yield the mutants of these files, paths below `folder`, in order.

    Raises `HookconformError` (`strength.source`) for a file in which no fault can be put.
    """
    for file in files:
        try:
            source = (folder / file).read_text(encoding="utf-8")
            yield from (_of_json if file.endswith(".json") else _of_python)(file, source)
        except (OSError, SyntaxError, ValueError, RecursionError, yaml.YAMLError) as error:
            raise HookconformError(
                "strength.source",
                f"No fault can be put into this: {' '.join(str(error).split())}.",
                where=file,
                hint="Correct the file first.",
            ) from error


def _of_python(file: str, source: str) -> Iterator[Mutant]:
    owners = _owners(source)
    for number, fault in enumerate(faults_in(source)):
        line = source.count("\n", 0, fault.start) + 1
        before = _line(source, fault.start, fault.end)
        after = _line(fault.put_into(source), fault.start, fault.start + len(fault.text))
        yield Mutant(file, number, line, fault.kind, owners.get(line, ""), before, after, source, fault)


def _of_json(file: str, source: str) -> Iterator[Mutant]:
    # Lines hold whole declarations there: the entry itself is shown.
    for number, (fault, path) in enumerate(faults_in_json(source)):
        line = source.count("\n", 0, fault.start) + 1
        before = _shortened(source[fault.start : fault.end].strip(", \n"))
        yield Mutant(file, number, line, fault.kind, path, before, fault.text, source, fault)


def _owners(source: str) -> dict[int, str]:
    """Return by line what it belongs to at the top of the file, `Class.method` for the lines of a method."""
    found: dict[int, str] = {}
    for node in ast.parse(source).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case _:
                continue
        found |= _lines(node, name)
        for inner in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                found |= _lines(inner, f"{name}.{inner.name}")
    return found


def _lines(node: ast.stmt, name: str) -> dict[int, str]:
    return dict.fromkeys(range(node.lineno, (node.end_lineno or node.lineno) + 1), name)


def _line(source: str, start: int, end: int) -> str:
    """Return the lines of a stretch as one line without indentation, shortened in the middle of nowhere."""
    first = source.rfind("\n", 0, start) + 1
    last = source.find("\n", max(start, end - 1) if end > start else start)
    return _shortened(source[first : last if last >= 0 else len(source)])


def _shortened(stretch: str) -> str:
    text = " ".join(stretch.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
