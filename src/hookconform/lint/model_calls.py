"""Calls of models follow their schema, show each shape once, and are told of tools as they were declared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.model_calls import ModelCall, call_from_json, enumerated_lines
from hookconform.ground.errors import HookconformError
from hookconform.lint.reading import Corpus
from hookconform.redaction.kinds import kinds_in
from hookconform.redaction.private import Private

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
    seen: dict[object, int] = {}
    families: dict[str, str] = {}
    for number, line in enumerated_lines(path):
        call, problems = _read(corpus, line)
        yield from (f"line {number}: {problem}" for problem in problems)
        if call is None:
            continue
        first = seen.setdefault((call.model, call.shape), number)
        if first != number:
            yield f"line {number}: it shows the same as line {first}"
        family = families.setdefault(call.model, call.family)
        if family != call.family:
            yield f"line {number}: {call.model} is of the family {call.family} here and of {family} above"
        tool = tools.get(call.tool)
        if tool is not None and call.text is not None and not tool.get("free_text"):
            yield f"line {number}: {call.tool} is given free text, and was declared with parameters only"
        if tool is not None and call.text is None and not tool["parameters"]:
            yield f"line {number}: {call.tool} is given arguments, and was declared with free text only"
        if tool is None and call.outcome == "invalid":
            yield f"line {number}: {call.tool} was not declared, so nothing says which arguments fit"


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
