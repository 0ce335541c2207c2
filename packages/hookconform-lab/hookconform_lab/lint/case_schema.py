"""Every case follows the case schema, and every file of cases, or manifest of them, the schema of its kind."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.case_files import CASES, CONTRIBUTED
from hookconform.corpus.cases import platform_folders
from hookconform.corpus.manifests import FOLDER
from hookconform_lab.lint.reading import Corpus

_SCHEMAS = {FOLDER: "manifest", CASES: "cases", CONTRIBUTED: "contribution"}


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield the problems of every case and of every file that does not follow its schema."""
    for where, problems in corpus.problems_of_cases.items():
        for problem in problems:
            yield where, problem
    for folder in platform_folders(corpus.root):
        for name, schema in _SCHEMAS.items():
            for path in sorted((folder / name).glob("*.json")):
                where = path.relative_to(corpus.root).as_posix()
                # What cannot be read was said; so was what is wrong within a case.
                problems = [] if where in corpus.problems_of_cases else corpus.document(path, schema)[1]
                yield from ((where, problem) for problem in problems if not problem.startswith(f"/{CASES}/"))
