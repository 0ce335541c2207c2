"""A case lies where its origin says, has a plain file name, and points at its schema and source."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from hookconform.corpus.cases import CAPTURED, SYNTHETIC
from hookconform.lint.reading import Corpus

_STEM = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)*$")


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield misplaced and misnamed cases, and files in the case folders that are no cases."""
    schema = os.path.normpath(corpus.root / "schema" / "case.schema.json")
    for case in corpus.cases:
        if case.is_composed:
            continue
        captured_folder = case.id.split("/")[1] == CAPTURED
        if captured_folder != case.is_captured:
            yield case.id, f"its origin is {case.origin['kind']}, which does not belong in this folder"
        if not _STEM.match(case.path.stem):
            yield case.id, "the file name must be lower-case words joined by dashes"
        reference = corpus.schema_of(case)
        if os.path.normpath(f"{case.path.parent}/{reference}") != schema:
            yield case.id, f"$schema does not lead to the case schema: {reference}"
        source, platform = case.origin.get("source"), corpus.platforms.get(case.platform)
        if source is not None and platform is not None and source not in platform.sources:
            yield case.id, f"it is composed from the source {source}, which platform.yaml does not have"
    known = {case.path for case in corpus.cases}
    broken = set(corpus.problems_of_cases)
    for kind in (CAPTURED, SYNTHETIC):
        for path in sorted((corpus.root / "platforms").glob(f"*/{kind}/**/*")):
            case_id = path.relative_to(corpus.root / "platforms").as_posix().removesuffix(".json")
            if path.is_file() and path not in known and case_id not in broken:
                yield case_id, "this file is not a case: captured/<version>/<name>.json or synthetic/<name>.json"
