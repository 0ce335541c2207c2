"""The payload of a captured case is byte for byte what was recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose payload no longer has the recorded hash."""
    for case in corpus.cases:
        if case.is_captured:
            actual = hashlib.sha256(case.payload_text.encode("utf-8")).hexdigest()
            if actual != case.origin["sha256"]:
                yield case.id, f"origin.sha256 is {case.origin['sha256'][:12]}…, the payload has {actual[:12]}…"
