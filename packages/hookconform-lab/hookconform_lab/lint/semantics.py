"""The shared script has each step once, and what a program did with it is told of every step."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from hookconform.corpus.semantics import FOLDER, Step, bytes_of, load_steps
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.redaction.kinds import kinds_in
from hookconform_lab.redaction.private import Private

_BETRAYING = frozenset({"anyone"})
_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
_PLACEHOLDERS = frozenset({"folder", "relative", "outside"})


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield steps that are there twice or cannot be filled in, and recorded files that do not fit the script."""
    steps = load_steps(corpus.root)
    yield from ((FOLDER, problem) for problem in _of_script(steps))
    names = {step.id for step in steps}
    for path in sorted((corpus.root / "platforms").glob("*/semantics/*")):
        where = path.relative_to(corpus.root).as_posix()
        document, problems = corpus.document(path, "semantics")
        yield from ((where, problem) for problem in problems)
        if document is None:
            continue
        stated = document["platform"], f"{document['version']}.json"
        if stated != (path.parents[1].name, path.name):
            yield where, f"the file says {document['platform']} {document['version']}"
        kinds = kinds_in(path.read_text(encoding="utf-8"), Private(), _BETRAYING)
        if kinds:
            # Kinds only: a finding must not repeat what should not be there.
            yield where, f"it holds what only a real machine has: {', '.join(kinds)}"
        models = [run["model"] for run in document["runs"]]
        if models != sorted(set(models)):
            yield where, f"its models are not sorted, or one is there twice: {', '.join(models)}"
        for run in document["runs"]:
            yield from ((where, f"{run['model']}: {problem}") for problem in _of_run(run, names))


def _of_script(steps: tuple[Step, ...]) -> Iterator[str]:
    for name, count in Counter(step.id for step in steps).items():
        if count > 1:
            yield f"{name} names {count} steps"
    for step in steps:
        unknown = set(_PLACEHOLDER.findall(repr((step.calls, step.patch)))) - _PLACEHOLDERS
        if unknown:
            yield f"{step.id}: nothing fills in {', '.join(sorted(unknown))}"


def _of_run(run: dict[str, Any], names: Collection[str]) -> Iterator[str]:
    told = [*run["not_said"], *(row["step"] for row in run["rows"])]
    twice = sorted(name for name, count in Counter(told).items() if count > 1)
    if twice:
        yield f"told of more than once: {', '.join(twice)}"
    if set(names) - set(told):
        yield f"nothing is told of {', '.join(sorted(set(names) - set(told)))}"
    if set(told) - set(names):
        yield f"no step of the script is called {', '.join(sorted(set(told) - set(names)))}"
    for row in run["rows"]:
        for path, stated in row["files"].items():
            if hashlib.sha256(bytes_of(stated)).hexdigest() != stated["sha256"]:
                yield f"{row['step']}: the hash of {path} is another"
