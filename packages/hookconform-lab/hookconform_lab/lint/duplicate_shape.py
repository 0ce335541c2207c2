"""No two captured payloads of a platform show the same: what repeats one is a line of a manifest."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.case_files import CAPTURED
from hookconform.ground.versions import version_key
from hookconform_lab.intake.known import Draft, Known
from hookconform_lab.intake.shapes import envelope_of, shape_of_case
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose shape and envelope payloads of an earlier version have already."""
    known = {name: Known() for name in corpus.platforms}
    recorded = [
        (case, platform)
        for case, platform in corpus.judged_cases
        if case.is_captured
        and not case.repeats
        and case.payload_object is not None
        and case.path.parent.name == CAPTURED
    ]
    for case, platform in sorted(recorded, key=lambda pair: version_key(pair[0].version or "")):
        shape, envelope = shape_of_case(platform, case), envelope_of(case.payload_object or {})
        earlier = known[platform.id].case_of(Draft(case.expected, shape, envelope))
        if earlier is not None:
            yield case.id, f"it has the same shape as {earlier}: list it in the manifest alone"
        known[platform.id].add(shape, envelope, case.id)
