"""Calls of models follow their schema, show each shape once, and are told of tools as they were declared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.model_calls import ModelCall, call_from_json
from hookconform.corpus.version_files import CHANGES_OF, enumerated_lines, read_document
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, json_object
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.private import Private

_BETRAYING = frozenset({"anyone"})


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with files of calls and their lines, each with the number of the line."""
    for path in sorted((corpus.root / "platforms").glob("*/calls/*")):
        where = path.relative_to(corpus.root).as_posix()
        declared = path.parents[1] / "declared" / f"{path.stem}.json"
        document = corpus.document(declared, "declared")[0] if path.suffix == ".jsonl" else None
        if document is None:
            yield where, "there are no declared tools of this version beside it"
            continue
        try:
            yield from ((where, problem) for problem in _of_file(corpus, path, document["tools"]))
        except HookconformError as error:
            # The other files are looked at all the same.
            yield where, error.what


def _of_file(corpus: Corpus, path: Path, tools: dict[str, Any]) -> Iterator[str]:
    labelled: list[tuple[str, ModelCall]] = []
    base = ""
    for number, line in enumerated_lines("calls", path):
        if number == 1 and (head := json_object(line)) is not None and CHANGES_OF in head:
            base = str(head[CHANGES_OF])
            yield from (f"line 1: {problem}" for problem in schemas.problems(head, "changes", corpus.root))
            continue
        call, problems = _read(corpus, line)
        yield from (f"line {number}: {problem}" for problem in problems)
        if call is not None:
            labelled.append((f"line {number}", call))
    if base:
        labelled = [*_inherited(corpus, path, base, {compact(call.as_json()) for _, call in labelled}), *labelled]
    yield from _of_calls(labelled, tools)


def _inherited(corpus: Corpus, path: Path, base: str, own: set[str]) -> Iterator[tuple[str, ModelCall]]:
    """Yield the calls that a file of changes does not hold itself; one that is wrong is a finding where it stands."""
    for raw in read_document("calls", path)["calls"]:
        if compact(raw) not in own and not schemas.problems(raw, "model-call", corpus.root):
            yield f"a call of {base}", call_from_json(raw)


def _of_calls(labelled: list[tuple[str, ModelCall]], tools: dict[str, Any]) -> Iterator[str]:
    seen: dict[object, str] = {}
    families: dict[str, str] = {}
    for label, call in labelled:
        first = seen.setdefault((call.model, call.shape), label)
        if first is not label:
            yield f"{label}: it shows the same as {first}"
        family = families.setdefault(call.model, call.family)
        if family != call.family:
            yield f"{label}: {call.model} is of the family {call.family} here and of {family} above"
        tool = tools.get(call.tool)
        if tool is not None and call.text is not None and not tool.get("free_text"):
            yield f"{label}: {call.tool} is given free text, and was declared with parameters only"
        if tool is not None and call.text is None and not tool["parameters"]:
            yield f"{label}: {call.tool} is given arguments, and was declared with free text only"
        if tool is None and call.outcome == "invalid":
            yield f"{label}: {call.tool} was not declared, so nothing says which arguments fit"


def _read(corpus: Corpus, line: str) -> tuple[ModelCall | None, list[str]]:
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError) as error:
        return None, [f"not JSON: {error}"]
    problems = schemas.problems(raw, "model-call", corpus.root)
    kinds = kinds_in(line, Private(), _BETRAYING)
    if kinds:
        # Kinds only: a finding must not repeat what should not be there.
        problems.append(f"it holds what only a real machine has: {', '.join(kinds)}")
    return (None if problems else call_from_json(raw)), problems
