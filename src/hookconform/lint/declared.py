"""Declared tools follow their schema and lie under their platform and version."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield files of declared tools that cannot be read, break their schema or say another platform or version."""
    for path in sorted((corpus.root / "platforms").glob("*/declared/*")):
        where = path.relative_to(corpus.root).as_posix()
        document, problems = corpus.document(path, "declared")
        yield from ((where, problem) for problem in problems)
        if document is not None:
            stated = document["platform"], f"{document['version']}.json"
            if stated != (path.parents[1].name, path.name):
                yield where, f"the file says {document['platform']} {document['version']}"
