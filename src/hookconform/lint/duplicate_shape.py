"""No two captured cases of a version show the same."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.intake.shapes import Shape, shape_of
from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose shape an earlier one has already."""
    known: dict[tuple[str, Shape], str] = {}
    for case, platform in corpus.judged_cases():
        payload = case.payload_object
        if case.is_captured and payload is not None:
            rules = case.expected.matched_rules
            shape = shape_of(platform, case.version or "", case.registered_event, payload, rules)
            earlier = known.setdefault((platform.id, shape), case.id)
            if earlier != case.id:
                yield case.id, f"it has the same shape as {earlier}"
