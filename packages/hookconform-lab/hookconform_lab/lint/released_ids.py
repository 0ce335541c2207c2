"""No id of the last release vanished, was reused or changed its payload.

`hookconform corpus release` writes `released-payloads.json`; `retired.yaml` holds aliases (renamed) and tombstones
(removed) since.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.released import PAYLOADS, RELEASE, last_release, recorded_digest, released_payloads
from hookconform.ground.strict_yaml import load_yaml
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield ids that break the promise made by the last release."""
    retired: dict[str, Any] = load_yaml(corpus.root / "retired.yaml")
    gone: dict[str, str] = {**(retired["aliases"] or {}), **(retired["tombstones"] or {})}
    current = {case.id: case for case in corpus.cases}
    for case_id in sorted(gone):
        if case_id in current:
            yield case_id, "it is retired: an id is never used again"
    for old, new in (retired["aliases"] or {}).items():
        if new not in current:
            yield old, f"its alias leads to {new}, which is not in the corpus"
    released, release = released_payloads(corpus.root), last_release(corpus.root)
    if released is None and release is not None:
        yield RELEASE, f"it names a release, and {PAYLOADS} with its ids is missing: restore it from version control"
    for case_id, digest in (released or {}).items():
        case = current.get(case_id)
        if case is None and case_id not in gone and case_id.split("/")[0] not in corpus.partly_read:
            yield case_id, "it was released and is gone: add an alias or a tombstone to retired.yaml"
        if case is not None and case.is_captured and recorded_digest(case) != digest:
            yield case_id, "its payload changed since the last release; a captured payload is never edited"
