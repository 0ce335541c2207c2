"""Declared tools follow their schema, lie under their platform and version, and can be offered as they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hookconform.corpus.grammars import known_grammars
from hookconform_lab.lint.reading import Corpus

# How the lab's own servers, skills and agents are called.
_OF_THE_LAB = re.compile(r"(?:lab|demo)(?![a-z])")


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield files that break their schema or say another platform or version, and unfit declarations."""
    known = known_grammars(corpus.root)
    for path in sorted((corpus.root / "platforms").glob("*/declared/*")):
        where = path.relative_to(corpus.root).as_posix()
        document, problems = corpus.document(path, "declared")
        yield from ((where, problem) for problem in problems)
        if document is not None:
            stated = document["platform"], f"{document['version']}.json"
            if stated != (path.parents[1].name, path.name):
                yield where, f"the file says {document['platform']} {document['version']}"
            for name, tool in document["tools"].items():
                yield from ((where, f"{name}: {problem}") for problem in _problems(tool, known))


def _problems(tool: dict[str, Any], known: dict[str, Any]) -> Iterator[str]:
    schemas = tool["parameters"]
    if "variants" in tool and len(tool["variants"]) != len(schemas):
        yield f"it has {len(schemas)} parameter schemas, and says of {len(tool['variants'])} where they were declared"
    for argument, schema in (item for one in schemas for item in one.get("properties", {}).items()):
        own = [str(value) for value in schema.get("enum", ()) if _OF_THE_LAB.match(str(value))]
        if own and not schema.get("environment"):
            yield f"the enum of {argument} holds what the lab installed ({', '.join(own)}); mark it with environment"
    for text in tool.get("free_text", ()):
        digest = text.get("sha256")
        if digest is not None and digest not in known:
            yield f"its grammar {digest[:12]} is not in grammars/index.yaml: describe it in words of our own"
